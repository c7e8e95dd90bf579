/** Shows in which stage an entry is, and moves it to another one. */
import { z } from 'zod'
import type { EntryStage, Stage, Workflow } from '../../admin-api/review/workflow-api.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { checkCovered, coversAll, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { authorIn } from '../rights/every-right.ts'
import { namePeople } from '../schedule/name-people.ts'
import { movedEntries, stageIn, workflowOf } from './stage-of-entries.ts'
import { storeMoved } from './workflow-rows.ts'

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
  const isOpen = await opener(context, managed, id)
  const { name, stages, publishFrom } = workflow
  return {
    workflow: name,
    stage: now.id,
    stages: stages.map(stage => ({
      ...{ id: stage.id, name: stage.name, colour: stage.colour },
      mayMove: stage.id !== now.id && isOpen(now.leave) && isOpen(stage.enter),
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
  const { stage: wanted, from } = checkInput(moveInput, body)
  await checkCovered(context, managed, 'read', [id])
  const isOpen = await opener(context, managed, id)
  const { type } = managed
  const by = authorIn(managed.rights).adminId
  await commitWrite(context.content, { by }, async scope => {
    const stored = await lockEntry(scope, managed, id)
    const workflow = await neededWorkflow(scope, type.uid)
    const now = stageIn(workflow, (await movedEntries(scope, type.uid, [id])).get(id))
    const to = targetIn(workflow, wanted)
    if (from !== undefined && from !== now.id) throw new PopulusError('versionConflict')
    if (to.id === now.id) return { written: [], answer: undefined }
    if (!isOpen(now.leave) || !isOpen(to.enter))
      throw new PopulusError('forbidden', {}, { hint: `no right to move it from ${now.name} to ${to.name}` })
    const at = context.clock()
    await scope.ask(storeMoved(scope.dialect, type.uid, { id, stage: to.id, at, by: by ?? null }))
    const author = by === undefined ? null : ({ kind: 'admin', id: by } as const)
    const change = { type: type.uid, id, locale: stored.locale, action: 'move', by: author, at } as const
    if (context.content.changes !== undefined) scope.send(null, context.content.changes.insert([change]))
    scope.touched.add(type.table!)
    return { written: [{ type, id, action: 'update' }], answer: undefined }
  })
  return (await entryStage(context, managed, id))!
}

/** Whether a list of roles lets the person through. `null`: whoever may change the entry. */
type Opener = (roles: Stage['leave']) => boolean

async function opener(context: ManagementContext, managed: ManagedType, id: number): Promise<Opener> {
  const { rights, type } = managed
  if (rights.superAdmin) return () => true
  const update = rights.grant(type.uid, 'update')
  const mayUpdate = update !== null && (await coversAll(context, managed, update, [id]))
  const own = new Set(rights.administrator.roles.map(role => role.id))
  return roles => (roles === null ? mayUpdate : roles.some(role => own.has(role)))
}

/** Nobody moves, changes or publishes it until the transaction ends, and nobody changes the workflow. */
async function lockEntry(scope: WriteScope, { type }: ManagedType, id: number) {
  const lock = scope.dialect.lock(['populus workflows'], 'together')
  if (lock !== null) await scope.ask(lock)
  const stored = await findStored(scope, type, id)
  if (stored === null) throw new PopulusError('notFound')
  return stored
}

async function neededWorkflow(scope: WriteScope, uid: string): Promise<Workflow> {
  const workflow = await workflowOf(scope, uid)
  if (workflow === undefined) throw badInput([{ path: [], message: `${uid} has no review workflow` }])
  return workflow
}

function targetIn({ stages }: Workflow, wanted: string): Stage {
  const found = stages.find(({ id }) => id === wanted)
  if (found !== undefined) return found
  const known = stages.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw badInput([{ path: ['stage'], message: `there is no such stage; available: ${known}` }])
}
