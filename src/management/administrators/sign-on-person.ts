/**
 * The administrator behind an account at a provider: known by issuer and subject; the first time found by a verified address, or
 * created if the operator wants that. Their roles follow the claims at each sign-in.
 */
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { endSessionsOf } from '../../identity/administrators/admin-sessions.ts'
import { type Administrator, adminRows, isActive, SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { endCodes, hasCode } from '../../identity/records/one-time-codes.ts'
import { addIdentity, findByIdentity, hasIdentityAt } from '../../identity/sign-on/admin-identities.ts'
import { namesIn, rolesOf, verifiedEmail } from '../../identity/sign-on/claim-rules.ts'
import type { ProvenIdentity } from '../../identity/sign-on/finish-sign-on.ts'
import { checkSuperAdmin, currentAdministrators, insertAdministrator, setRoles } from './manage-administrators.ts'

/** Throws `signOnUnknown`, `signOnUnverified`, `signOnNoRole`, or `lastSuperAdmin` if the claims would leave none. */
export async function personBehind(context: AdminContext, identity: ProvenIdentity): Promise<Administrator> {
  const { settings } = identity.issuer
  const codes = rolesOf(settings, identity.claims)
  const found = await changeRights(context, run => findOrCreate(context, run, identity, codes))
  // After the commit: roles that somebody no longer has are gone, though they are not let in.
  if (found === null) throw new PopulusError('signOnNoRole')
  return found
}

/** `null` for somebody whom the claims give no role. */
async function findOrCreate(
  context: AdminContext,
  run: Run,
  identity: ProvenIdentity,
  codes: readonly string[] | null,
): Promise<Administrator | null> {
  const { dialect } = context.database
  const account = { issuer: identity.issuer.issuer, subject: identity.subject }
  const people = await currentAdministrators(context, run)
  const known = await findByIdentity(run, dialect, account, people)
  if (known !== undefined) {
    if (!isActive(known)) throw new PopulusError('signOnUnknown')
    return withRoles(context, run, known, codes)
  }
  const email = verifiedEmail(identity.issuer.settings, identity.claims)
  if (email === undefined) throw new PopulusError('signOnUnverified')
  if (codes?.length === 0) return null
  const namesake = people.find(person => person.email.toLowerCase() === email)
  const person =
    namesake === undefined
      ? await newPerson(context, run, identity, { email, codes, people })
      : await invited(context, run, identity, namesake)
  await addIdentity(run, dialect, account, { person, now: context.clock() })
  return withRoles(context, run, person, codes)
}

interface NewPerson {
  readonly email: string
  readonly codes: readonly string[] | null
  readonly people: readonly Administrator[]
}

async function newPerson(
  context: AdminContext,
  run: Run,
  { issuer, claims }: ProvenIdentity,
  { email, codes, people }: NewPerson,
): Promise<Administrator> {
  if (issuer.settings.createPeople !== true || codes === null) throw new PopulusError('signOnUnknown')
  // Otherwise nobody could become the first super administrator any more.
  if (people.length === 0 && !codes.includes(SUPER_ADMIN)) throw new PopulusError('signOnUnknown')
  const values = { email, ...namesIn(claims), password: null }
  const { id } = await insertAdministrator(context, run, values, codes)
  return activated(context, run, id)
}

/** Somebody of this address who may come in, or whose invitation is still open. */
async function invited(
  context: AdminContext,
  run: Run,
  { issuer }: ProvenIdentity,
  person: Administrator,
): Promise<Administrator> {
  const { dialect } = context.database
  if (person.blocked || (await hasIdentityAt(run, dialect, issuer.issuer, person)))
    throw new PopulusError('signOnUnknown')
  if (person.isActive) return person
  const invitation = { ownerId: person.id, now: context.clock() }
  if (!(await hasCode(run, dialect, 'adminInvitation', invitation))) throw new PopulusError('signOnUnknown')
  await endCodes(run, dialect, ['adminInvitation'], person.id)
  return activated(context, run, person.id)
}

async function activated(context: AdminContext, run: Run, id: number): Promise<Administrator> {
  const now = new Date(context.clock())
  await adminRows(context.database.dialect, context.schema).update(run, id, { isActive: true }, { now })
  return (await currentAdministrators(context, run)).find(person => person.id === id)!
}

async function withRoles(
  context: AdminContext,
  run: Run,
  person: Administrator,
  codes: readonly string[] | null,
): Promise<Administrator | null> {
  const before = person.roles.map(({ code }) => code).sort()
  if (codes === null || codes.join('\n') === before.join('\n')) return person
  await setRoles(context, run, person.id, codes)
  if (codes.length === 0) await endSessionsOf(run, context.database.dialect, person.id)
  const after = await currentAdministrators(context, run)
  checkSuperAdmin(after)
  return codes.length === 0 ? null : after.find(({ id }) => id === person.id)!
}
