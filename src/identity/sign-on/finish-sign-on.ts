/** What the provider says about the person who comes back from it, checked: who it is from, who it is for, and how old it is. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { sameSecret } from '../../util/same-secret.ts'
import type { AdminContext } from '../administrators/admin-context.ts'
import { openPending, pendingIn } from '../providers/pending-sign-in.ts'
import { changeIn } from '../records/change-rights.ts'
import { findCode, spendCode } from '../records/one-time-codes.ts'
import { ask, failed, type Issuer, openIssuer } from './open-issuer.ts'
import { adminSecret, ownAddress, type PendingSignOn } from './start-sign-on.ts'

/** What the browser brings back. */
export interface ReturnFromProvider {
  readonly provider: string
  readonly query: URLSearchParams
  readonly cookies: string | undefined
}

export interface ProvenIdentity {
  readonly issuer: Issuer
  readonly subject: string
  readonly claims: JsonObject
  /** Whether the provider says that the person has shown more than a password. */
  readonly isStrong: boolean
  /** Where the person wanted to go. */
  readonly page: string
}

/** Signatures with a key that only the provider has. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Seconds that the clocks of two machines may differ. */
const TOLERANCE = 30

/** Throws `signOnNotStarted`, `signOnDenied` or `signOnFailed`. */
export async function provenIdentity(context: AdminContext, given: ReturnFromProvider): Promise<ProvenIdentity> {
  const pending = await pendingOf(context, given)
  const { query, provider } = given
  if (query.get('error') !== null)
    throw new PopulusError(
      'signOnDenied',
      {},
      { cause: new Error(`${query.get('error')} ${query.get('error_description') ?? ''}`) },
    )
  const issuer = await openIssuer(context, provider)
  const from = query.get('iss')
  if (from === null ? issuer.namesItself : from !== issuer.issuer) throw failed(provider, `the answer is from ${from}`)
  const tokens = await exchange(context, issuer, { code: query.get('code') ?? '', verifier: pending.verifier })
  const claims = await idClaims(context, issuer, { token: tokens.id_token, nonce: pending.nonce })
  const profile = await profileOf(context, issuer, { token: tokens.access_token, subject: claims.sub })
  const { amr } = claims
  return {
    issuer,
    subject: claims.sub,
    // What is signed counts before what is not.
    claims: { ...profile, ...claims },
    isStrong: Array.isArray(amr) && amr.includes('mfa'),
    page: pending.page,
  }
}

/** The cookie belongs to this browser, and the state counts once. */
async function pendingOf(
  context: AdminContext,
  { provider, query, cookies }: ReturnFromProvider,
): Promise<PendingSignOn> {
  const sealed = pendingIn(cookies, provider)
  const opened =
    sealed === undefined ? undefined : await openPending<PendingSignOn>(adminSecret(context), sealed, context.clock())
  const state = query.get('state') ?? ''
  if (opened?.provider !== provider || !sameSecret(state, opened.state)) throw new PopulusError('signOnNotStarted')
  const { database } = context
  const stored = await findCode(context, 'adminSignOn', state)
  const isOurs = stored?.isBoundTo([provider]) === true
  if (!isOurs || !(await changeIn(database, run => spendCode(run, database.dialect, 'adminSignOn', state))))
    throw new PopulusError('signOnNotStarted')
  return opened
}

async function exchange(
  context: AdminContext,
  issuer: Issuer,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Promise<JsonObject> {
  const { provider, settings, takesBasic, tokenUrl } = issuer
  const secrets = context.secrets.singleSignOn ?? {}
  const secret = Object.hasOwn(secrets, provider) ? secrets[provider] : undefined
  const isBasic = secret !== undefined && takesBasic
  const answer = await ask(context, issuer, {
    url: tokenUrl,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: ownAddress(context, provider),
      code_verifier: verifier,
      ...(isBasic ? {} : { client_id: settings.clientId, ...(secret === undefined ? {} : { client_secret: secret }) }),
    },
    ...(isBasic ? { headers: { authorization: `Basic ${basic(settings.clientId, secret)}` } } : {}),
  })
  return isObject(answer) ? answer : {}
}

/** As RFC 6749 wants it: each part is encoded as in a form first. */
function basic(id: string, secret: string): string {
  const [user, password] = [id, secret].map(part => new URLSearchParams({ '': part }).toString().slice(1))
  return Buffer.from(`${user}:${password}`).toString('base64')
}

async function idClaims(
  context: AdminContext,
  issuer: Issuer,
  { token, nonce }: { readonly token: unknown; readonly nonce: string },
): Promise<JWTPayload & { readonly sub: string }> {
  const { provider, settings, keysUrl } = issuer
  if (typeof token !== 'string') throw failed(provider, 'it sent no id_token')
  const keys = await ask(context, issuer, { url: keysUrl })
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys as JSONWebKeySet), {
      issuer: issuer.issuer,
      audience: settings.clientId,
      algorithms: ALGORITHMS,
      currentDate: new Date(context.clock()),
      clockTolerance: TOLERANCE,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    const { sub, azp, aud, nonce: sent } = payload
    if (typeof sent !== 'string' || !sameSecret(sent, nonce))
      throw failed(provider, 'the nonce is not the one that was sent')
    const isForOthers = azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== settings.clientId
    if (isForOthers) throw failed(provider, 'the id_token was issued to another client')
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw failed(provider, 'the subject is not valid')
    return { ...payload, sub }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw failed(provider, error.message)
    throw error
  }
}

/** Many providers tell addresses and groups only here. */
async function profileOf(
  context: AdminContext,
  issuer: Issuer,
  { token, subject }: { readonly token: unknown; readonly subject: string },
): Promise<JsonObject> {
  const { profileUrl, provider } = issuer
  if (profileUrl === null || typeof token !== 'string') return {}
  const profile = await ask(context, issuer, { url: profileUrl, headers: { authorization: `Bearer ${token}` } })
  if (!isObject(profile) || profile.sub !== subject) throw failed(provider, 'the profile is of somebody else')
  return profile
}
