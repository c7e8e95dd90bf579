/** What a client sees of an error that a project's code threw. */
import createError, { HttpError } from 'http-errors'
import { PopulusError } from '../../../errors.ts'
import { ApplicationError } from './strapi-errors.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly body: unknown
  /** Nobody's fault but the code's: it belongs into the log. */
  readonly internal: boolean
}

const STATUS: Readonly<Record<string, number>> = {
  UnauthorizedError: 401,
  ForbiddenError: 403,
  PolicyError: 403,
  NotFoundError: 404,
  PayloadTooLargeError: 413,
  RateLimitError: 429,
  NotImplementedError: 501,
}

export function formatError(error: unknown): ErrorAnswer {
  if (error instanceof PopulusError) return ownError(error)
  if (isApplicationError(error)) return answer(statusOf(error), error, false)
  if (error instanceof HttpError) return answer(error.status, error, false)
  const wrapped = error instanceof Error ? createError(error) : createError(500)
  if (wrapped.expose) return answer(wrapped.status, wrapped, true)
  return answer(wrapped.status || 500, createError(wrapped.status || 500), true)
}

/** As the server's own routes answer it. */
function ownError({ status, wireName: name, message, details }: PopulusError): ErrorAnswer {
  const isBare = status >= 500 || name === 'SyntaxError'
  const error = { status, name, message, ...(isBare ? {} : { details }) }
  return { status, body: { data: null, error }, internal: status === 500 }
}

/** Packages of the project throw those of the `@strapi/utils` that is installed there, which are other classes. */
function isApplicationError(error: unknown): error is ApplicationError {
  if (error instanceof ApplicationError) return true
  if (!(error instanceof Error) || !('details' in error)) return false
  for (let part = Object.getPrototypeOf(error); part !== null; part = Object.getPrototypeOf(part))
    if (part.constructor?.name === 'ApplicationError') return true
  return false
}

function statusOf(error: ApplicationError): number {
  return STATUS[error.name] ?? 400
}

function answer(status: number, error: Error & { details?: unknown }, internal: boolean): ErrorAnswer {
  const { name, message, details } = error
  return { status, body: { data: null, error: { status, name, message, details } }, internal }
}
