/** Single sign-on of administrators, from the return of the browser to the session. */
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { openSession } from '../../identity/administrators/admin-sessions.ts'
import {
  type Administrator,
  isActive,
  loadAdministrators,
  selectPasswordOf,
} from '../../identity/administrators/administrators.ts'
import { checkSecondFactor, type GivenFactor, hasSecondFactor } from '../../identity/administrators/held-factors.ts'
import { rememberPlace } from '../../identity/administrators/known-places.ts'
import type { SignedIn } from '../../identity/administrators/sign-in.ts'
import { changeIn } from '../../identity/records/change-rights.ts'
import { findCode, randomCode, spendCode, storeCode } from '../../identity/records/one-time-codes.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { type ProvenIdentity, provenIdentity, type ReturnFromProvider } from '../../identity/sign-on/finish-sign-on.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { bindings } from './reset-codes.ts'
import { personBehind } from './sign-on-person.ts'

const STEP = 'adminSecondStep'
const STEP_BYTES = 32
/** Seconds in which the second factor must come. */
export const STEP_SECONDS = 300

export type SignOnResult =
  | { readonly kind: 'session'; readonly token: string; readonly page: string }
  /** Whoever has the step and the second factor is let in. */
  | { readonly kind: 'code'; readonly step: string; readonly page: string }

export async function finishSignOn(
  context: AdminContext,
  given: ReturnFromProvider & { readonly address: string },
): Promise<SignOnResult> {
  const identity = await provenIdentity(context, given)
  const { page } = identity
  const person = await personBehind(context, identity)
  const isStrong = isFactorMet(identity)
  if (!isStrong && (await hasSecondFactor(context, person)))
    return { kind: 'code', step: await storeStep(context, person), page }
  const { token } = await openFor(context, person, { address: given.address, isStrong })
  return { kind: 'session', token, page }
}

/** Unless the operator has decided, the provider must say that it saw a second factor. */
function isFactorMet({ issuer, isStrong }: ProvenIdentity): boolean {
  const { secondFactor = 'amr' } = issuer.settings
  return secondFactor === 'amr' ? isStrong : secondFactor === 'met'
}

async function storeStep(context: AdminContext, person: Administrator): Promise<string> {
  const step = randomCode(STEP_BYTES)
  const boundTo = await bindings(context, readingFrom(context.database), person)
  await storeCode(context, { purpose: STEP, code: step, ownerId: person.id, boundTo, lifetime: STEP_SECONDS * 1000 })
  return step
}

/** Throws `signOnNotStarted`; without a factor `secondFactorNeeded`, `wrongSecondFactor`, `wrongPasskey`, or `rateLimited` while a code must wait. */
export async function finishWithFactor(
  context: AdminContext,
  { step, address, ...factor }: GivenFactor & { readonly step: string; readonly address: string },
): Promise<SignedIn> {
  const found = await findCode(context, STEP, step)
  const person = (await loadAdministrators(context)).find(({ id }) => id === found?.ownerId)
  const isBound = found?.isBoundTo(await bindings(context, readingFrom(context.database), person)) === true
  if (person === undefined || !isActive(person) || !isBound) throw new PopulusError('signOnNotStarted')
  await checkSecondFactor(context, person, factor)
  const { database } = context
  if (!(await changeIn(database, run => spendCode(run, database.dialect, STEP, step))))
    throw new PopulusError('signOnNotStarted')
  return { ...(await openFor(context, person, { address, isStrong: false })), administrator: person }
}

async function openFor(
  context: AdminContext,
  { id }: Administrator,
  { address, isStrong }: { readonly address: string; readonly isStrong: boolean },
) {
  const { database, schema } = context
  const [[row] = []] = await readRows(database, [selectPasswordOf(database.dialect, schema, id)])
  await rememberPlace(context, id, address)
  return openSession(context, { id, passwordHash: (row?.[1] as string | null | undefined) ?? null, isStrong })
}
