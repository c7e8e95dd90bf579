/**
 * A typed client for Populus and Strapi v4, for browsers, Node and edge runtimes. Its types come from `populus types`:
 *
 *     const client = createClient<Content>({ url: 'https://example.com' })
 *     const { data } = await client.find('articles', { fields: ['title'], populate: { author: { fields: ['name'] } } })
 *     data[0].attributes.author.data?.attributes.name
 */
import type { Checked, Query } from './query.ts'
import { queryText } from './query-text.ts'
import type { Entry, EntryAnswer, ListAnswer } from './result.ts'
import { createSend, type Sent } from './send.ts'
import type { Content, Shape } from './shapes.ts'

export { ClientError, type ErrorDetails } from './client-error.ts'
export type { Below, Filters, Operators, Pagination, Populate, Query } from './query.ts'
export { queryText } from './query-text.ts'
export type { Entry, EntryAnswer, ListAnswer, PageInfo } from './result.ts'
export type * from './shapes.ts'

export interface ClientOptions {
  /** The server's address, without `/api`. */
  readonly url: string
  /** An API token, or the `jwt` of a user. */
  readonly token?: string
  /** The path below which the API is (default: `/api`). */
  readonly prefix?: string
  readonly headers?: Readonly<Record<string, string>>
  /** How often a request is sent again after 429 or 503 (default: 2). */
  readonly retries?: number
  /** How many answers are kept, to be asked for again with `If-None-Match` (default: 100; 0 in browsers, which do it themselves). */
  readonly kept?: number
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface Login {
  readonly jwt: string
  readonly user: {
    readonly id: number
    readonly username: string
    readonly email: string
    readonly [key: string]: unknown
  }
}

export interface UploadOptions extends CallOptions {
  /** The entry that gets the files: its type, its id and the name of the field. */
  readonly ref?: string
  readonly refId?: number | string
  readonly field?: string
  /** For each file. */
  readonly fileInfo?: readonly {
    readonly name?: string
    readonly alternativeText?: string
    readonly caption?: string
  }[]
}

export interface UploadedFile {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly mime: string
  readonly width: number | null
  readonly height: number | null
  readonly formats: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  > | null
  readonly [key: string]: unknown
}

type Lists<C extends Content> = keyof C['collections'] & string
type Singles<C extends Content> = keyof C['singles'] & string
type TypeOf<C extends Content, Name> = Name extends keyof C['collections']
  ? AsShape<C['collections'][Name]>
  : Name extends keyof C['singles']
    ? AsShape<C['singles'][Name]>
    : never
type AsShape<T> = T extends Shape ? T : never
type Id = number | string
type Language = { readonly locale?: string }

export interface Client<C extends Content> {
  /** The entries of a collection, a page at a time; or the entry of a single type. */
  find<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<ListAnswer<TypeOf<C, Name>, Asked>>
  find<Name extends Singles<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  findOne<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    id: Id,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** Every entry of a collection, page after page: `for await (const entry of client.all('articles'))`. */
  all<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): AsyncGenerator<Entry<TypeOf<C, Name>, Asked>, void, undefined>
  create<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>> & Language>(
    type: Name,
    data: TypeOf<C, Name>['input'],
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  update<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    id: Id,
    data: Partial<TypeOf<C, Name>['input']>,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** Creates or changes the entry of a single type. */
  put<Name extends Singles<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    data: Partial<TypeOf<C, Name>['input']>,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  delete<Name extends Lists<C>>(
    type: Name,
    id: Id,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, unknown>>
  /** Signs a user in. `client` sends what follows as this user; the client it came from stays as it is. */
  login(
    given: { readonly identifier: string; readonly password: string },
    options?: CallOptions,
  ): Promise<Login & { readonly client: Client<C> }>
  upload(files: Blob | readonly Blob[], options?: UploadOptions): Promise<readonly UploadedFile[]>
}

const KEPT = 100
const PAGE_SIZE = 100

export function createClient<C extends Content>(options: ClientOptions): Client<C> {
  const { url, token, prefix = '/api', retries = 2, kept = 'document' in globalThis ? 0 : KEPT } = options
  const base = url.replace(/\/+$/, '') + prefix
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const send = createSend({ fetch: options.fetch ?? ((...given) => fetch(...given)), headers, retries, kept })
  const call = (method: string, path: string, query: object = {}, more: Omit<Sent, 'method' | 'url'> = {}) =>
    send({ method, url: base + path + queryText(query), ...more })
  const json = (data: object) => JSON.stringify({ data })
  const at = (type: string, id?: Id) =>
    `/${encodeURIComponent(type)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

  const client = {
    find: (type: string, query?: object, options_?: CallOptions) => call('GET', at(type), query, options_),
    findOne: (type: string, id: Id, query?: object, options_?: CallOptions) =>
      call('GET', at(type, id), query, options_),
    async *all(type: string, query: { pagination?: object } = {}, options_?: CallOptions) {
      const size = { pageSize: PAGE_SIZE, ...query.pagination }
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await call('GET', at(type), { ...query, pagination: { ...size, page } }, options_)
        const { data, meta } = answer as ListAnswer<Shape, unknown>
        yield* data
        pages = meta.pagination.pageCount
      }
    },
    create: (type: string, data: object, query?: object, options_?: CallOptions) =>
      call('POST', at(type), query, { ...options_, body: json(data) }),
    update: (type: string, id: Id, data: object, query?: object, options_?: CallOptions) =>
      call('PUT', at(type, id), query, { ...options_, body: json(data) }),
    put: (type: string, data: object, query?: object, options_?: CallOptions) =>
      call('PUT', at(type), query, { ...options_, body: json(data) }),
    delete: (type: string, id: Id, options_?: CallOptions) => call('DELETE', at(type, id), {}, options_),
    async login(given: object, options_?: CallOptions) {
      const signedIn = (await call('POST', '/auth/local', {}, { ...options_, body: JSON.stringify(given) })) as Login
      return { ...signedIn, client: createClient<C>({ ...options, token: signedIn.jwt }) }
    },
    upload: (files: Blob | readonly Blob[], { signal, ...about }: UploadOptions = {}) =>
      call('POST', '/upload', {}, { signal, body: uploadForm([files].flat(), about) }),
  }
  // The types of the answers are computed from the queries; no code can check them.
  return client as unknown as Client<C>
}

function uploadForm(files: readonly Blob[], { fileInfo, ...about }: Omit<UploadOptions, 'signal'>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(about)) if (value !== undefined) form.append(name, String(value))
  for (const info of fileInfo ?? []) form.append('fileInfo', JSON.stringify(info))
  for (const file of files) form.append('files', file)
  return form
}
