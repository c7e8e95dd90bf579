/** Creates, renames, times and deletes releases, and says which entries belong to them. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Release } from '../../admin-api/release-api.ts'
import { knownIds } from '../../content/write/open-rows.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { PopulusError } from '../../errors.ts'
import { changeIn, type Run } from '../../identity/records/change-rights.ts'
import { badInput, checkInput, text } from '../../input/check-input.ts'
import { checkCovered, managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { type AdminRights, NOBODY } from '../rights/admin-rights.ts'
import { plannedTime, timeProblems } from '../schedule/planned-time.ts'
import { CHOICE, chosenIds } from '../writing/chosen-ids.ts'
import { checkHasDrafts } from '../writing/publication.ts'
import {
  deleteRelease,
  deleteReleaseItem,
  insertRelease,
  lockRelease,
  type ReleaseItemRow,
  renameRelease,
  selectReleaseItems,
  storeReleaseItem,
  timeRelease,
  toRelease,
  toReleaseItem,
} from './release-rows.ts'
import { keyOf, openRelease, type SeenRelease, showRelease } from './show-release.ts'
import { mayPlan } from './visible-items.ts'

/** A release is one transaction. */
const MOST_ITEMS = 500

const newRelease = z.strictObject({ name: text(), at: plannedTime() })
const changedRelease = newRelease.partial()

export async function createRelease(context: ManagementContext, rights: AdminRights, body: unknown): Promise<Release> {
  const { name, at = null } = checkInput(newRelease, body)
  if (!mayPlan(context, rights))
    throw new PopulusError('forbidden', {}, { hint: 'needs the right to publish entries of some type' })
  const { database, clock } = context
  checkAhead(at, clock())
  const by = authorOf(rights)
  const id = randomBytes(8).toString('hex')
  const row = { id, name, state: 'open', at, setBy: at === null ? null : by, problems: [] } as const
  const made = { createdAt: clock(), createdBy: by, doneAt: null, doneBy: null }
  await changeIn(database, run => run(insertRelease(database.dialect, { ...row, ...made })))
  return showRelease(context, rights, id)
}

export async function updateRelease(
  context: ManagementContext,
  rights: AdminRights,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<Release> {
  const { name, at } = checkInput(changedRelease, body)
  const { database, clock } = context
  const { dialect } = database
  checkAhead(at, clock())
  const seen = await ofAll(context, rights, id)
  await changeIn(database, async run => {
    await lockOpen(context, run, seen)
    if (name !== undefined) await run(renameRelease(dialect, id, name))
    if (at !== undefined) await run(timeRelease(dialect, { id, at, setBy: at === null ? null : authorOf(rights) }))
  })
  return showRelease(context, rights, id)
}

export async function removeRelease(context: ManagementContext, rights: AdminRights, id: string): Promise<void> {
  const seen = await ofAll(context, rights, id)
  const { database } = context
  await changeIn(database, async run => {
    await lockOpen(context, run, seen)
    for (const statement of deleteRelease(database.dialect, id)) await run(statement)
  })
}

const newItems = z.strictObject({
  uid: text(),
  action: z.enum(['publish', 'unpublish'], { error: 'expected publish or unpublish' }),
  ...CHOICE,
})

/** Needs the right to publish these entries, whatever else is in the release. */
export async function addToRelease(
  context: ManagementContext,
  rights: AdminRights,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<Release> {
  const { uid, action, ...chosen } = checkInput(newItems, body)
  const { row } = await openRelease(context, rights, id)
  const managed = managedType(context, rights, uid)
  checkHasDrafts(managed.type)
  const ids = await chosenIds(context, managed, chosen)
  await checkCovered(context, managed, 'publish', ids)
  const known = await knownIds(await readingScope(context.content), uid, ids, undefined)
  if (known.size < ids.length) throw new PopulusError('notFound')
  const { database } = context
  const { dialect } = database
  await changeIn(database, async run => {
    await lockOpen(context, run, { row })
    const taken = new Set((await run(selectReleaseItems(dialect, [id]))).map(row => `${row[1]} ${row[2]}`))
    for (const entry of ids) taken.add(keyOf({ uid, id: entry }))
    if (taken.size > MOST_ITEMS)
      throw badInput([{ path: ['ids'], message: `a release has at most ${MOST_ITEMS} entries` }])
    for (const entry of ids) await run(storeReleaseItem(dialect, { release: id, uid, id: entry, action }))
  })
  return showRelease(context, rights, id)
}

export async function takeFromRelease(
  context: ManagementContext,
  rights: AdminRights,
  item: Omit<ReleaseItemRow, 'action'>,
): Promise<Release> {
  const { row, items } = await openRelease(context, rights, item.release)
  if (!items.some(each => keyOf(each) === keyOf(item))) throw new PopulusError('notFound')
  const { database } = context
  await changeIn(database, async run => {
    await lockOpen(context, run, { row })
    await run(deleteReleaseItem(database.dialect, item))
  })
  return showRelease(context, rights, item.release)
}

/** Throws `forbidden` if there is an entry that the person may not publish. */
export async function ofAll(context: ManagementContext, rights: AdminRights, id: string): Promise<SeenRelease> {
  const seen = await openRelease(context, rights, id)
  if (seen.hidden > 0)
    throw new PopulusError('forbidden', {}, { hint: `${seen.hidden} entries of the release are not yours to publish` })
  return seen
}

/** With `items`: nothing may have come since that the person may not publish. */
async function lockOpen(
  { database: { dialect } }: ManagementContext,
  run: Run,
  { row: { id }, items }: Pick<SeenRelease, 'row'> & Partial<SeenRelease>,
): Promise<void> {
  const [row] = await run(lockRelease(dialect, id))
  if (row === undefined) throw new PopulusError('notFound')
  if (toRelease(row).state === 'done') throw new PopulusError('releaseDone')
  if (items === undefined) return
  const known = new Set(items.map(keyOf))
  const now = (await run(selectReleaseItems(dialect, [id]))).map(toReleaseItem)
  if (!now.every(item => known.has(keyOf(item)))) throw new PopulusError('versionConflict')
}

function checkAhead(at: number | null | undefined, now: number): void {
  const problems = timeProblems('at', at, now)
  if (problems.length > 0) throw badInput(problems)
}

export function authorOf({ administrator: { id } }: AdminRights): number | null {
  return id === NOBODY ? null : id
}
