/**
 * A typed client for Populus and Strapi v4, for browsers, Node and edge runtimes. Its types come from `populus types`:
 *
 *     const client = createClient<Content>({ url: 'https://example.com' })
 *     const { data } = await client.find('articles', { fields: ['title'], populate: { author: { fields: ['name'] } } })
 *     data[0].attributes.author.data?.attributes.name
 */
import type { Aggregate, AggregateAnswer } from './aggregate.ts'
import { queryText } from './client-query.ts'
import { createLive, type Live } from './live.ts'
import { firstPage, nextPage, type Paging, type WalkedList } from './next-page.ts'
import { type AnyId, type Id, pathId } from './path-id.ts'
import type { Checked, Query } from './query.ts'
import type { EntryAnswer, EntryOf, ListAnswer, NamedAnswer } from './result.ts'
import { createSend, type Sent } from './send.ts'
import type { Content, NamedQuery, Shape } from './shapes.ts'

export type { Aggregate, AggregateAnswer } from './aggregate.ts'
export { ClientError, type ErrorDetails } from './client-error.ts'
export { queryText } from './client-query.ts'
export type { Live, LiveSnapshot } from './live.ts'
export type { Below, Filters, Operators, Pagination, Place, Populate, Query } from './query.ts'
export type {
  AnswerMeta,
  Entry,
  EntryAnswer,
  EntryOf,
  FlatEntry,
  ListAnswer,
  NamedAnswer,
  PageInfo,
  PlaceInfo,
} from './result.ts'
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
/** `{ slug: 'my-post' }`: the value of one unique field. */
type UniqueValue<Type extends Shape> = Type extends { readonly unique: infer Names extends string }
  ? { [Name in Names]: { readonly [Key in Name]: Id } & { readonly [Other in Exclude<Names, Name>]?: never } }[Names]
  : never

type Queries<C extends Content> = keyof NonNullable<C['queries']> & string
type ParametersOf<C extends Content, Name> =
  NonNullable<C['queries']>[Name & keyof NonNullable<C['queries']>] extends NamedQuery<
    'list' | 'one',
    unknown,
    unknown,
    infer Given
  >
    ? Given
    : never
/** Parameters can be left out if none is required. */
type NamedArguments<Given> = object extends Given
  ? [parameters?: Given, options?: CallOptions]
  : [parameters: Given, options?: CallOptions]

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
  /** By its id, or by the value of a unique field: `findOne('articles', { slug: 'my-post' })`. */
  findOne<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    id: Id | UniqueValue<TypeOf<C, Name>>,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** The entry that the token of a preview address belongs to, drafts and saved changes included. Strapi does not have it. */
  preview<Name extends Lists<C> | Singles<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    token: string,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): Promise<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** A named query of the server. */
  query<Name extends Queries<C>>(
    name: Name,
    ...given: NamedArguments<ParametersOf<C, Name>>
  ): Promise<NamedAnswer<NonNullable<C['queries']>[Name & keyof NonNullable<C['queries']>]>>
  /**
   * Every entry of a collection, page after page: `for await (const entry of client.all('articles'))`. With
   * `pagination: { after: '' }`, each page continues behind the last entry, whatever is added or deleted meanwhile.
   */
  all<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
    options?: CallOptions,
  ): AsyncGenerator<EntryOf<TypeOf<C, Name>, Asked>, void, undefined>
  /** What is computed from the entries of a collection. Needs the right `aggregate`; Strapi does not have it. */
  aggregate<Name extends Lists<C>, const Asked extends Aggregate<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & { readonly [Key in keyof Asked]: Key extends keyof Aggregate<TypeOf<C, Name>> ? unknown : never },
    options?: CallOptions,
  ): Promise<AggregateAnswer<TypeOf<C, Name>, Asked>>
  /** What `find` gives, kept up to date by the server while somebody listens. Strapi answers once. */
  live<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
  ): Live<ListAnswer<TypeOf<C, Name>, Asked>>
  live<Name extends Singles<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
  ): Live<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** The same for `findOne`. */
  liveOne<Name extends Lists<C>, const Asked extends Query<TypeOf<C, Name>>>(
    type: Name,
    id: Id | UniqueValue<TypeOf<C, Name>>,
    query?: Asked & Checked<TypeOf<C, Name>, Asked>,
  ): Live<EntryAnswer<TypeOf<C, Name>, Asked>>
  /** The same for `query`. */
  liveQuery<Name extends Queries<C>>(
    name: Name,
    ...given: NamedArguments<ParametersOf<C, Name>>
  ): Live<NamedAnswer<NonNullable<C['queries']>[Name & keyof NonNullable<C['queries']>]>>
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
/** Longer addresses are refused by many servers and proxies. */
const LONGEST_QUERY = 6000

export function createClient<C extends Content>(options: ClientOptions): Client<C> {
  const { url, token, prefix = '/api', retries = 2, kept = 'document' in globalThis ? 0 : KEPT } = options
  const origin = withoutSlash(url)
  const base = origin + prefix
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const request: typeof fetch = options.fetch ?? ((...given) => fetch(...given))
  const send = createSend({ fetch: request, headers, retries, kept })
  const call = (method: string, path: string, query: object = {}, more: Omit<Sent, 'method' | 'url'> = {}) =>
    send({ method, url: base + path + queryText(query), ...more })
  const watch = (path: string, query: object = {}) =>
    createLive({ fetch: request, headers, url: base + path + queryText(query) })
  const json = (data: object) => JSON.stringify({ data })
  const at = (type: string, id?: Id) =>
    `/${encodeURIComponent(type)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
  /** As JSON, if the query is too long for an address. */
  const ask = (path: string, longPath: string, query: object = {}, options_?: CallOptions) =>
    queryText(query).length > LONGEST_QUERY
      ? call('POST', longPath, {}, { ...options_, body: JSON.stringify(query) })
      : call('GET', path, query, options_)
  const find = (type: string, query?: object, options_?: CallOptions) =>
    ask(at(type), `${at(type)}/query`, query, options_)

  const client = {
    find,
    findOne: (type: string, id: AnyId, query?: object, options_?: CallOptions) =>
      call('GET', at(type, pathId(id)), query, options_),
    preview: (_type: string, preview: string, query?: object, options_?: CallOptions) =>
      send({
        method: 'GET',
        url: `${origin}/admin/api/preview${queryText({ ...query, token: preview })}`,
        ...options_,
      }),
    query: (name: string, parameters?: object, options_?: CallOptions) =>
      call('GET', `/queries${at(name)}`, parameters, options_),
    async *all(type: string, query: { pagination?: Paging } = {}, options_?: CallOptions) {
      let paging = firstPage(query.pagination)
      while (paging !== null) {
        const answer = (await find(type, { ...query, pagination: paging }, options_)) as WalkedList
        yield* answer.data
        paging = nextPage(paging, answer)
      }
    },
    aggregate: (type: string, query?: object, options_?: CallOptions) =>
      ask(`${at(type)}/aggregate`, `${at(type)}/aggregate`, query, options_),
    live: (type: string, query?: object) => watch(at(type), query),
    liveOne: (type: string, id: AnyId, query?: object) => watch(at(type, pathId(id)), query),
    liveQuery: (name: string, parameters?: object) => watch(`/queries${at(name)}`, parameters),
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

/** `https://example.org//` is `https://example.org`. */
function withoutSlash(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end -= 1
  return url.slice(0, end)
}
