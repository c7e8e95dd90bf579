/** The steps of every write of entries, whoever asks for it: the API, the panel, the code of a project, users. */
import { PopulusError } from '../../errors.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import type { ContentContext } from '../content-context.ts'
import { commitWrite, type WrittenEntry } from './commit-write.ts'
import { linkTranslation, translationsOf } from './entry-locale.ts'
import { findPlace } from './find-place.ts'
import { checkOpenRow } from './open-rows.ts'
import { type PreparedEntry, prepareEntries } from './prepare-entries.ts'
import { componentsBefore } from './store/copy-components.ts'
import { withOwnParts } from './store/own-parts.ts'
import { isEmptyWrite, sharedPart, spreadShared } from './store/spread-shared.ts'
import { insertEntry, updateEntry } from './store/store-entry.ts'
import { checkParts } from './values/check-parts.ts'
import { openTranslations } from './values/check-shared.ts'
import { planNew, settleUids } from './values/fill-uids.ts'
import { refuseTaken } from './values/taken-links.ts'
import { byPerson, checkInput, wantedValues, withScalar } from './values/write-input.ts'
import { lockRelations, lockWholeRelations, namedIn } from './write-locks.ts'
import type { Place, WriteOrder, WritePolicy } from './write-order.ts'
import type { WriteScope } from './write-scope.ts'

/** Gives what the caller wants to know, as the transaction sees it. `ids` are in the order of the entries. */
export type Answer<T> = (scope: WriteScope, ids: readonly number[]) => Promise<T>

/** Stores all entries or none. An invalid body changes nothing. */
export async function writeEntries<T>(
  context: ContentContext,
  order: WriteOrder,
  policy: WritePolicy,
  answer: Answer<T>,
): Promise<T> {
  // The code of the project runs, values are planned, passwords hashed.
  const prepared = await prepareEntries(context, order, policy)
  return storeEntries(context, { ...order, prepared }, policy, answer)
}

export interface PreparedOrder extends Pick<WriteOrder, 'type' | 'access'> {
  readonly prepared: readonly PreparedEntry[]
}

/** The transaction: lock, check, store, finish; then events and the code that runs after a write. */
export async function storeEntries<T>(
  context: ContentContext,
  order: PreparedOrder,
  policy: WritePolicy,
  answer: Answer<T>,
): Promise<T> {
  return commitWrite(context, { access: order.access }, async scope => {
    const written = await storeParts(context, scope, [{ order, policy }])
    const ids = written.map(({ id }) => id)
    return { written, answer: await answer(scope, ids) }
  })
}

/** One of several orders that are stored together. */
export interface OrderPart {
  readonly order: PreparedOrder
  readonly policy: WritePolicy
}

/** Orders of several types in one transaction: all of them are stored, or none. `first` runs before any entry is locked. */
export async function storeTogether(
  context: ContentContext,
  by: number | undefined,
  parts: readonly OrderPart[],
  first: (scope: WriteScope) => Promise<void>,
): Promise<void> {
  await commitWrite(context, { by }, async scope => {
    await first(scope)
    return { written: await storeParts(context, scope, parts), answer: undefined }
  })
}

/** Everything is locked and checked before anything is stored. */
async function storeParts(
  context: ContentContext,
  scope: WriteScope,
  parts: readonly OrderPart[],
): Promise<readonly WrittenEntry[]> {
  const places: Place[][] = []
  for (const { order, policy } of parts) {
    await policy.lock?.(scope)
    const found: Place[] = []
    for (const entry of order.prepared) found.push(await lockPlace(scope, order, entry))
    places.push(found)
  }
  for (const { policy } of parts) await policy.check?.(scope)
  const isAlone = parts.length === 1 && parts[0]!.order.prepared.length === 1
  const written: WrittenEntry[] = []
  for (const [at, { order, policy }] of parts.entries()) {
    for (const [index, entry] of order.prepared.entries()) {
      const place = places[at]![index]!
      const id = await writeOne(context, scope, { order, entry, place, isAlone }, policy)
      written.push({ type: order.type, id, action: place.id === null ? 'create' : 'update', after: entry.after })
    }
  }
  return written
}

async function lockPlace(scope: WriteScope, order: PreparedOrder, entry: PreparedEntry): Promise<Place> {
  const { target, exact } = entry
  if (exact !== undefined)
    return { id: target.kind === 'stored' ? target.id : null, isDraft: false, locale: null, isTaken: false }
  const place = await findPlace(scope, order, target, wantedValues(entry))
  entry.confirm?.(place)
  return place
}

interface OneWrite {
  readonly order: PreparedOrder
  readonly entry: PreparedEntry
  readonly place: Place
  /** Whether it is all that the transaction stores. */
  readonly isAlone: boolean
}

/** Returns the id. */
async function writeOne(
  context: ContentContext,
  scope: WriteScope,
  write: OneWrite,
  policy: WritePolicy,
): Promise<number> {
  try {
    const checked = await checkOne(context, scope, write, policy)
    const id = await storeOne(scope, write, checked, policy)
    if (policy.refused !== undefined) await scope.settle()
    return id
  } catch (error) {
    const isRefusal = error instanceof PopulusError && error.status < 500
    if (!isRefusal || policy.refused === undefined) throw error
    policy.refused(write.place.id, error)
    return write.place.id ?? 0
  }
}

/** What will be stored. Throws all problems of the values at once. */
async function checkOne(
  context: ContentContext,
  scope: WriteScope,
  write: OneWrite,
  { isJudged = false, keepApart, judge, complete }: WritePolicy,
): Promise<EntryWrite> {
  const { order, entry, place } = write
  if (entry.exact !== undefined) return entry.exact
  const { id, translations } = place
  const planned = id === null ? await plannedNew(context, scope, write) : entry.asChange!
  // Changes that wait to be published may be incomplete, like a draft. The stored state decides, not the one asked for.
  const isDraft = place.isDraft || isJudged || (keepApart !== undefined && id !== null)
  const checked = { isDraft, id, translations }
  const values = await checkInput(scope, { planned, checked }, entry.hashes, judge)
  if (place.isTaken) throw new PopulusError('outsideRules')
  const stamped = byPerson(values, order.access.adminId, id === null)
  const completed = complete?.(stamped, place) ?? stamped
  return id === null && order.type.localized ? withScalar(completed, 'locale', place.locale) : completed
}

/** With uids that are free, and what a translation shares. */
function plannedNew(
  context: ContentContext,
  scope: WriteScope,
  { order: { type, access }, entry, place: { inherited } }: OneWrite,
): Promise<PlannedWrite> {
  const input = { type, access, data: entry.data, decided: entry.decided }
  const plan = { defaultLocale: scope.defaultLocale, ...(inherited === undefined ? {} : { inherited }) }
  const planned = inherited === undefined ? entry.asNew! : planNew(context, input, plan)
  return settleUids(context, scope, { input, plan, entry: planned })
}

async function storeOne(
  scope: WriteScope,
  { order, place, isAlone, entry: { exact } }: OneWrite,
  given: EntryWrite,
  { keepApart, lostPartsAreNew = false, alongside }: WritePolicy,
): Promise<number> {
  const { type, access } = order
  const { id: stored, isDraft, translations, inherited } = place
  const entry = lostPartsAreNew && stored !== null ? await withOwnParts(scope, stored, given) : given
  // A new translation may have inherited what it shares.
  const isShared = type.localized && inherited === undefined && exact === undefined
  const linked = translations ?? (isShared && stored !== null ? await translationsOf(scope, type, stored) : [])
  const shared = sharedPart(entry)
  const spreads = isShared && linked.length > 0 && !isEmptyWrite(shared)
  const others = spreads ? await openTranslations(scope, order, { id: stored, shared, translations: linked }) : []
  if (keepApart !== undefined && stored !== null && !isDraft) {
    await keepApart(scope, entry)
    return stored
  }
  const listed = access.componentWriteFields?.get(type.uid)
  if (listed !== undefined && stored !== null) await checkParts(scope, listed, { id: stored, write: entry })
  lockLinks(scope, isAlone, entry, [...(stored === null ? [] : [stored]), ...others])
  if (access.rows !== undefined)
    await refuseTaken(scope, { write: entry, entry: { id: stored, translations: linked } }, access.rows)
  const hasParts = others.length > 0 && stored !== null && (shared.components.length > 0 || shared.zones.length > 0)
  const before = hasParts ? await componentsBefore(scope, stored, shared) : new Map()
  const id = stored ?? (await insertEntry(scope, entry, place.newId))
  if (stored !== null) await updateEntry(scope, id, entry)
  if (translations !== undefined) linkTranslation(scope, type, id, translations)
  if (others.length > 0) await spreadShared(scope, others, { id, entry, before })
  await alongside?.(scope, id)
  await checkOpenRow(scope, order, id, stored === null ? 'create' : 'update')
  return id
}

/** Several entries at once are stored one after the other, and could not take single locks in the order of all writers. */
function lockLinks(scope: WriteScope, isAlone: boolean, entry: EntryWrite, owners: readonly number[]): void {
  if (!isAlone) {
    lockWholeRelations(
      scope,
      entry.links.map(({ attribute }) => attribute),
    )
  } else {
    lockRelations(
      scope,
      entry.links.map(write => ({ attribute: write.attribute, owners, named: namedIn(write) })),
    )
  }
}
