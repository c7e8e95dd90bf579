/** Lists, makes, changes and removes review workflows. */
import type { Stage, Workflow, WorkflowRole } from '../../admin-api/review/workflow-api.ts'
import { PopulusError } from '../../errors.ts'
import { SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { listAdminRoles } from '../administrators/admin-roles.ts'
import type { ManagementContext } from '../management-context.ts'
import { givenWorkflow, judgedWorkflow } from './workflow-input.ts'
import {
  deleteWorkflow,
  forgetTypes,
  moveAll,
  selectWorkflows,
  storeWorkflow,
  toWorkflow,
  WORKFLOWS,
} from './workflow-rows.ts'

const MOST_WORKFLOWS = 200

export async function listWorkflows(context: ManagementContext): Promise<readonly Workflow[]> {
  const { database } = context
  const known = await knownRoles(context)
  const rows = await readingFrom(database)(selectWorkflows(database.dialect))
  return rows.map(row => withRoles(toWorkflow(row), known))
}

/** Throws `notFound`. */
export async function findWorkflow(context: ManagementContext, id: string): Promise<Workflow> {
  return foundIn(await listWorkflows(context), id)
}

/** Every role but Super Admin, which may move everything anyway. */
export async function workflowRoles({ admin }: ManagementContext): Promise<readonly WorkflowRole[]> {
  const roles = await listAdminRoles(admin)
  return roles.filter(({ code }) => code !== SUPER_ADMIN).map(({ id, name }) => ({ id, name }))
}

export async function addWorkflow(context: ManagementContext, body: unknown): Promise<Workflow> {
  const given = givenWorkflow(body)
  return changeWorkflows(context, async (run, world) => {
    if (world.workflows.length >= MOST_WORKFLOWS)
      throw new PopulusError('badInput', { problems: `there are at most ${MOST_WORKFLOWS} workflows` })
    const made = judgedWorkflow(given, world)
    await run(storeWorkflow(context.database.dialect, made))
    return made
  })
}

/** Entries of a stage that is gone are in the nearest one before it, those of a type that is gone in none. */
export async function changeWorkflow(context: ManagementContext, id: string, body: unknown): Promise<Workflow> {
  const { dialect } = context.database
  return changeWorkflows(context, async (run, world) => {
    const before = foundIn(world.workflows, id)
    const changed = judgedWorkflow(givenWorkflow(body, before), world, before)
    await run(storeWorkflow(dialect, changed))
    for (const [index, { id: stage }] of before.stages.entries())
      if (!changed.stages.some(other => other.id === stage))
        await run(moveAll(dialect, stage, nearest(before.stages, index, changed.stages)))
    const gone = before.types.filter(uid => !changed.types.includes(uid))
    if (gone.length > 0) await run(forgetTypes(dialect, gone))
    return changed
  })
}

export async function removeWorkflow(context: ManagementContext, id: string): Promise<void> {
  const { dialect } = context.database
  await changeWorkflows(context, async (run, world) => {
    const { types } = foundIn(world.workflows, id)
    if (types.length > 0) await run(forgetTypes(dialect, types))
    await run(deleteWorkflow(dialect, id))
  })
}

interface World {
  readonly schema: ManagementContext['schema']
  readonly roles: ReadonlySet<number>
  readonly workflows: readonly Workflow[]
}

/** One after the other, because a type belongs to one workflow at most. */
async function changeWorkflows<T>(
  context: ManagementContext,
  work: (run: Run, world: World) => Promise<T>,
): Promise<T> {
  const { database, schema } = context
  const { dialect } = database
  const roles = await knownRoles(context)
  return changeAlone(database, WORKFLOWS, async run => {
    const workflows = (await run(selectWorkflows(dialect))).map(row => withRoles(toWorkflow(row), roles))
    return work(run, { schema, roles, workflows })
  })
}

function foundIn(workflows: readonly Workflow[], id: string): Workflow {
  const found = workflows.find(workflow => workflow.id === id)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

async function knownRoles(context: ManagementContext): Promise<ReadonlySet<number>> {
  return new Set((await listAdminRoles(context.admin)).map(({ id }) => id))
}

/** Without roles that were deleted since. */
function withRoles(workflow: Workflow, known: ReadonlySet<number>): Workflow {
  const there = (ids: readonly number[] | null) => ids?.filter(id => known.has(id)) ?? null
  const stages = workflow.stages.map(stage => ({ ...stage, leave: there(stage.leave), enter: there(stage.enter) }))
  return { ...workflow, stages }
}

/** The stage that is still there and was the nearest before; if there is none, the first after it. */
function nearest(before: readonly Stage[], index: number, now: readonly Stage[]): string {
  const isThere = ({ id }: Stage) => now.some(stage => stage.id === id)
  const found = before.slice(0, index).findLast(isThere) ?? before.slice(index + 1).find(isThere)
  return (found ?? now[0]!).id
}
