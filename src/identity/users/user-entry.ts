/** Writes a user like any other entry: scalar values follow the rules of users, the rest those of content. */

import type { PreparedEntry } from '../../content/write/prepare-entries.ts'
import type { AfterCommit } from '../../content/write/run-hooks.ts'
import { hashPasswords, type PasswordHashes } from '../../content/write/values/password-hashes.ts'
import { judgeStored, planInput } from '../../content/write/values/write-input.ts'
import type { WritePolicy } from '../../content/write/write-order.ts'
import { refusedNames } from '../../plan/write/pick-writable.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { ScalarWrite } from '../../plan/write/write-plan.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { NOT_UNIQUE } from '../../schema/rules/scalar-tests.ts'
import type { ContentType, Model } from '../../schema/schema.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Problem } from './user-problem.ts'
import { userType } from './user-store.ts'
import { readUserValues, type UserValues } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

export interface UserInput {
  readonly caller: Caller
  /** The sent values that may be looked at. */
  readonly given: JsonObject
  /** The values that the server sets, whatever was sent. */
  readonly decided?: JsonObject
  /** `null` for a new user. */
  readonly id: number | null
}

export interface PlannedUser {
  readonly id: number | null
  /** Scalar values follow the rules of users, the rest those of content. Passwords are still in plain text. */
  readonly planned: PlannedWrite
  /** The problems found without the database. */
  readonly problems: readonly Problem[]
  /** The hashes of the passwords in the body. Empty if the body will be refused. */
  readonly hashes: PasswordHashes
}

/** Refuses fields that the caller may not write, without looking at them any further. Roles are assigned elsewhere. */
export async function planUser(context: UsersContext, input: UserInput): Promise<PlannedUser> {
  const { content, clock } = context
  const { caller, decided, id } = input
  const type = userType(context)
  const mode = id === null ? 'create' : 'update'
  const refused = new Set(refusedNames(input.given, type, { mode, access: caller }))
  const { role: _, ...given } = Object.fromEntries(Object.entries(input.given).filter(([name]) => !refused.has(name)))
  const data = { ...given, ...decided }
  const { values, problems } = readUserValues(type, data, { all: id === null })
  const access = { ...caller, writeFields: new Map() }
  const planned = planInput(
    { ...content, clock: () => new Date(clock()) },
    { type, access, data },
    { mode, defaultLocale: await content.defaultLocale() },
  )
  const stamps = planned.write.scalars.filter(({ attribute }) => STAMPS.has(attribute.name))
  const write = { ...planned.write, scalars: [...scalarWrites(type, values), ...stamps] }
  const closed = [...refused].map(name => ({ path: [name], message: `Invalid parameter ${name}` }))
  const all = [...closed, ...problems]
  const hashes = all.length === 0 ? await hashPasswords(content, [write]) : new Map()
  return { id, planned: { ...planned, write }, problems: all, hashes }
}

/** Whether the user gets a new password. */
export function hasPassword({ planned }: PlannedUser): boolean {
  return planned.write.scalars.some(({ attribute, value }) => attribute.name === 'password' && value !== null)
}

/** Reports what is wrong with a user, by throwing. */
export type ReportProblems = (problems: readonly Problem[]) => void

/** Judges the user in the transaction, and reports everything that is wrong in the order of the attributes. */
export function judgeUser({ problems }: PlannedUser, report: ReportProblems): NonNullable<WritePolicy['judge']> {
  return async (scope, { planned, checked }) => {
    const type = planned.write.model
    const isOwn = ({ path: [name = ''], message }: Problem) =>
      type.attributes.get(name)?.kind === 'scalar' && message !== NOT_UNIQUE
    const found = await judgeStored(scope, planned, checked)
    report(inOrder(type, [...problems, ...found.filter(problem => !isOwn(problem))]))
  }
}

/** The user as an entry that is ready to be stored. */
export function preparedUser({ id, planned, hashes }: PlannedUser, after: AfterCommit | undefined): PreparedEntry {
  const shared = { data: {}, hashes, after }
  return id === null
    ? { ...shared, target: { kind: 'new' }, asNew: { planned, wanted: [] } }
    : { ...shared, target: { kind: 'stored', id }, asChange: planned }
}

const STAMPS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt'])

function scalarWrites(type: ContentType, values: UserValues): readonly ScalarWrite[] {
  return [...values].flatMap(([name, value]) => {
    const attribute = type.attributes.get(name)
    return attribute?.kind === 'scalar' ? [{ attribute, value: value as ScalarWrite['value'], path: [name] }] : []
  })
}

/** Problems with the user as a whole come last. */
function inOrder(type: Model, problems: readonly Problem[]): readonly Problem[] {
  const names = [...type.attributes.keys()]
  const place = ({ path: [name] }: Problem) => (name === undefined ? names.length : names.indexOf(name))
  return problems.toSorted((a, b) => place(a) - place(b))
}
