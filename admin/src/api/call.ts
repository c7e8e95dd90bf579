/**
 * Calls a route of the management API by its name in the shared description:
 * `call('GET /content/:uid', { params: { uid }, query: { _q: 'tea' } })`. Names, bodies and answers are checked by types.
 */
import type { AdminRouteName, AnswerOf, BodyOf, ParametersOf, QueryOf } from '../../../src/admin-api/admin-api.ts'
import { queryText } from './query-text.ts'
import { type Method, request } from './request.ts'

type Part<Name extends string, Value> = [Value] extends [undefined | never] ? object : { readonly [N in Name]: Value }
type Params<Route extends AdminRouteName> = keyof ParametersOf<Route> extends never
  ? object
  : { readonly params: Readonly<Record<keyof ParametersOf<Route>, string | number>> }
type Query<Route extends AdminRouteName> =
  QueryOf<Route> extends undefined ? object : { readonly query?: QueryOf<Route> }

interface Common {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly renew?: boolean
}

export type CallInput<Route extends AdminRouteName> = Params<Route> &
  Query<Route> &
  Part<'body', BodyOf<Route>> &
  Common

type Arguments<Route extends AdminRouteName> =
  object extends CallInput<Route> ? [input?: CallInput<Route>] : [input: CallInput<Route>]

/** Rejects with an `ApiError`. A session that has ended is renewed in between, unless `renew` is false. */
export function call<Route extends AdminRouteName>(
  route: Route,
  ...[input]: Arguments<Route>
): Promise<AnswerOf<Route>> {
  const { params = {}, query = {}, ...options } = (input ?? {}) as Loose
  const [method, pattern] = route.split(' ') as [Method, string]
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = queryText(query)
  return request(method, search === '' ? path : `${path}?${search}`, options)
}

interface Loose extends Common {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: object
  readonly body?: unknown
}
