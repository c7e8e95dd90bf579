/**
 * Sends an administrator to a provider of OpenID Connect: an authorization code with PKCE, a state and a nonce. The state counts
 * once; it and the rest are in a signed cookie, so that only the browser that started can finish.
 */
import { PopulusError } from '../../errors.ts'
import { sha256 } from '../../util/sha256.ts'
import type { AdminContext } from '../administrators/admin-context.ts'
import { pendingCookie, random, sealPending } from '../providers/pending-sign-in.ts'
import { NOBODY, storeCode } from '../records/one-time-codes.ts'
import { openIssuer } from './open-issuer.ts'

export interface PendingSignOn {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the person wants to go. */
  readonly page: string
}

/** Milliseconds; as long as the cookie. */
const LIFETIME = 600_000
const PATH = '/admin/connect'
const SCOPES = ['openid', 'email', 'profile']

export async function startSignOn(
  context: AdminContext,
  { provider, page }: { readonly provider: string; readonly page: string | null },
): Promise<{ readonly redirect: string; readonly cookie: string }> {
  const secret = adminSecret(context)
  const issuer = await openIssuer(context, provider)
  const [state, nonce, verifier] = [random(), random(), random()]
  const pending: PendingSignOn = { provider, state, nonce, verifier, page: pageOfPanel(page) }
  const { clientId, scopes = SCOPES } = issuer.settings
  const url = new URL(issuer.authorizeUrl)
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: ownAddress(context, provider),
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state,
    nonce,
    code_challenge_method: 'S256',
    code_challenge: sha256(verifier, 'base64url'),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const started = {
    purpose: 'adminSignOn',
    code: state,
    ownerId: NOBODY,
    boundTo: [provider],
    besideOthers: true,
  } as const
  await storeCode(context, { ...started, lifetime: LIFETIME })
  return {
    redirect: url.href,
    cookie: pendingCookie(placeOf(context, provider), await sealPending(secret, pending, context.clock())),
  }
}

/** Removes the cookie. */
export function endPending(context: AdminContext, provider: string): string {
  return pendingCookie(placeOf(context, provider), '')
}

function placeOf({ users }: AdminContext, provider: string) {
  return { provider, path: PATH, secure: users.serverUrl.startsWith('https:') }
}

/** A key of its own: what signs for users must not sign for administrators, even if both secrets are the same. */
export function adminSecret({ secrets }: AdminContext): string {
  if (secrets.admin === undefined) throw new PopulusError('noAdminSecret')
  return `${secrets.admin} single sign-on`
}

export function ownAddress({ users }: AdminContext, provider: string): string {
  return `${users.serverUrl}${PATH}/${provider}/callback`
}

const HOME = '/admin/'
/** Any origin will do: it shows whether an address stays where it is. */
const HERE = 'http://here.invalid'

/** Only pages of the panel: a link must not lead people elsewhere after they have signed in. */
function pageOfPanel(wanted: string | null): string {
  if (wanted === null || !URL.canParse(wanted, HERE)) return HOME
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  const isPage = origin === HERE && /^\/admin(\/(?!auth\/|connect\/|api\/)|$)/.test(pathname)
  return isPage ? `${pathname}${search}${hash}` : HOME
}
