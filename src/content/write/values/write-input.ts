/** Plans and checks the values of an entry. */

import { PopulusError } from '../../../errors.ts'
import { SERVER_ACCESS } from '../../../plan/access.ts'
import { judgeWrite, type PlannedWrite, planWrite, type WriteMode } from '../../../plan/write/plan-write.ts'
import type { EntryWrite, ScalarWrite, ValueProblem } from '../../../plan/write/write-plan.ts'
import { namedProblems, problemsText } from '../../../util/named-problems.ts'
import { mapInSlices } from '../../../util/process/slices.ts'
import type { ContentContext } from '../../content-context.ts'
import type { CheckedInput, JudgedInput, Values, WriteOrder, WritePolicy } from '../write-order.ts'
import type { WriteScope } from '../write-scope.ts'
import { checkFiles } from './check-files.ts'
import { checkStored } from './check-stored.ts'
import { type PasswordHashes, withHashes } from './password-hashes.ts'

/** The values of a body, and who writes them. */
export interface ValuesInput extends Pick<WriteOrder, 'type' | 'access'> {
  readonly data: Values
  /** Attributes that the code of the project has set. */
  readonly decided?: Values | undefined
}

export interface PlanInput {
  readonly mode: WriteMode
  readonly defaultLocale: string
  /** Values that a new entry copies, unless the body names them. */
  readonly inherited?: Readonly<Record<string, unknown>>
}

/** What planning a write takes. */
export type NewEntryContext = Pick<ContentContext, 'schema' | 'dialect' | 'settings' | 'clock'>

/** The write that a body describes. Does not query the database. */
export function planInput(
  { schema, dialect, settings, clock }: NewEntryContext,
  { type, access, data, decided }: ValuesInput,
  { mode, defaultLocale, inherited = {} }: PlanInput,
): PlannedWrite {
  const context = { schema, access, dialect, settings, defaultLocale }
  return planWrite(data, type, { mode, inherited, decided, context, now: clock() })
}

/** The body as it will be stored. Throws all problems at once, including those that need the database. */
export async function checkInput(
  scope: WriteScope,
  { planned, checked }: JudgedInput,
  hashes: PasswordHashes,
  judge: WritePolicy['judge'] = judgeBody,
): Promise<EntryWrite> {
  await judge(scope, { planned, checked })
  if (planned.refusal !== null) throw planned.refusal
  return withHashes(planned.write, hashes)
}

async function judgeBody(scope: WriteScope, { planned, checked }: JudgedInput): Promise<void> {
  const problems = await judgeStored(scope, planned, checked)
  if (problems.length > 0) throw invalidValues(problems)
}

/** The problems of a body, including those found in the database. */
export async function judgeStored(
  scope: WriteScope,
  planned: PlannedWrite,
  checked: CheckedInput,
): Promise<readonly ValueProblem[]> {
  return (await judgeAllStored(scope, [{ planned, checked }]))[0]!
}

/** The same for many bodies, in their order, with as many statements as for one. */
export async function judgeAllStored(
  scope: WriteScope,
  inputs: readonly JudgedInput[],
): Promise<readonly (readonly ValueProblem[])[]> {
  const bodies = await mapInSlices(inputs, ({ planned, checked: { isDraft, ...entry } }) => ({
    write: planned.write,
    problems: judgeWrite(planned, { isDraft }),
    entry,
    ...(planned.context.dialect.defaultsAreUnique ? {} : { given: planned.given }),
  }))
  const { access = SERVER_ACCESS, dialect } = inputs[0]?.planned.context ?? {}
  const { rows, bareLinks = false } = access
  const files = dialect?.allowedTypesHold === true ? bodies.map(({ write, entry }) => ({ write, id: entry.id })) : []
  const [found, refused] = await Promise.all([
    checkStored(scope, bodies, { rows, bareLinks }),
    checkFiles(scope, files, rows),
  ])
  return inputs.map(({ planned, checked: { isDraft } }, index) => {
    const facts = found[index]!
    const asExpected = facts.taken.length === 0 && facts.missing.length === 0
    const problems = asExpected ? bodies[index]!.problems : judgeWrite(planned, { isDraft, found: facts })
    return [...problems, ...(refused[index] ?? [])]
  })
}

/** `{ errors: [{ path, message, name }] }` under `details`, as in Strapi. */
export function invalidValues(problems: readonly ValueProblem[]): PopulusError {
  const { errors, ...more } = namedProblems(problems)
  const details = { errors: errors.map(problem => ({ ...problem, name: 'ValidationError' })), ...more }
  return new PopulusError('invalidValues', { message: problemsText(problems) }, { details })
}

/** What the body and the code of the project say together. */
export function wantedValues({ data, decided }: Pick<ValuesInput, 'data' | 'decided'>): Values {
  return decided === undefined ? data : { ...data, ...decided }
}

/** Sets a value of an entry that the body does not decide. */
export function withScalar(entry: EntryWrite, name: string, value: ScalarWrite['value']): EntryWrite {
  const attribute = entry.model.attributes.get(name)
  if (attribute?.kind !== 'scalar') return entry
  const others = entry.scalars.filter(scalar => scalar.attribute.name !== name)
  return { ...entry, scalars: [...others, { attribute, value, path: [name] }] }
}

/** With the administrator who creates or changes the entry; `adminId` is absent for everyone else. */
export function byPerson(entry: EntryWrite, adminId: number | undefined, isNew: boolean): EntryWrite {
  if (adminId === undefined) return entry
  const links = (isNew ? ['createdBy', 'updatedBy'] : ['updatedBy']).flatMap(name => {
    const attribute = entry.model.attributes.get(name)
    if (attribute?.kind !== 'relation' || attribute.link?.kind !== 'parent-column') return []
    return [{ attribute, change: { kind: 'set', ids: [adminId] } as const }]
  })
  return { ...entry, links: [...entry.links, ...links] }
}
