/** What the operations that write have in common: checking a body, and showing what was stored. */
import { PopulusError } from '../../errors.ts'
import { type PlannedWrite, planWrite } from '../../plan/write/plan-write.ts'
import type { EntryWrite, ScalarWrite, ValueProblem } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import { loadRows } from '../read/load-rows.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import type { PreparedRead } from '../read/prepared-read.ts'
import { type CheckedEntry, checkStored } from './check-stored.ts'
import type { WriteResult } from './commit-write.ts'
import { lockRelations, type WriteScope } from './write-scope.ts'

export interface WriteInput extends ReadInput {
  /** The attributes of the body. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface CheckedInput extends CheckedEntry {
  readonly mode: 'create' | 'update'
  readonly isDraft: boolean
  /** Values that a new entry takes over where the body does not name them. */
  readonly inherited?: Readonly<Record<string, unknown>>
}

/** The body as it will be stored. Throws with all problems at once, those that need the database included. */
export async function checkInput(
  context: ContentContext,
  scope: WriteScope,
  input: WriteInput,
  checked: CheckedInput,
): Promise<EntryWrite> {
  const { write, problems, refusal } = await planInput(context, scope, input, checked)
  if (problems.length > 0) throw invalidValues(problems)
  if (refusal !== null) throw refusal
  await lockRelations(
    scope,
    write.links.map(({ attribute }) => attribute),
  )
  return hashPasswords(context, write)
}

/** What is to be stored, and what is wrong with it; the database has been asked. */
export async function planInput(
  context: ContentContext,
  scope: WriteScope,
  { type, access, data }: Pick<WriteInput, 'type' | 'access' | 'data'>,
  { mode, isDraft, inherited = {}, ...entry }: CheckedInput,
): Promise<PlannedWrite> {
  const { schema, dialect, settings } = context
  const planContext = { schema, access, dialect, settings, defaultLocale: scope.defaultLocale }
  const options = { mode, isDraft, inherited, context: planContext, now: context.clock() }
  const found = await checkStored(scope, planWrite(data, type, options), entry)
  return planWrite(data, type, { ...options, found })
}

/** `{ errors: [{ path, message, name }] }` under `details`, as in Strapi. */
function invalidValues(problems: readonly ValueProblem[]): PopulusError {
  const message = problems.length === 1 ? problems[0]!.message : `${problems.length} errors occurred`
  const errors = problems.map(problem => ({ ...problem, name: 'ValidationError' }))
  return new PopulusError('invalidValues', { message }, { details: { errors } })
}

/** Passwords are stored as hashes only, in components too. */
export async function hashPasswords(context: ContentContext, entry: EntryWrite): Promise<EntryWrite> {
  const hashed = async (scalar: ScalarWrite): Promise<ScalarWrite> => {
    if (scalar.attribute.type !== 'password' || typeof scalar.value !== 'string') return scalar
    return { ...scalar, value: await context.hashPassword(scalar.value) }
  }
  const inside = async <Item extends { readonly items: EntryWrite['components'][number]['items'] }>(
    write: Item,
  ): Promise<Item> => ({
    ...write,
    items: await Promise.all(
      write.items.map(async item => ({ ...item, entry: await hashPasswords(context, item.entry) })),
    ),
  })
  return {
    ...entry,
    scalars: await Promise.all(entry.scalars.map(hashed)),
    components: await Promise.all(entry.components.map(inside)),
    zones: await Promise.all(entry.zones.map(inside)),
  }
}

/** A stored entry as the transaction sees it. */
export async function readStored(scope: WriteScope, read: PreparedRead, id: number): Promise<WriteResult> {
  const json = read.toJson(await scope.read(loadRows(read.program, scope.dialect, { entryId: id })))
  if (json === null) throw new PopulusError('notFound')
  return { id, json: json.toString() }
}

/** Whether a body asks for a draft. */
export function wantsDraft(type: ContentType, data: Readonly<Record<string, unknown>>): boolean {
  return type.draftAndPublish && data.publishedAt === null
}

/** Puts a value into an entry that the body does not decide. */
export function withScalar(entry: EntryWrite, name: string, value: ScalarWrite['value']): EntryWrite {
  const attribute = entry.model.attributes.get(name)
  if (attribute?.kind !== 'scalar') return entry
  const others = entry.scalars.filter(scalar => scalar.attribute.name !== name)
  return { ...entry, scalars: [...others, { attribute, value, path: [name] }] }
}
