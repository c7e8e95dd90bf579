/** Publishes and unpublishes entries with their pending changes: all of them or none. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { EntryInput } from '../../admin-api/content-api.ts'
import type { WriteCaller } from '../../content/content-hooks.ts'
import { type PreparedEntry, prepareEntries } from '../../content/write/prepare-entries.ts'
import { invalidValues, wantedValues, withScalar } from '../../content/write/values/write-input.ts'
import { type OrderPart, storeEntries } from '../../content/write/write-entries.ts'
import type { WriteOrder, WritePolicy } from '../../content/write/write-order.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput, textList } from '../../input/check-input.ts'
import type { EntryWrite, ValueProblem } from '../../plan/write/write-plan.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { entriesReader } from '../entries/read-entries.ts'
import { entryReader, type FormEntry } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { allPendingIn, deletePending, findPending } from '../pending/pending-changes.ts'
import { NOBODY } from '../rights/admin-rights.ts'
import { deleteScheduled } from '../schedule/schedule-rows.ts'
import { heldBack } from '../workflows/stage-of-entries.ts'
import { publishProblems, withProblem } from './judge-entry.ts'
import { withKnownParts } from './known-parts.ts'
import { checkHasDrafts, type Publication } from './publication.ts'
import { translatedIds } from './translated-ids.ts'
import { type ExpectedVersion, versionCheck } from './version-check.ts'

const publishInput = z.strictObject({ locales: textList().optional() })

type VersionCheck = (scope: WriteScope) => Promise<void>

/** The entry, and its translations in the locales that the body names. */
export async function changePublication(
  context: ManagementContext,
  managed: ManagedType,
  { id, version, to, body }: ExpectedVersion & { readonly to: Publication; readonly body: unknown },
): Promise<void> {
  const { locales } = checkInput(publishInput, body)
  checkHasDrafts(managed.type)
  await checkCovered(context, managed, 'publish', [id])
  const reader = await entryReader(context, managed)
  const ids = locales === undefined ? [id] : await translatedIds(reader, id, locales)
  const check = await versionCheck(context, managed, { id, version })
  await publishAll(context, managed, { ids, to, check })
}

export interface PublishOrder {
  readonly ids: readonly number[]
  readonly to: Publication
  readonly check?: VersionCheck
  /** Who is named as the author, if it is a client of the content API. */
  readonly client?: Pick<WriteCaller, 'userId' | 'tokenId'> | undefined
}

/** Throws `invalidValues` with every problem of every entry. To the code of the project, it is a change of `publishedAt`. */
export async function publishAll(
  context: ManagementContext,
  managed: ManagedType,
  wanted: PublishOrder,
): Promise<void> {
  await checkCovered(context, managed, 'publish', wanted.ids)
  if (wanted.ids.length === 0) return
  const { content } = context
  const { order, policy } = await preparePublication(context, managed, wanted, each => prepareEntries(content, each))
  await storeEntries(content, order, policy, async () => undefined)
}

/** What is left to do is the transaction. The rights of the person are not asked for here. */
export async function preparePublication(
  context: ManagementContext,
  managed: ManagedType,
  { ids, to, check, client }: PublishOrder,
  prepare: (order: WriteOrder) => Promise<readonly PreparedEntry[]>,
): Promise<OrderPart> {
  const { content, database } = context
  // A field that the person cannot see is published too.
  const all = unlimited(context, managed)
  const { type } = all
  const { id: adminId } = managed.rights.administrator
  const access = adminId === NOBODY ? { ...all.access, ...client } : { ...all.access, adminId }
  const reader = await entriesReader(context, all, ids)
  const pending = await findPending(database, type.uid, ids)
  const stored = pending.size === 0 ? new Map<number, FormEntry>() : await reader.read()
  const now = content.clock()
  const plain = { publishedAt: to === 'publish' ? now.toISOString() : null }
  const entries = ids.map(id => {
    const changes = pending.get(id)
    return {
      target: { kind: 'stored', id },
      data: { ...withKnownParts(changes?.data ?? {}, stored.get(id)?.values ?? {}, type, context.schema), ...plain },
    } as const
  })
  const prepared = await prepare({ type, access, entries })
  const policy: WritePolicy = {
    check: async scope => {
      await check?.(scope)
      if (!isDeepStrictEqual(await allPendingIn(scope, type.uid, ids), pending))
        throw new PopulusError('versionConflict')
      // What was to be done later is done now.
      scope.send(null, deleteScheduled(scope.dialect, { uid: type.uid, ids, action: to }))
      if (to === 'unpublish') return
      const changes = new Map(prepared.map((entry, index) => [ids[index]!, changesOf(entry)]))
      // Clients of the content API are not bound by the stages of a review.
      const held = client === undefined ? await heldBack(scope, type.uid, ids) : new Map()
      await checkPublishable(context, scope, all, { entries: await reader.read(scope), changes, held })
    },
    isJudged: true,
    // Translations share components, and their changes were saved one after the other.
    lostPartsAreNew: type.localized && pending.size > 1,
    complete: (entry, { isDraft }) => withMoment(entry, to === 'publish' ? { now, isDraft } : null),
    alongside: async (scope, id) => {
      if (pending.has(id)) await scope.ask(deletePending(scope.dialect, { uid: type.uid, id }))
    },
  }
  return { order: { type, access, prepared }, policy }
}

/** What is stored besides `publishedAt`. */
function changesOf(entry: PreparedEntry): EntryInput {
  const { publishedAt: _, ...changes } = wantedValues(entry)
  return changes as EntryInput
}

/** Only the action decides about `publishedAt`. An entry that is published already keeps its moment. */
function withMoment(
  entry: EntryWrite,
  published: { readonly now: Date; readonly isDraft: boolean } | null,
): EntryWrite {
  if (published === null) return withScalar(entry, 'publishedAt', null)
  if (published.isDraft) return withScalar(entry, 'publishedAt', published.now)
  return { ...entry, scalars: entry.scalars.filter(({ attribute }) => attribute.name !== 'publishedAt') }
}

interface WantedEntries {
  readonly entries: ReadonlyMap<number, FormEntry>
  readonly changes: ReadonlyMap<number, EntryInput>
  /** What keeps entries back besides their values. */
  readonly held: ReadonlyMap<number, ValueProblem>
}

async function checkPublishable(
  context: ManagementContext,
  scope: WriteScope,
  managed: ManagedType,
  { entries, changes, held }: WantedEntries,
): Promise<void> {
  const items = [...entries.values()].map(entry => ({ entry, pending: changes.get(entry.id) }))
  const found = withProblem(await publishProblems(context, scope, managed, items), held)
  const problems = [...found].flatMap(([id, list]) => {
    const locale = entries.get(id)?.locale ?? null
    return list.map(problem => ({ ...problem, ...(locale === null ? {} : { locale }) }))
  })
  if (problems.length > 0) throw invalidValues(problems)
}
