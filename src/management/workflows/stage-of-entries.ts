/** In which stage of their review entries are. An entry that nobody has moved is in the first one. */
import type { Stage, StageMark, Workflow } from '../../admin-api/review/workflow-api.ts'
import type { ValueProblem } from '../../plan/write/write-plan.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { type RunFragment, readingFrom } from '../../storage/run-fragment.ts'
import type { ManagementContext } from '../management-context.ts'
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

/** By the id of the entry; empty for a type without a review. */
export async function stageMarks(
  { database }: ManagementContext,
  uid: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StageMark>> {
  const asked = { dialect: database.dialect, ask: readingFrom(database) }
  const workflow = await workflowOf(asked, uid)
  if (workflow === undefined) return new Map()
  const moved = await movedEntries(asked, uid, ids)
  return new Map(
    ids.map(id => {
      const { name, colour } = stageIn(workflow, moved.get(id))
      return [id, { name, colour }]
    }),
  )
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
