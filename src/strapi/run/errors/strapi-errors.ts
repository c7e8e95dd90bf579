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

export class PaginationError extends ApplicationError {
  override name = 'PaginationError'

  constructor(message = 'Invalid pagination', details?: unknown) {
    super(message, details)
  }
}

export class NotFoundError extends ApplicationError {
  override name = 'NotFoundError'

  constructor(message = 'Entity not found', details?: unknown) {
    super(message, details)
  }
}

export class ForbiddenError extends ApplicationError {
  override name = 'ForbiddenError'

  constructor(message = 'Forbidden access', details?: unknown) {
    super(message, details)
  }
}

export class UnauthorizedError extends ApplicationError {
  override name = 'UnauthorizedError'

  constructor(message = 'Unauthorized', details?: unknown) {
    super(message, details)
  }
}

export class RateLimitError extends ApplicationError {
  override name = 'RateLimitError'

  constructor(message = 'Too many requests, please try again later.', details?: unknown) {
    super(message, details)
  }
}

export class PayloadTooLargeError extends ApplicationError {
  override name = 'PayloadTooLargeError'

  constructor(message = 'Entity too large', details?: unknown) {
    super(message, details)
  }
}

export class PolicyError extends ForbiddenError {
  override name = 'PolicyError'

  constructor(message = 'Policy Failed', details?: unknown) {
    super(message, details)
  }
}

export class NotImplementedError extends ApplicationError {
  override name = 'NotImplementedError'

  constructor(message = 'This feature is not implemented yet', details?: unknown) {
    super(message, details)
  }
}
