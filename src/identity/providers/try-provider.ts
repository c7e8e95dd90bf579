/**
 * An administrator tries a provider before users do. The way there and back is the one of users, except that it ends on the page of
 * the panel, with what happened in a signed form, and nobody is signed in.
 */
import { PopulusError } from '../../errors.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { tokenSecret } from '../sign-in/issue-token.ts'
import type { UsersContext } from '../users/users-context.ts'
import { openPending, sealPending } from './pending-sign-in.ts'
import { openProvider, type ProviderDoor, profileOf } from './provider-door.ts'

/** How far it got: the address, the return from the provider, the token, the profile. */
export interface TrialOutcome {
  readonly provider: string
  readonly step: 'address' | 'return' | 'token' | 'profile' | 'done'
  /** What the other side says; the name and the address of the person once it is done. */
  readonly detail: string
}

/** The member of an answer that has the reason of a failure. */
export const CAUSE = 'cause'
const PAGE = '/admin/settings/users-permissions/providers'
const LONGEST_DETAIL = 500

/** Where the trial starts, or what is wrong already. */
export async function startTrial(
  context: UsersContext,
  provider: string,
): Promise<{ readonly url: string } | { readonly problem: TrialOutcome }> {
  const secret = tokenSecret(context)
  try {
    await openProvider(context, provider, { evenIfOff: true })
  } catch (error) {
    if (!(error instanceof PopulusError) || error.cause === undefined) throw error
    return { problem: { provider, step: 'address', detail: causeOf(error) } }
  }
  const trial = await sealPending(secret, { trialOf: provider }, context.clock())
  return { url: `${context.serverUrl}${context.prefix}/connect/${provider}?trial=${trial}` }
}

export async function isTrialOf(context: UsersContext, provider: string, trial: string): Promise<boolean> {
  const opened = await openPending<{ trialOf?: unknown }>(tokenSecret(context), trial, context.clock())
  return opened?.trialOf === provider
}

/** `answer`: the tokens, or an error. */
export async function trialPage(context: UsersContext, door: ProviderDoor, answer: JsonObject): Promise<string> {
  const { step, detail } = await judged(context, door, answer)
  const provider = door.settings.name
  const told = { outcome: { provider, step, detail: detail.slice(0, LONGEST_DETAIL) } satisfies TrialOutcome }
  const sealed = await sealPending(tokenSecret(context), told, context.clock())
  return `${PAGE}?tried=${encodeURIComponent(sealed)}`
}

async function judged(
  context: UsersContext,
  door: ProviderDoor,
  { access_token, error, error_description, [CAUSE]: cause }: JsonObject,
): Promise<Pick<TrialOutcome, 'step' | 'detail'>> {
  if (cause !== undefined) return { step: 'token', detail: String(cause) }
  if (typeof access_token !== 'string')
    return { step: 'return', detail: [error, error_description].filter(part => typeof part === 'string').join(': ') }
  try {
    const { username, email } = await profileOf(context, door, access_token)
    return { step: 'done', detail: `${username} (${email})` }
  } catch (failure) {
    if (failure instanceof PopulusError) return { step: 'profile', detail: causeOf(failure) }
    throw failure
  }
}

/** What the other side has said, for whoever manages the provider. */
export function causeOf({ cause, message }: PopulusError): string {
  return (cause instanceof Error ? cause.message : message).slice(0, LONGEST_DETAIL)
}

/** `undefined` if it is not ours, or too old. */
export async function openOutcome(context: UsersContext, sealed: string): Promise<TrialOutcome | undefined> {
  return (await openPending<{ outcome?: TrialOutcome }>(tokenSecret(context), sealed, context.clock()))?.outcome
}
