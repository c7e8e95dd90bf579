/** The errors of `@strapi/utils`, which a project's code throws and catches by class. */

export class ApplicationError extends Error {
  details: unknown

  constructor(message = 'An application error occured', details: unknown = {}) {
    super(message)
    this.name = 'ApplicationError'
    this.details = details
  }
}

export class ValidationError extends ApplicationError {
  override name = 'ValidationError'
}

/** Made from an error of the package `yup`. */
export class YupValidationError extends ValidationError {
  constructor(error: YupError, message?: string) {
    const inner = error.inner === undefined || error.inner.length === 0 ? [error] : error.inner
    const errors = inner.map(({ path, message: text, name }) => ({ path: pathParts(path), message: text, name }))
    super(message ?? error.message, { errors })
  }
}

export interface YupError {
  readonly name: string
  readonly message: string
  readonly path?: string
  readonly inner?: readonly YupError[]
}

/** `a[0].b` gives `['a', '0', 'b']`. */
function pathParts(path: string | undefined): readonly string[] {
  return (path ?? '').split(/[.[\]]+/).filter(part => part !== '')
}

/** `usual`: the message of an error that is thrown without one. */
function errorClass(kind: string, usual: string, base = ApplicationError) {
  return class extends base {
    override name = kind

    constructor(message = usual, details?: unknown) {
      super(message, details)
    }
  }
}

export class PaginationError extends errorClass('PaginationError', 'Invalid pagination') {}
export class NotFoundError extends errorClass('NotFoundError', 'Entity not found') {}
export class ForbiddenError extends errorClass('ForbiddenError', 'Forbidden access') {}
export class UnauthorizedError extends errorClass('UnauthorizedError', 'Unauthorized') {}
export class RateLimitError extends errorClass('RateLimitError', 'Too many requests, please try again later.') {}
export class PayloadTooLargeError extends errorClass('PayloadTooLargeError', 'Entity too large') {}
export class PolicyError extends errorClass('PolicyError', 'Policy Failed', ForbiddenError) {}
export class NotImplementedError extends errorClass('NotImplementedError', 'This feature is not implemented yet') {}
