/** A request that both servers are asked, and what they answer. */

export interface Question {
  readonly method: string
  /** With the prefix of the API and the query: `/api/articles?populate=*`. */
  readonly path: string
  /** Where it comes from. */
  readonly from: 'schema' | 'code' | 'log'
  /** Of requests that write, as found in a log. */
  readonly body?: string
}

export interface Answer {
  readonly status: number
  /** Parsed JSON; the text itself if it is not JSON. */
  readonly body: unknown
}

/** Asks one of the servers. Rejects if it cannot be reached. */
export type Ask = (question: Pick<Question, 'method' | 'path' | 'body'>) => Promise<Answer>

/** The parameters of a path, with decoded names, in order. */
export function parametersOf(path: string): readonly (readonly [name: string, value: string])[] {
  const start = path.indexOf('?')
  return start === -1 ? [] : [...new URLSearchParams(path.slice(start + 1))]
}

/** The path without the parameters whose names match. */
export function withoutParameters(path: string, name: RegExp): string {
  return pathOf(
    path,
    parametersOf(path).filter(([key]) => !name.test(key)),
  )
}

/** The address of a path with other parameters. */
export function pathOf(path: string, parameters: readonly (readonly [name: string, value: string])[]): string {
  const [address] = path.split('?')
  const query = parameters.map(pair => pair.map(encodeURIComponent).join('=')).join('&')
  return query === '' ? address! : `${address}?${query}`
}
