/**
 * Hashes the passwords of a body before its transaction begins. Hashing takes long, and other writers would have to
 * wait.
 */
import { PopulusError } from '../../../errors.ts'
import { judgeWrite, type PlannedWrite } from '../../../plan/write/plan-write.ts'
import type { EntryWrite, ScalarWrite } from '../../../plan/write/write-plan.ts'

/** Hashes by the place in the body and the password itself. */
export type PasswordHashes = ReadonlyMap<string, string>

export interface PasswordLimits {
  readonly bodyPasswords: number
}

export interface HashContext {
  readonly hashPassword: (password: string) => Promise<string>
  readonly limits: PasswordLimits
}

/** Hashes the passwords of the plans of one body. Nothing that will be rejected is hashed. */
export function hashPlanned(context: HashContext, plans: readonly PlannedWrite[]): Promise<PasswordHashes> {
  const entries = plans.filter(plan => hasPasswords(plan.write) && !isHopeless(plan)).map(({ write }) => write)
  return hashPasswords(context, entries)
}

/** Hashes one password after another, so that one body does not fill the queue. */
export async function hashPasswords(
  { hashPassword, limits }: HashContext,
  entries: readonly EntryWrite[],
): Promise<PasswordHashes> {
  const passwords = new Map(entries.flatMap(passwordsIn).map(given => [keyOf(given), given.value]))
  if (passwords.size > limits.bodyPasswords) throw new PopulusError('tooManyPasswords', { limit: limits.bodyPasswords })
  const hashes = new Map<string, string>()
  for (const [key, password] of passwords) hashes.set(key, await hashPassword(password))
  return hashes
}

/** A draft may contain everything that a published entry may contain. */
function isHopeless(planned: PlannedWrite): boolean {
  return planned.refusal !== null || judgeWrite(planned, { isDraft: true }).length > 0
}

export function hasPasswords(entry: EntryWrite): boolean {
  return passwordsIn(entry).length > 0
}

/** The entry as it is stored, with hashes in its components too. */
export function withHashes(entry: EntryWrite, hashes: PasswordHashes): EntryWrite {
  const inside = <Write extends EntryWrite['components'][number] | EntryWrite['zones'][number]>(
    write: Write,
  ): Write => ({
    ...write,
    items: write.items.map(item => ({ ...item, entry: withHashes(item.entry, hashes) })),
  })
  return {
    ...entry,
    scalars: entry.scalars.map(scalar => (isPassword(scalar) ? { ...scalar, value: hashOf(scalar, hashes) } : scalar)),
    components: entry.components.map(inside),
    zones: entry.zones.map(inside),
  }
}

function hashOf(password: Password, hashes: PasswordHashes): string {
  const hash = hashes.get(keyOf(password))
  if (hash === undefined) throw new Error(`The password at ${password.path.join('.')} was not hashed`)
  return hash
}

type Password = ScalarWrite & { readonly value: string }

function isPassword(scalar: ScalarWrite): scalar is Password {
  return scalar.attribute.type === 'password' && typeof scalar.value === 'string'
}

function passwordsIn({ scalars, components, zones }: EntryWrite): readonly Password[] {
  const items = [...components, ...zones].flatMap(write => write.items)
  return [...scalars.filter(isPassword), ...items.flatMap(({ entry }) => passwordsIn(entry))]
}

function keyOf({ path, value }: Password): string {
  return JSON.stringify([path, value])
}
