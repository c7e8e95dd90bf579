/** An error that the server answered with, or that kept the request from reaching it. */

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export class ApiError extends Error {
  /** 0 if the server could not be reached. */
  readonly status: number
  override readonly name: string
  /** By which the error is translated: `C201`; the server sends it in a header. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor({ status, name, message, details = {} }: ErrorBody, code = '') {
    super(message)
    this.status = status
    this.name = name
    this.code = code
    this.details = details
  }

  /** What is wrong with which field. */
  get problems(): readonly Problem[] {
    const { errors } = this.details
    return Array.isArray(errors) ? (errors as Problem[]) : []
  }
}

interface ErrorBody {
  readonly status: number
  readonly name: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Reads the error out of an answer, whatever sent it: a proxy in between may answer with a page. */
export function errorOf(status: number, code: string | null, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: ErrorBody }
    return new ApiError(error, code ?? '')
  } catch {
    const message = `The server answered with ${status}`
    return new ApiError({ status, name: 'UnexpectedAnswer', message }, 'unexpected')
  }
}

/** The request did not get there. */
export function offlineError(): ApiError {
  return new ApiError({ status: 0, name: 'Offline', message: 'The server cannot be reached.' }, 'offline')
}

/** The header with the code of an error. */
export const CODE_HEADER = 'x-populus-error'
