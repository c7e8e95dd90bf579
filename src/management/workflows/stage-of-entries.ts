/** In which stage of their review entries are. An entry that nobody has moved is in the first one. */
import type { ListedStage, Stage, StageMark, Workflow } from '../../admin-api/review/workflow-api.ts'
import { PopulusError } from '../../errors.ts'
import type { RecordedCondition } from '../../plan/read/conditions/condition.ts'
import type { ValueProblem } from '../../plan/write/write-plan.ts'
import { ENTRY_STAGES_TABLE } from '../../schema/own-table-names.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { type RunFragment, readingFrom } from '../../storage/run-fragment.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { type MovedEntry, selectMoved, selectWorkflows, toMoved, toWorkflow } from './workflow-rows.ts'

/** A transaction, or the database. */
export interface Asked {
  readonly dialect: SqlDialect
  readonly ask: RunFragment
}

/** `undefined` for a type without a review. */
export async function workflowOf({ dialect, ask }: Asked, uid: string): Promise<Workflow | undefined> {
  return (await ask(selectWorkflows(dialect))).map(toWorkflow).find(({ types }) => types.includes(uid))
}

/** Those of the entries that somebody has moved. */
export async function movedEntries(
  { dialect, ask }: Asked,
  uid: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MovedEntry>> {
  const rows = ids.length === 0 ? [] : await ask(selectMoved(dialect, uid, ids))
  return new Map(rows.map(toMoved).map(moved => [moved.id, moved]))
}

export function stageIn({ stages }: Workflow, moved: MovedEntry | undefined): Stage {
  return stages.find(({ id }) => id === moved?.stage) ?? stages[0]!
}

export interface StageMarks {
  /** In their order; absent for a type without a review. */
  readonly stages?: readonly ListedStage[]
  /** By the id of the entry. */
  readonly marks: ReadonlyMap<number, StageMark>
}

export async function stageMarks(
  { database }: ManagementContext,
  { type: { uid }, rights }: ManagedType,
  ids: readonly number[],
): Promise<StageMarks> {
  const asked = { dialect: database.dialect, ask: readingFrom(database) }
  const workflow = await workflowOf(asked, uid)
  if (workflow === undefined) return { marks: new Map() }
  const moved = await movedEntries(asked, uid, ids)
  const marks = ids.map(id => {
    const { name, colour } = stageIn(workflow, moved.get(id))
    return [id, { name, colour }] as const
  })
  const isOpen = stageOpener(rights, rights.grant(uid, 'update') !== null)
  const stages = workflow.stages.map(({ id, name, colour, enter }) => ({ id, name, colour, mayEnter: isOpen(enter) }))
  return { stages, marks: new Map(marks) }
}

/** Whether a list of roles lets the person through. `null`: whoever may change the entry. */
export function stageOpener(
  { superAdmin, administrator }: AdminRights,
  mayUpdate: boolean,
): (roles: Stage['leave']) => boolean {
  const own = new Set(administrator.roles.map(role => role.id))
  return roles => superAdmin || (roles === null ? mayUpdate : roles.some(role => own.has(role)))
}

/** The condition on entries of a stage. Throws `badValue` for one that the type does not have. */
export async function inStage(
  { database }: ManagementContext,
  uid: string,
  wanted: string | null,
): Promise<readonly RecordedCondition[]> {
  if (wanted === null) return []
  const workflow = await workflowOf({ dialect: database.dialect, ask: readingFrom(database) }, uid)
  const problem = workflow === undefined ? withoutReview(uid) : noSuchStage(workflow, wanted)
  if (problem !== null) throw new PopulusError('badValue', { parameter: 'stage', problem })
  const [first, ...others] = workflow!.stages.map(({ id }) => id)
  // Nobody has moved most entries of the first stage.
  const values = wanted === first ? others : [wanted]
  const having = { column: 'stage_id', values }
  const negated = wanted === first
  return values.length === 0 ? [] : [{ kind: 'recorded', table: ENTRY_STAGES_TABLE, uid, having, negated }]
}

export function withoutReview(uid: string): string {
  return `${uid} has no review workflow`
}

/** `null` if the workflow has the stage. */
export function noSuchStage({ stages }: Workflow, wanted: string): string | null {
  if (stages.some(({ id }) => id === wanted)) return null
  return `there is no such stage; available: ${stages.map(({ id, name }) => `${id} (${name})`).join(', ')}`
}

/** By the id of the entry: those that administrators cannot publish in the stage in which they are. */
export async function heldBack(
  asked: Asked,
  uid: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ValueProblem>> {
  const workflow = await workflowOf(asked, uid)
  if (workflow === undefined || workflow.publishFrom === null) return new Map()
  const { publishFrom } = workflow
  const moved = await movedEntries(asked, uid, ids)
  return new Map(
    ids.flatMap(id => {
      const { name } = stageIn(workflow, moved.get(id))
      const message = `The entry is in the stage ${name}, and can be published only in the stage ${publishFrom}`
      return name === publishFrom ? [] : [[id, { path: [], message }] as const]
    }),
  )
}
