/**
 * The language in which the management API is described: one entry per method and path, with what a request carries and
 * what the answer is. Types only, so that the server and the panel share it without sharing code.
 */

/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export type JsonObject = { readonly [name: string]: Json }

/** Most answers. */
export interface Data<T> {
  readonly data: T
}

export interface Pagination {
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly total: number
}

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly meta: { readonly pagination: Pagination }
}

/** Every error has this body. The header `X-Populus-Error` carries the error's code. */
export interface ErrorAnswer {
  readonly data: null
  readonly error: {
    readonly status: number
    readonly name: string
    readonly message: string
    readonly details: { readonly errors?: readonly ValueError[] } & { readonly [name: string]: unknown }
  }
}

/** One problem of a body: `{"path":["links","0","url"],"message":"links[0].url must be defined."}` */
export interface ValueError {
  readonly path: readonly string[]
  readonly message: string
  readonly name: string
}

/** The names of the parameters of a path: `'/content/:uid/:id'` gives `'uid' | 'id'`. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParameter<`/${Tail}`>
    : Rest
  : never
