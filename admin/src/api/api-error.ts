/** An error that the server answered with, or that kept the request from reaching it. */

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export class ApiError extends Error {
  /** 0 if the server could not be reached. */
  readonly status: number
  override readonly name: string
  readonly details: Readonly<Record<string, unknown>>

  constructor({ status, name, message, details = {} }: ErrorBody) {
    super(message)
    this.status = status
    this.name = name
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
export function errorOf(response: Response, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: ErrorBody }
    return new ApiError(error)
  } catch {
    return new ApiError({
      status: response.status,
      name: 'UnexpectedAnswer',
      message: `The server answered with ${response.status} ${response.statusText}`.trim(),
    })
  }
}
