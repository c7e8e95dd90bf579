/** What all write operations have in common: checking a body, and showing what was stored. */
import { PopulusError } from '../../errors.ts'
import { SERVER_ACCESS } from '../../plan/access.ts'
import { judgeWrite, type PlannedWrite, planWrite, type WriteMode } from '../../plan/write/plan-write.ts'
import type { EntryWrite, ScalarWrite, ValueProblem } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
import { namedProblems, problemsText } from '../../util/named-problems.ts'
import type { ContentContext } from '../content-context.ts'
import type { WriteCaller } from '../content-hooks.ts'
import { loadRows } from '../read/load-rows.ts'
import type { ReadInput } from '../read/prepare-read.ts'
import type { PreparedRead } from '../read/prepared-read.ts'
import { checkFiles } from './check-files.ts'
import { type CheckedEntry, checkStored } from './check-stored.ts'
import type { WriteResult } from './commit-write.ts'
import { type PasswordHashes, withHashes } from './password-hashes.ts'
import { lockRelations, type WriteScope } from './write-scope.ts'

export interface WriteInput extends ReadInput {
  /** The attributes of the body. */
  readonly data: Readonly<Record<string, unknown>>
  /** Attributes that the code of the project has set. */
  readonly decided?: Readonly<Record<string, unknown>> | undefined
  readonly access: WriteCaller
  /** What else belongs to the entry and is stored with it, in the same transaction. */
  readonly alongside?: ((scope: WriteScope, id: number) => Promise<void>) | undefined
}

export interface PlanInput {
  readonly mode: WriteMode
  readonly defaultLocale: string
  /** Values that a new entry copies, unless the body names them. */
  readonly inherited?: Readonly<Record<string, unknown>>
}

export interface CheckedInput extends CheckedEntry {
  readonly isDraft: boolean
}

/** What planning a write takes. */
export type NewEntryContext = Pick<ContentContext, 'schema' | 'dialect' | 'settings' | 'clock'>

/** The write that a body describes. Does not query the database. */
export function planInput(
  { schema, dialect, settings, clock }: NewEntryContext,
  { type, access, data, decided }: Pick<WriteInput, 'type' | 'access' | 'data' | 'decided'>,
  { mode, defaultLocale, inherited = {} }: PlanInput,
): PlannedWrite {
  const context = { schema, access, dialect, settings, defaultLocale }
  return planWrite(data, type, { mode, inherited, decided, context, now: clock() })
}

/** The body as it will be stored. Throws all problems at once, including those that need the database. */
export async function checkInput(
  scope: WriteScope,
  planned: PlannedWrite,
  hashes: PasswordHashes,
  checked: CheckedInput,
): Promise<EntryWrite> {
  const problems = await judgeStored(scope, planned, checked)
  if (problems.length > 0) throw invalidValues(problems)
  if (planned.refusal !== null) throw planned.refusal
  const { write } = planned
  await lockRelations(
    scope,
    write.links.map(({ attribute }) => attribute),
  )
  return withHashes(write, hashes)
}

/** The problems of a body, including those found in the database. */
export async function judgeStored(
  scope: WriteScope,
  planned: PlannedWrite,
  checked: CheckedInput,
): Promise<readonly ValueProblem[]> {
  return (await judgeAllStored(scope, [{ planned, checked }]))[0]!
}

export interface JudgedInput {
  readonly planned: PlannedWrite
  readonly checked: CheckedInput
}

/** The same for many bodies, in their order, with as many statements as for one. */
export async function judgeAllStored(
  scope: WriteScope,
  inputs: readonly JudgedInput[],
): Promise<readonly (readonly ValueProblem[])[]> {
  const bodies = inputs.map(({ planned, checked: { isDraft, ...entry } }) => ({
    write: planned.write,
    problems: judgeWrite(planned, { isDraft }),
    entry,
  }))
  const { rows, bareLinks = false } = inputs[0]?.planned.context.access ?? SERVER_ACCESS
  const found = await checkStored(scope, bodies, { rows, bareLinks })
  const refused = await checkFiles(
    scope,
    bodies.map(({ write, entry }) => ({ write, id: entry.id })),
    rows,
  )
  return inputs.map(({ planned, checked: { isDraft } }, index) => {
    const facts = found[index]!
    const asExpected = facts.taken.length === 0 && facts.missing.length === 0
    const problems = asExpected ? bodies[index]!.problems : judgeWrite(planned, { isDraft, found: facts })
    return [...problems, ...refused[index]!]
  })
}

/** `{ errors: [{ path, message, name }] }` under `details`, as in Strapi. */
export function invalidValues(problems: readonly ValueProblem[]): PopulusError {
  const { errors, ...more } = namedProblems(problems)
  const details = { errors: errors.map(problem => ({ ...problem, name: 'ValidationError' })), ...more }
  return new PopulusError('invalidValues', { message: problemsText(problems) }, { details })
}

/** A stored entry as the transaction sees it; nothing if a rule hides it from the writer. */
export async function readStored(scope: WriteScope, read: PreparedRead, id: number): Promise<WriteResult> {
  const json = read.toJson(await scope.read(loadRows(read.program, scope.dialect, { entryIds: [id] })))
  const hidden = read.program.envelope === 'flat-entry' ? 'null' : '{"data":null,"meta":{}}'
  return { id, json: json?.toString() ?? hidden }
}

/** What the body and the code of the project say together. */
export function wantedValues({ data, decided }: Pick<WriteInput, 'data' | 'decided'>): WriteInput['data'] {
  return decided === undefined ? data : { ...data, ...decided }
}

export function wantsDraft(type: ContentType, data: Readonly<Record<string, unknown>>): boolean {
  return type.draftAndPublish && data.publishedAt === null
}

/** Sets a value of an entry that the body does not decide. */
export function withScalar(entry: EntryWrite, name: string, value: ScalarWrite['value']): EntryWrite {
  const attribute = entry.model.attributes.get(name)
  if (attribute?.kind !== 'scalar') return entry
  const others = entry.scalars.filter(scalar => scalar.attribute.name !== name)
  return { ...entry, scalars: [...others, { attribute, value, path: [name] }] }
}
