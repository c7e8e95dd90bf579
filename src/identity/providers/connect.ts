/**
 * The way to a provider and back, for browsers: OAuth 2 with a code, a state and PKCE.
 *
 * 1. `GET /api/connect/google` redirects to Google, and remembers why in a cookie.
 * 2. Google redirects to `/api/connect/google/callback`, which changes the code into a token.
 * 3. That redirects to the page of the project, with the token. The page asks `/api/auth/google/callback` for a JWT.
 */
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { sha256 } from '../../util/sha256.ts'
import { tokenSecret } from '../sign-in/issue-token.ts'
import type { UsersContext } from '../users/users-context.ts'
import { askJson } from './ask-provider.ts'
import {
  newPending,
  openPending,
  type PendingSignIn,
  pendingCookie,
  pendingIn,
  sealPending,
} from './pending-sign-in.ts'
import { openProvider, type ProviderDoor } from './provider-door.ts'
import { CAUSE, causeOf, isTrialOf, trialPage } from './try-provider.ts'

export interface Redirection {
  readonly redirect: string
  /** A `Set-Cookie` header. */
  readonly cookie: string
}

export interface Start {
  readonly provider: string
  /** Another page than the configured one, which must have the same origin and path. */
  readonly callback: string | undefined
  /** From an administrator who tries the provider (`try-provider.ts`). */
  readonly trial?: string | undefined
}

export async function startConnect(context: UsersContext, { provider, callback, trial }: Start): Promise<Redirection> {
  const secret = tokenSecret(context)
  const isTrial = trial !== undefined && (await isTrialOf(context, provider, trial))
  const door = await openProvider(context, provider, { evenIfOff: isTrial })
  const pending = {
    ...newPending(provider, allowedPage(context, door, callback)),
    ...(isTrial ? { isTrial } : {}),
  }
  const url = new URL(door.known.authorizeUrl)
  const parameters = {
    client_id: door.settings.key,
    response_type: 'code',
    redirect_uri: ownAddress(context, provider),
    scope: door.scope,
    state: pending.state,
    code_challenge_method: 'S256',
    code_challenge: sha256(pending.verifier, 'base64url'),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const cookie = pendingCookie(placeOf(context, provider), await sealPending(secret, pending, context.clock()))
  return { redirect: url.href, cookie }
}

/** What the browser brings back from the provider. */
export interface Return {
  readonly provider: string
  readonly query: URLSearchParams
  readonly cookies: string | undefined
}

/** Redirects to the page, with the token or with `error`. */
export async function finishConnect(context: UsersContext, given: Return): Promise<Redirection> {
  const secret = tokenSecret(context)
  const sealed = pendingIn(given.cookies, given.provider)
  const opened = sealed === undefined ? undefined : await openPending(secret, sealed, context.clock())
  const pending = opened?.provider === given.provider ? opened : undefined
  const isTrial = pending?.isTrial === true
  const door = await openProvider(context, given.provider, { evenIfOff: isTrial })
  const answer = await outcome(context, door, pending, given.query)
  const cookie = pendingCookie(placeOf(context, given.provider), '')
  if (isTrial) return { redirect: await trialPage(context, door, answer), cookie }
  const page = pending?.callback ?? allowedPage(context, door, undefined)
  return { redirect: withQuery(page, shownTo(answer)), cookie }
}

/** In the form in which Strapi hands it on. */
async function outcome(
  context: UsersContext,
  door: ProviderDoor,
  pending: PendingSignIn | undefined,
  query: URLSearchParams,
): Promise<JsonObject> {
  const [code, state, error] = ['code', 'state', 'error'].map(name => query.get(name))
  if (error !== null) return { error, error_description: query.get('error_description') ?? undefined }
  if (pending === undefined || !sameSecret(state ?? '', pending.state))
    return { error: 'The state is not the one that was sent' }
  if (code === null || code === undefined) return { error: 'The provider sent no code' }
  try {
    return tokensOf(await exchange(context, door, { code, verifier: pending.verifier }))
  } catch (failure) {
    if (failure instanceof PopulusError) return { error: failure.message, [CAUSE]: causeOf(failure) }
    throw failure
  }
}

/** For administrators who try a provider, not for users. */
function shownTo({ [CAUSE]: _, ...answer }: JsonObject): JsonObject {
  return answer
}

function exchange(
  context: UsersContext,
  { known, settings }: ProviderDoor,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<unknown> {
  const { name: provider, key, secret } = settings
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: key,
    ...(secret === '' ? {} : { client_secret: secret }),
    redirect_uri: ownAddress(context, provider),
    code_verifier: verifier,
  }
  return askJson(context.outgoing, { provider, url: known.tokenUrl, trustedHosts: settings.trustedHosts, form })
}

function tokensOf(answer: unknown): JsonObject {
  if (!isObject(answer) || typeof answer.access_token !== 'string') {
    const error = isObject(answer) && typeof answer.error === 'string' ? answer.error : 'The provider sent no token'
    return { error }
  }
  const { id_token, access_token, refresh_token } = answer
  return { id_token, access_token, refresh_token, raw: answer }
}

/** `raw` is an object, whose members become `raw[access_token]`. */
function withQuery(page: string, values: JsonObject): string {
  const query = new URLSearchParams()
  const add = (name: string, value: unknown) => {
    if (isObject(value)) for (const [inner, item] of Object.entries(value)) add(`${name}[${inner}]`, item)
    else if (['string', 'number', 'boolean'].includes(typeof value)) query.append(name, String(value))
  }
  for (const [name, value] of Object.entries(values)) add(name, value)
  const [address = '', hash] = page.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}${query}${hash === undefined ? '' : `#${hash}`}`
}

/** Only the query of the configured page may differ. Throws `badCallback`. */
function allowedPage(context: UsersContext, { settings }: ProviderDoor, asked: string | undefined): string {
  const configured = settings.callback ?? `${context.serverUrl}${context.prefix}/auth/${settings.name}/callback`
  if (asked === undefined) return configured
  if (URL.canParse(asked) && URL.canParse(configured)) {
    const [given, own] = [new URL(asked), new URL(configured)]
    const same = given.origin === own.origin && given.pathname === own.pathname
    if (same && given.username === '' && given.password === '') return given.href
  }
  throw new PopulusError('badCallback', {}, { details: { callback: asked } })
}

function ownAddress({ serverUrl, prefix }: UsersContext, provider: string): string {
  return `${serverUrl}${prefix}/connect/${provider}/callback`
}

function placeOf({ serverUrl, prefix }: UsersContext, provider: string) {
  return { provider, path: `${prefix}/connect`, secure: serverUrl.startsWith('https:') }
}
