/** Shows in which stage an entry is, and moves entries to another one. */
import { z } from 'zod'
import type { EntryStage, Stage, Workflow } from '../../admin-api/review/workflow-api.ts'
import { commitWrite, NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { findStored } from '../../content/write/store/store-entry.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { ENTRY_STAGES_TABLE, ownTable } from '../../schema/own-table-names.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { checkCovered, coveredIds, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { authorIn } from '../rights/admin-rights.ts'
import { namePeople } from '../schedule/name-people.ts'
import { movedEntries, noSuchStage, stageIn, stageOpener, withoutReview, workflowOf } from './stage-of-entries.ts'
import { storeMoved, WORKFLOWS } from './workflow-rows.ts'

/** `undefined` for a type without a review. The person must be allowed to read the entry. */
export async function entryStage(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<EntryStage | undefined> {
  const { database } = context
  const asked = { dialect: database.dialect, ask: readingFrom(database) }
  const { uid } = managed.type
  const workflow = await workflowOf(asked, uid)
  if (workflow === undefined) return undefined
  const moved = (await movedEntries(asked, uid, [id])).get(id)
  const now = stageIn(workflow, moved)
  const isOpen = await opener(context, managed, [id])
  const { name, stages, publishFrom } = workflow
  return {
    workflow: name,
    stage: now.id,
    stages: stages.map(stage => ({
      ...{ id: stage.id, name: stage.name, colour: stage.colour },
      mayMove: stage.id !== now.id && isOpen(id, now.leave) && isOpen(id, stage.enter),
    })),
    publishFrom: stages.find(stage => stage.name === publishFrom)?.id ?? null,
    movedAt: moved === undefined ? null : new Date(moved.at).toISOString(),
    movedBy: moved === undefined ? null : (await namePeople(context))(moved.by),
  }
}

const moveInput = z.strictObject({ stage: text(), from: text().optional() })

/** With `from`, only if the entry still is in that stage. */
export async function moveEntry(
  context: ManagementContext,
  managed: ManagedType,
  { id, body }: { readonly id: number; readonly body: unknown },
): Promise<EntryStage> {
  const { refused } = await moveEntries(context, managed, { ids: [id], ...checkInput(moveInput, body) })
  if (refused.length > 0) throw new PopulusError('forbidden', {}, { hint: refused[0]!.message })
  return (await entryStage(context, managed, id))!
}

export interface MoveOrder {
  readonly ids: readonly number[]
  /** The id of the stage to move to. */
  readonly stage: string
  /** Only if all of them still are in that stage. */
  readonly from?: string | undefined
  /** Nothing is stored. */
  readonly dryRun?: boolean
}

export interface MovedEntries {
  /** Those that were in another stage. */
  readonly moved: readonly number[]
  /** Those that the person may not move, and why. If there are any, none is moved. */
  readonly refused: readonly { readonly id: number; readonly message: string }[]
}

/** All of them or none. The person must be allowed to read them. */
export async function moveEntries(
  context: ManagementContext,
  managed: ManagedType,
  { ids, stage: wanted, from, dryRun = false }: MoveOrder,
): Promise<MovedEntries> {
  await checkCovered(context, managed, 'read', ids)
  const isOpen = await opener(context, managed, ids)
  const { type } = managed
  const by = authorIn(managed.rights).adminId
  let result: MovedEntries = { moved: [], refused: [] }
  await withoutStoring(() =>
    commitWrite(context.content, { by }, async scope => {
      const locales = await lockEntries(scope, managed, ids)
      const workflow = await neededWorkflow(scope, type.uid)
      const places = await movedEntries(scope, type.uid, ids)
      const to = targetIn(workflow, wanted)
      const steps = ids.map(id => ({ id, now: stageIn(workflow, places.get(id)) }))
      if (from !== undefined && steps.some(({ now }) => now.id !== from)) throw new PopulusError('versionConflict')
      const moving = steps.filter(({ now }) => now.id !== to.id)
      const refused = moving.filter(({ id, now }) => !isOpen(id, now.leave) || !isOpen(id, to.enter))
      result = {
        moved: refused.length > 0 ? [] : moving.map(({ id }) => id),
        refused: refused.map(({ id, now }) => ({ id, message: `no right to move it from ${now.name} to ${to.name}` })),
      }
      if (dryRun || refused.length > 0) throw NOTHING_STORED
      const { moved } = result
      storeMoves(context, scope, { uid: type.uid, locales, moved, stage: to.id, by })
      return { written: moved.map(id => ({ type, id, action: 'update' as const })), answer: undefined }
    }),
  )
  return result
}

interface Moves {
  readonly uid: string
  readonly locales: ReadonlyMap<number, string | null>
  readonly moved: readonly number[]
  readonly stage: string
  readonly by: number | undefined
}

/** Kept answers of the content API stay: it shows nothing of stages. */
function storeMoves(context: ManagementContext, scope: WriteScope, { uid, locales, moved, stage, by }: Moves): void {
  if (moved.length === 0) return
  const at = context.clock()
  scope.send(
    ownTable(ENTRY_STAGES_TABLE),
    storeMoved(scope.dialect, { ...{ uid, ids: moved, stage, at }, by: by ?? null }),
  )
  const author = by === undefined ? null : ({ kind: 'admin', id: by } as const)
  const changes = moved.map(id => {
    return { type: uid, id, locale: locales.get(id) ?? null, action: 'move', by: author, at } as const
  })
  if (context.content.changes !== undefined) scope.send(null, context.content.changes.insert(changes))
}

/** Whether a list of roles lets the person through with an entry. `null`: whoever may change the entry. */
type Opener = (id: number, roles: Stage['leave']) => boolean

async function opener(context: ManagementContext, managed: ManagedType, ids: readonly number[]): Promise<Opener> {
  const { rights, type } = managed
  const update = rights.grant(type.uid, 'update')
  const changeable = new Set(update === null ? [] : await coveredIds(context, managed, update, ids))
  return (id, roles) => stageOpener(rights, changeable.has(id))(roles)
}

/** Nobody moves, changes or publishes them until the transaction ends, and nobody changes the workflow. Returns their locales. */
async function lockEntries(
  scope: WriteScope,
  { type }: ManagedType,
  ids: readonly number[],
): Promise<Moves['locales']> {
  const lock = scope.dialect.lock([WORKFLOWS], 'together')
  if (lock !== null) await scope.ask(lock)
  const locales = new Map<number, string | null>()
  // Always in the same order, so that two people never wait for each other.
  for (const id of [...ids].sort((one, other) => one - other)) {
    const stored = await findStored(scope, type, id)
    if (stored === null) throw new PopulusError('notFound')
    locales.set(id, stored.locale)
  }
  return locales
}

async function neededWorkflow(scope: WriteScope, uid: string): Promise<Workflow> {
  const workflow = await workflowOf(scope, uid)
  if (workflow === undefined) throw badInput([{ path: [], message: withoutReview(uid) }])
  return workflow
}

function targetIn(workflow: Workflow, wanted: string): Stage {
  const problem = noSuchStage(workflow, wanted)
  if (problem !== null) throw badInput([{ path: ['stage'], message: problem }])
  return workflow.stages.find(({ id }) => id === wanted)!
}
