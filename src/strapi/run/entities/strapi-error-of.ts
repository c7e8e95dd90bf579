/** Errors of the pipeline in the classes that a project's code catches. */
import { PopulusError } from '../../../errors.ts'
import {
  ApplicationError,
  ForbiddenError,
  NotFoundError,
  UnauthorizedError,
  ValidationError,
} from '../errors/strapi-errors.ts'

const CLASSES: Readonly<Record<number, typeof ApplicationError>> = {
  400: ValidationError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
}

export function strapiErrorOf(error: unknown): unknown {
  if (!(error instanceof PopulusError)) return error
  if (error.key === 'projectFailed' || error.key === 'projectRefused') return thrownBy(error)
  const named = error.wireName === 'ApplicationError' ? ApplicationError : CLASSES[error.status]
  if (named === undefined) return error
  const made = new named(error.message, error.details)
  made.cause = error
  return made
}

/** What the code of the project threw itself: it may look for its own classes. */
function thrownBy({ key, cause }: PopulusError): unknown {
  return key === 'projectFailed' ? (cause as Error).cause : cause
}

/** The same functions; whatever they throw is an error of Strapi, if it has one for it. */
export function asStrapiErrors<T extends object>(functions: T): T {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    typeof call !== 'function'
      ? call
      : async (...values: unknown[]) => {
          try {
            return await call(...values)
          } catch (error) {
            throw strapiErrorOf(error)
          }
        },
  ])
  return Object.fromEntries(wrapped) as T
}
