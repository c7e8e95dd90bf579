/** What a client is told about an error thrown by the code of a project. */
import { PopulusError } from '../errors.ts'

/** The names of Strapi's errors. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'PayloadTooLargeError',
  429: 'RateLimitError',
}

interface Thrown {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly name?: unknown
  readonly message?: unknown
  readonly details?: unknown
}

/**
 * Errors with a `status` (or `statusCode`) of 4xx are meant for the client. Everything else is a fault of that code: the
 * client learns nothing about it, and the log names `place`.
 */
export function projectError(error: unknown, place: string): PopulusError {
  if (error instanceof PopulusError) return error
  const thrown: Thrown = typeof error === 'object' && error !== null ? error : {}
  const status = [thrown.status, thrown.statusCode].find(isClientStatus)
  if (status === undefined) {
    const cause = new Error(`${place} failed`, { cause: error })
    return new PopulusError('projectFailed', {}, { cause, hint: 'see the log of the server' })
  }
  const { name, message, details } = thrown
  return new PopulusError(
    'projectRefused',
    { message: typeof message === 'string' ? message : '' },
    {
      cause: error,
      status,
      wireName: typeof name === 'string' && /^[A-Z]\w+Error$/.test(name) ? name : (NAMES[status] ?? 'ApplicationError'),
      details: typeof details === 'object' && details !== null ? details : {},
    },
  )
}

function isClientStatus(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500
}
