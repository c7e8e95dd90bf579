/** Checks what a person says about a review workflow. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Stage, StageInput, Workflow, WorkflowInput } from '../../admin-api/review/workflow-api.ts'
import { badInput, checkInput, type InputProblem, idNumber, text, textList } from '../../input/check-input.ts'
import type { Schema } from '../../schema/schema.ts'
import { isManaged } from '../rights/admin-rights.ts'

const MOST_STAGES = 50
const MOST_ROLES = 100

const roles = () =>
  z
    .array(idNumber('expected the number of a role'), { error: 'expected a list of roles, or null' })
    .max(MOST_ROLES, { error: `expected at most ${MOST_ROLES} roles` })
    .nullable()

const stage = z.strictObject({
  id: text().optional(),
  name: text(100),
  colour: z
    .string({ error: 'expected a colour, such as #4945ff' })
    .regex(/^#[0-9a-f]{6}$/i, { error: 'expected a colour, such as #4945ff' })
    .toLowerCase(),
  leave: roles().optional(),
  enter: roles().optional(),
})

const shape = {
  name: text(),
  types: textList().optional(),
  stages: z
    .array(z.unknown(), { error: 'expected a list of stages' })
    .min(1, { error: 'expected at least one stage' })
    .max(MOST_STAGES, { error: `expected at most ${MOST_STAGES} stages` })
    .pipe(z.array(stage)),
  publishFrom: text(100).nullable().optional(),
}

const newWorkflow = z.strictObject(shape)
const changedWorkflow = z.strictObject(shape).partial()

/** `before` for a workflow that is there: what the body does not name stays. */
export function givenWorkflow(body: unknown, before?: Workflow): WorkflowInput {
  const given = before === undefined ? checkInput(newWorkflow, body) : checkInput(changedWorkflow, body)
  return { ...before, ...definedIn(given) } as WorkflowInput
}

export interface KnownWorld {
  readonly schema: Schema
  /** The ids of the roles of administrators. */
  readonly roles: ReadonlySet<number>
  readonly workflows: readonly Workflow[]
}

/** Throws all problems at once. Stages that are new get an id. */
export function judgedWorkflow(given: WorkflowInput, world: KnownWorld, before?: Workflow): Workflow {
  const { name, types = [], stages, publishFrom = null } = given
  const problems = [
    ...nameProblems(name, world, before),
    ...typeProblems(types, world, before),
    ...stages.flatMap((each, index) => stageProblems(each, index, { stages, roles: world.roles, before })),
  ]
  if (publishFrom !== null && !stages.some(each => each.name === publishFrom))
    problems.push({ path: ['publishFrom'], message: `there is no stage ${publishFrom}` })
  if (problems.length > 0) throw badInput(problems)
  const made = stages.map(
    ({ id = newId(), leave = null, enter = null, ...each }): Stage => ({
      ...{ id, name: each.name, colour: each.colour, leave, enter },
    }),
  )
  return { id: before?.id ?? newId(), name, types: [...new Set(types)], stages: made, publishFrom }
}

function nameProblems(name: string, { workflows }: KnownWorld, before?: Workflow): readonly InputProblem[] {
  const isTaken = workflows.some(other => other.id !== before?.id && other.name === name)
  return isTaken ? [{ path: ['name'], message: `there is a workflow ${name} already` }] : []
}

/** A type that the project has removed since may stay. */
function typeProblems(
  types: readonly string[],
  { schema, workflows }: KnownWorld,
  before?: Workflow,
): readonly InputProblem[] {
  const others = workflows.filter(({ id }) => id !== before?.id)
  return types.flatMap(uid => {
    const type = schema.types.get(uid)
    const isKnown = (type !== undefined && isManaged(type)) || before?.types.includes(uid) === true
    if (!isKnown) return [{ path: ['types'], message: `there is no content type ${uid}` }]
    const owner = others.find(other => other.types.includes(uid))
    return owner === undefined ? [] : [{ path: ['types'], message: `${uid} belongs to the workflow ${owner.name}` }]
  })
}

interface StageWorld {
  readonly stages: readonly StageInput[]
  readonly roles: ReadonlySet<number>
  readonly before: Workflow | undefined
}

function stageProblems(
  { id, name, leave, enter }: StageInput,
  index: number,
  { stages, roles: known, before }: StageWorld,
): readonly InputProblem[] {
  const at = ['stages', String(index)]
  const earlier = stages.slice(0, index)
  const isStrange = id !== undefined && !before?.stages.some(other => other.id === id)
  const isTwice = id !== undefined && earlier.some(other => other.id === id)
  return [
    ...(isStrange || isTwice ? [{ path: [...at, 'id'], message: `there is no such stage to keep: ${id}` }] : []),
    ...(earlier.some(other => other.name === name)
      ? [{ path: [...at, 'name'], message: `there is a stage ${name} already` }]
      : []),
    ...Object.entries({ leave, enter }).flatMap(([list, ids]) =>
      (ids ?? [])
        .filter(role => !known.has(role))
        .map(role => ({ path: [...at, list], message: `there is no role ${role}` })),
    ),
  ]
}

function newId(): string {
  return randomBytes(8).toString('hex')
}

/** Without what is not given. */
function definedIn(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
