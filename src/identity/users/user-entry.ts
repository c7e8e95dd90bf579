/** A user as an entry that is written like any other: the own rules of users for scalar values, those of content for the rest. */

import { hashPasswords, planInput } from '../../content/write/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import type { PopulusError } from '../../errors.ts'
import { NOT_UNIQUE } from '../../plan/value-rules/scalar-tests.ts'
import { refusedNames } from '../../plan/write/pick-writable.ts'
import type { EntryWrite, ScalarWrite } from '../../plan/write/write-plan.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Problem } from './user-problem.ts'
import { userType } from './user-store.ts'
import { readUserValues, type UserValues } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

export interface UserInput {
  readonly caller: Caller
  /** What was sent and may be looked at. */
  readonly given: JsonObject
  /** What the server sets, whatever was sent. */
  readonly decided?: JsonObject
  /** `null` for a new user. */
  readonly id: number | null
}

/** What can be said without the database. */
export interface ReadUser {
  readonly input: UserInput
  /** The scalar values; the password still as it was typed. */
  readonly values: UserValues
  readonly problems: readonly Problem[]
}

/** Names outside of the list of fields that the caller may write are refused, and not looked at any further. */
export function readUser(context: UsersContext, input: UserInput): ReadUser {
  const type = userType(context)
  const mode = input.id === null ? 'create' : 'update'
  const refused = new Set(refusedNames(input.given, type, { mode, access: input.caller }))
  const given = Object.fromEntries(Object.entries(input.given).filter(([name]) => !refused.has(name)))
  const { values, problems } = readUserValues(type, { ...given, ...input.decided }, { all: input.id === null })
  const closed = [...refused].map(name => ({ path: [name], message: `Invalid parameter ${name}` }))
  return { input: { ...input, given }, values, problems: [...closed, ...problems] }
}

export interface PlannedUser {
  readonly write: EntryWrite
  readonly problems: readonly Problem[]
  readonly refusal: PopulusError | null
}

/** The whole user, and everything that is wrong with them, in the order of the attributes. Roles are given elsewhere. */
export async function planUser(
  context: UsersContext,
  scope: WriteScope,
  { input: { caller, given, decided, id }, values, problems }: ReadUser,
): Promise<PlannedUser> {
  const type = userType(context)
  const { content, clock } = context
  const { role: _, ...data } = { ...given, ...decided }
  const access = { ...caller, writeFields: new Map() }
  const checked = { mode: id === null ? 'create' : 'update', isDraft: false, id } as const
  const planned = await planInput(
    { ...content, clock: () => new Date(clock()) },
    scope,
    { type, access, data },
    checked,
  )
  const isOwn = ({ path: [name = ''], message }: Problem) =>
    type.attributes.get(name)?.kind === 'scalar' && message !== NOT_UNIQUE
  const all = [...problems, ...planned.problems.filter(problem => !isOwn(problem))]
  const stamps = planned.write.scalars.filter(({ attribute }) => STAMPS.has(attribute.name))
  return {
    write: { ...planned.write, scalars: [...scalarWrites(type, values), ...stamps] },
    problems: inOrder(type, all),
    refusal: planned.refusal,
  }
}

const STAMPS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt'])

function scalarWrites(type: ContentType, values: UserValues): readonly ScalarWrite[] {
  return [...values].flatMap(([name, value]) => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? [{ attribute, value: value as ScalarWrite['value'], path: [name] }] : []
  })
}

/** What is wrong with the user as a whole comes last. */
function inOrder(type: ContentType, problems: readonly Problem[]): readonly Problem[] {
  const names = [...type.attributes.keys()]
  const place = ({ path: [name] }: Problem) => (name === undefined ? names.length : names.indexOf(name))
  return problems.toSorted((a, b) => place(a) - place(b))
}

/** With the hash of the password, which was made before the transaction; other passwords are hashed here. */
export async function userEntry(
  { content }: UsersContext,
  { write }: PlannedUser,
  passwordHash: string | undefined,
): Promise<EntryWrite> {
  const scalars = write.scalars.map(scalar =>
    scalar.attribute.name === 'password' && passwordHash !== undefined ? { ...scalar, value: passwordHash } : scalar,
  )
  const around = await hashPasswords(content, { ...write, scalars: [] })
  return { ...around, scalars }
}
