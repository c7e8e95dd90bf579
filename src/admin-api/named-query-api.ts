/** Named queries: those of the project's files, and those that are made in the panel. For super administrators. */
import type { Data, JsonObject } from './route-types.ts'

export interface NamedQueryApi {
  readonly 'GET /queries': { readonly answer: Data<readonly NamedQueryInfo[]> }
  readonly 'POST /queries': { readonly body: NamedQueryInput; readonly answer: Data<NamedQueryInfo> }
  /** Another `name` in the body renames the query. */
  readonly 'PUT /queries/:name': { readonly body: NamedQueryInput; readonly answer: Data<NamedQueryInfo> }
  readonly 'DELETE /queries/:name': { readonly answer: Data<{ readonly name: string }> }
}

export interface NamedQueryInput {
  readonly name: string
  /** What a file `queries/<name>.json` would contain. */
  readonly definition: JsonObject
}

export interface NamedQueryInfo extends NamedQueryInput {
  /** The path of its address: `/api/queries/home`. */
  readonly url: string
  /** Those of files cannot be changed in the panel. */
  readonly source: 'file' | 'panel'
  /** The uid of the content type; `null` if the query cannot be used. */
  readonly type: string | null
  /** Why the query cannot be used; `null` if it can. */
  readonly problem: string | null
}
