/** What is different from Strapi in the project that is served. Only projects of Strapi v4 have it. */
import type { Data } from '../route-types.ts'

export interface StrapiApi {
  /** The report of `populus adopt`, as far as it is about a running server. */
  readonly 'GET /strapi/report': { readonly answer: Data<StrapiReport> }
}

export interface StrapiReport {
  /** The version of Strapi that the project was written for. */
  readonly strapi: string
  readonly dialect: 'document' | 'strapi4'
  readonly findings: readonly { readonly what: string; readonly advice: string }[]
  /** Files with code for the server. */
  readonly code: readonly {
    readonly file: string
    readonly state: 'runs' | 'not run' | 'ignored'
    readonly what: string
  }[]
  /** Routes that answer 501, because their code is not run. */
  readonly closed: readonly { readonly method: string; readonly path: string; readonly file: string }[]
  readonly plugins: readonly {
    readonly name: string
    readonly version: string
    readonly fate: 'built in' | 'ignored' | 'blocks' | 'unknown'
    readonly what: string
  }[]
  /** Settings of Strapi that have no effect, and whose effect somebody may miss. */
  readonly settings: readonly { readonly place: string; readonly what: string }[]
  /** Where answers differ on purpose, and why that matters for this project. */
  readonly differences: readonly { readonly id: string; readonly what: string; readonly why: string }[]
}
