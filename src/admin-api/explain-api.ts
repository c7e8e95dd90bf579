/** The API tab: what a client gets, and why something is missing. */
import type { Data, Json, JsonObject } from './route-types.ts'

export interface ExplainApi {
  /** For whom a request can be explained. Everyone may ask as the public; other callers need the role Super Admin. */
  readonly 'GET /explain/callers': { readonly answer: Data<readonly Caller[]> }
  readonly 'POST /explain': {
    readonly body: {
      /** A GET of the content API: `/api/articles/3?populate=*`. */
      readonly url: string
      readonly as: CallerReference
      /** The id of an entry that should be in the list: if it is not, `missing` says why. */
      readonly entry?: number
    }
    readonly answer: Data<Explanation>
  }
  /** What an address asks for, in one form of those in which it can be written. Nothing is read. */
  readonly 'POST /explain/query': { readonly body: { readonly url: string }; readonly answer: Data<AddressedQuery> }
}

export interface AddressedQuery {
  /** The uid of the content type. */
  readonly type: string
  /** What the address names below the type: `3`, `slug:tide`, `aggregate`; `null` for the list or the single type. */
  readonly part: string | null
  /**
   * The parameters. `fields` and `sort` are lists, and `populate` is an object with `true` or options for each name, except
   * where it asks for everything: `*`, `deep`, `-tags`.
   */
  readonly query: JsonObject
}

export interface CallerReference {
  readonly kind: 'public' | 'role' | 'token'
  /** The id of the role or of the token. */
  readonly id?: number
}

export interface Caller extends CallerReference {
  readonly name: string
}

export interface Explanation {
  readonly status: number
  /** The exact text of the answer. */
  readonly body: string
  /** The answer's size in bytes. */
  readonly bytes: number
  readonly missing: readonly MissingPart[]
  /** Whether the list has the entry that was asked for; absent if none was. */
  readonly sought?: boolean
  readonly hints: readonly string[]
  /** What is read, beginning with the entry; `null` if the request was refused. */
  readonly reads: ReadPart | null
  /** What the database was asked, in order. */
  readonly statements: readonly ExplainedStatement[]
  readonly tables: readonly string[]
  /** `null` if the request was refused. */
  readonly cost: ExplainedCost | null
  /** Whether the server has the answer already and would ask the database nothing. */
  readonly kept: boolean
}

export interface ReadPart {
  /** The attribute; `null` for the entry itself. */
  readonly name: string | null
  readonly type: string
  readonly fields: readonly string[]
  readonly parts: readonly ReadPart[]
  /** True if only their number is read, or whether there are any. */
  readonly counted?: boolean
  /** What is shown instead of the entries. */
  readonly shows?: 'count' | 'exists' | 'ids'
  /** True if parents without any of them are left out. */
  readonly required?: boolean
}

export interface ExplainedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: number
  /** The statements of one level are sent together. */
  readonly level: number
  /** How long their level took. */
  readonly milliseconds: number
}

/** Each with the limit above which a request is refused. */
export interface ExplainedCost {
  /** Before the request runs. */
  readonly estimated: { readonly points: number; readonly limit: number }
  readonly rows: { readonly read: number; readonly limit: number }
  readonly bytes: { readonly sent: number; readonly limit: number }
  readonly time: { readonly milliseconds: number; readonly limit: number }
}

export interface MissingPart {
  /** `author`, `blocks.author`, `title`; empty for the entry itself. */
  readonly path: string
  readonly reason:
    | 'private'
    | 'password'
    | 'not-followed'
    | 'type-not-granted'
    | 'field-not-granted'
    | 'not-populated'
    | 'not-selected'
    | 'draft'
    | 'rule'
    | 'no-such-locale'
    | 'other-locale'
    | 'filtered'
    | 'not-found'
    | 'invalid'
    | 'limited'
    | 'no-storage'
  /** The reason in words. */
  readonly message: string
  /** What would show it. */
  readonly remedy: Remedy | null
}

export interface Remedy {
  readonly kind: 'grant' | 'publish' | 'populate' | 'locale'
  /** A command for a terminal, or the part of the query to add. */
  readonly command?: string
  readonly query?: string
  /** The request of this API that does it, for a button. */
  readonly request?: { readonly route: string; readonly body: Json }
}
