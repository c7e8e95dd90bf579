/**
 * Asking for passkeys and checking the answers (WebAuthn). Each question has a challenge of its own, which is stored as a
 * one-time code: it is bound to what it was made for, expires, and is used up by the first answer, on whichever server. An
 * answer that does not hold for any reason is `wrongPasskey`.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { PopulusError } from '../../errors.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { changeIn } from '../records/change-rights.ts'
import { type CodePurpose, NOBODY, type StoredCode, storeCode, takeCode } from '../records/one-time-codes.ts'
import { readRows } from '../records/stored-rows.ts'
import type { AdminContext } from './admin-context.ts'
import { type Administrator, administratorStatements, isActive, toAdministrators } from './administrators.ts'
import { isOwner, type NewPasskey, type Passkey, recordUse, selectPasskey, toPasskey } from './passkeys.ts'

/** Where passkeys count. */
export interface PasskeySite {
  /** The name of the host: `cms.example.org` */
  readonly id: string
  /** Where its pages may come from: `https://cms.example.org` */
  readonly origins: readonly string[]
}

export type AskedPasskey = PublicKeyCredentialRequestOptionsJSON
export type PasskeyAnswer = AuthenticationResponseJSON
export type AskedNewPasskey = PublicKeyCredentialCreationOptionsJSON
export type NewPasskeyAnswer = RegistrationResponseJSON

interface Held {
  readonly administrator: Administrator
  readonly passkeys: readonly Passkey[]
  readonly site: PasskeySite
}

const LIFETIME = 5 * 60_000
/** EdDSA, ES256, RS256: what devices have. */
const ALGORITHMS = [-8, -7, -257]

/** As a second factor. `undefined` if there is none for this site. */
export async function askForPasskey(
  context: AdminContext,
  { administrator, passkeys, site }: Held,
): Promise<AskedPasskey | undefined> {
  const here = passkeys.filter(passkey => passkey.site === site.id)
  if (here.length === 0) return undefined
  return ask(context, site, { purpose: 'passkeyFactor', ownerId: administrator.id, allowed: here })
}

/** Rejects with `wrongPasskey`. The password was right, so that the device need not know who uses it. */
export async function checkPasskey(context: AdminContext, held: Held, answer: PasskeyAnswer): Promise<void> {
  const challenge = await takeChallenge(context, 'passkeyFactor', answer)
  const passkey = held.passkeys.find(({ credentialId }) => credentialId === answer.id)
  if (challenge?.ownerId !== held.administrator.id || passkey === undefined) throw new PopulusError('wrongPasskey')
  await verify(context, { passkey, answer, site: held.site, knowsPerson: false })
}

/** Instead of a password: any passkey that the device has for this site. */
export function askForAnyPasskey(context: AdminContext, site: PasskeySite): Promise<AskedPasskey> {
  return ask(context, site, { purpose: 'passkeySignIn', ownerId: NOBODY, allowed: [] })
}

/** Whose passkey it is. The device has checked that it is in the hands of this person. Rejects with `wrongPasskey`. */
export async function personOfPasskey(
  context: AdminContext,
  site: PasskeySite,
  answer: PasskeyAnswer,
): Promise<Administrator> {
  const challenge = await takeChallenge(context, 'passkeySignIn', answer)
  const { database, schema } = context
  const [[row] = []] = await readRows(database, [selectPasskey(database.dialect, answer.id)])
  if (challenge === undefined || row === undefined) throw new PopulusError('wrongPasskey')
  const passkey = toPasskey(row)
  const statements = administratorStatements(database.dialect, schema, passkey.adminId)
  const [rows = [], roles = []] = await readRows(database, statements)
  const [administrator] = toAdministrators(database.dialect, schema, rows, roles)
  if (administrator === undefined || !isActive(administrator) || !isOwner(administrator, passkey))
    throw new PopulusError('wrongPasskey')
  if (answer.response.userHandle === undefined) throw new PopulusError('wrongPasskey')
  await verify(context, { passkey, answer, site, knowsPerson: true })
  return administrator
}

interface Question {
  readonly purpose: CodePurpose
  readonly ownerId: number
  /** Empty: any. */
  readonly allowed: readonly Passkey[]
}

async function ask(
  context: AdminContext,
  site: PasskeySite,
  { purpose, ownerId, allowed }: Question,
): Promise<AskedPasskey> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const asked = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: LIFETIME,
    userVerification: allowed.length === 0 ? 'required' : 'preferred',
    ...(allowed.length === 0 ? {} : { allowCredentials: allowed.map(descriptor) }),
  })
  const code = { purpose, ownerId, code: asked.challenge, boundTo: [], lifetime: LIFETIME }
  await storeCode(context, { ...code, besideOthers: true })
  return asked
}

function descriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] }
}

interface Claim {
  readonly passkey: Passkey
  readonly answer: PasskeyAnswer
  readonly site: PasskeySite
  /** Whether the device must have asked for a finger, a face or a PIN. */
  readonly knowsPerson: boolean
}

async function verify(context: AdminContext, { passkey, answer, site, knowsPerson }: Claim): Promise<void> {
  const { userHandle } = answer.response
  const isTheirs = userHandle === undefined || sameSecret(userHandle, passkey.userHandle)
  if (!isTheirs || passkey.site !== site.id) throw new PopulusError('wrongPasskey')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { credentialId: id, publicKey, counter } = passkey
  const found = await accepted(() =>
    verifyAuthenticationResponse({
      response: answer,
      // It was ours: it has been taken from the table.
      expectedChallenge: () => true,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      requireUserVerification: knowsPerson,
    }),
  )
  const use = { id: passkey.id, counter: found.authenticationInfo.newCounter, usedAt: context.clock() }
  const { database } = context
  const isNext = found.verified && (await changeIn(database, run => recordUse(run, database.dialect, use)))
  if (!isNext) throw new PopulusError('wrongPasskey')
}

export interface NewPasskeyQuestion {
  readonly administrator: Administrator
  readonly passkeys: readonly Passkey[]
  readonly site: PasskeySite
  /** The session that asks. The answer must come from it. */
  readonly session: string
}

/** For a passkey that the person is about to make. */
export async function askForNewPasskey(
  context: AdminContext,
  { administrator, passkeys, site, session }: NewPasskeyQuestion,
): Promise<AskedNewPasskey> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { email, firstname, lastname } = administrator
  const handle = handleOf(context, administrator, passkeys)
  const asked = await generateRegistrationOptions({
    rpName: 'Populus',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: email,
    userDisplayName: [firstname, lastname].filter(Boolean).join(' ') || email,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: LIFETIME,
    excludeCredentials: passkeys.filter(passkey => passkey.site === site.id).map(descriptor),
    // A key that keeps nothing and asks for nothing is still a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await storeCode(context, {
    ...{ purpose: 'newPasskey', ownerId: administrator.id, code: asked.challenge, lifetime: LIFETIME },
    boundTo: [session],
  })
  return asked
}

/** What to store, but for its name. Rejects with `wrongPasskey`. */
export async function readNewPasskey(
  context: AdminContext,
  { administrator, passkeys, site, session }: NewPasskeyQuestion,
  answer: NewPasskeyAnswer,
): Promise<Omit<NewPasskey, 'name'>> {
  const challenge = await takeChallenge(context, 'newPasskey', answer)
  if (challenge?.ownerId !== administrator.id || !challenge.isBoundTo([session])) throw new PopulusError('wrongPasskey')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const found = await accepted(async () => {
    await refuseCertificates(answer)
    return verifyRegistrationResponse({
      response: answer,
      expectedChallenge: () => true,
      expectedOrigin: [...site.origins],
      expectedRPID: site.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!found.verified) throw new PopulusError('wrongPasskey')
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    site: site.id,
    userHandle: handleOf(context, administrator, passkeys),
    createdAt: context.clock(),
  }
}

/** The same for all passkeys of an account. It says nothing about the person, because devices show it to everybody. */
function handleOf({ secrets }: AdminContext, { id, createdAt }: Administrator, [first]: readonly Passkey[]): string {
  const made = () =>
    createHmac('sha256', secrets.admin ?? '')
      .update(`passkeys of ${id} ${createdAt}`)
      .digest('base64url')
  return first?.userHandle ?? made()
}

/** Nobody asked who has made the device. To check a certificate, the package would ask addresses that the sender names. */
async function refuseCertificates({ response }: NewPasskeyAnswer): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const given = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const isPlain =
    given.get('fmt') === 'none' || (given.get('fmt') === 'packed' && given.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error('a certificate')
}

/** The package throws whatever is wrong with an answer. */
async function accepted<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    throw new PopulusError('wrongPasskey', {}, { cause })
  }
}

/** `undefined` if it was not ours, was used before, or is old. */
async function takeChallenge(
  context: AdminContext,
  purpose: CodePurpose,
  { response }: PasskeyAnswer | NewPasskeyAnswer,
): Promise<StoredCode | undefined> {
  const challenge = challengeIn(response.clientDataJSON)
  return challenge === undefined ? undefined : takeCode(context, purpose, challenge)
}

function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    const { challenge, crossOrigin } = data as { readonly challenge?: unknown; readonly crossOrigin?: unknown }
    // Pages of others have no business with it, even those that show one of ours inside.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}
