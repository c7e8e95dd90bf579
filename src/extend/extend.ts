/**
 * What the code of a project imports as `populus/extend`. With the types that `populus types` writes:
 *
 *     export default defineHooks<Content>({ articles: { beforeCreate({ data }) { data.title = data.title.trim() } } })
 */
import type { Client } from '../client/client.ts'
import type { Content, Shape } from '../client/shapes.ts'

/** Who asks. Everything is `null` for a caller without credentials, and for an API token. */
export interface ExtendCaller {
  readonly userId: number | null
  /** Of an administrator, in the panel. */
  readonly adminId: number | null
  /** Code of the project, by `api.asServer`. */
  readonly isServer: boolean
}

/** Content, as the client has it. */
export type ContentApi<C extends Content> = Pick<Client<C>, 'find' | 'findOne' | 'create' | 'update' | 'put' | 'delete'>

export interface ExtendApi<C extends Content> extends ContentApi<C> {
  /** With all rights; it also reads private fields. Without it, the rights of the caller count. */
  readonly asServer: ContentApi<C>
}

export interface HookEvent<C extends Content> {
  readonly caller: ExtendCaller
  readonly api: ExtendApi<C>
  /** Shared by the hooks before and after one write. */
  readonly state: Record<string, unknown>
}

type InputOf<T> = T extends Shape ? T['input'] : Record<string, unknown>
type Result<T> = Promise<T> | T
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has no type of its own
type Changed<T> = Result<T | undefined | void>

/** Hooks of one type. A hook before a write may change `data`, or return other data. */
export interface TypeHooks<C extends Content, T> {
  beforeCreate?(event: HookEvent<C> & { readonly data: InputOf<T> }): Changed<InputOf<T>>
  afterCreate?(event: HookEvent<C> & { readonly id: number; readonly data: Readonly<InputOf<T>> }): Result<void>
  beforeUpdate?(
    event: HookEvent<C> & { readonly id: number; readonly data: Partial<InputOf<T>> },
  ): Changed<Partial<InputOf<T>>>
  afterUpdate?(event: HookEvent<C> & { readonly id: number; readonly data: Partial<InputOf<T>> }): Result<void>
  beforeDelete?(event: HookEvent<C> & { readonly id: number }): Result<void>
  afterDelete?(event: HookEvent<C> & { readonly id: number }): Result<void>
}

/** By the name in the address: `articles`, `homepage`; `users` for end users. */
export type Hooks<C extends Content> = {
  readonly [Name in keyof C['collections'] & string]?: TypeHooks<C, C['collections'][Name]>
} & { readonly [Name in keyof C['singles'] & string]?: TypeHooks<C, C['singles'][Name]> } & {
  readonly users?: TypeHooks<C, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: without generated types, every name and value is accepted
type AnyContent = { collections: any; singles: any }

export function defineHooks<C extends Content = AnyContent>(hooks: Hooks<C>): Hooks<C> {
  return hooks
}

export interface ExtendRequest<C extends Content> {
  readonly params: Readonly<Record<string, string>>
  /** The last value of each parameter. */
  readonly query: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sends
  readonly body: any
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly caller: ExtendCaller
  readonly api: ExtendApi<C>
}

export interface ExtendRoute<C extends Content> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the prefix of the API: `/articles/:id/likes`. */
  readonly path: string
  /** Who may call it: everybody (`false`), users and tokens (`true`), or callers with a right such as `api::article.article.update`. */
  readonly auth: boolean | string
  /** Returns the JSON of the answer; `undefined` for 204. */
  handler(request: ExtendRequest<C>): unknown
}

export function defineRoutes<C extends Content = AnyContent>(
  routes: readonly ExtendRoute<C>[],
): readonly ExtendRoute<C>[] {
  return routes
}

/** `throw refuse(403, 'Not yours')` */
export function refuse(status: number, message: string, details: object = {}): Error {
  return Object.assign(new Error(message), { status, details })
}
