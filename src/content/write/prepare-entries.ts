/** The part of a write before its transaction: the code of the project runs, values are planned, passwords hashed. */

import { PopulusError } from '../../errors.ts'
import { NOW } from '../../plan/read/conditions/condition.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import { findPlace } from './find-place.ts'
import { readingScope } from './reading-scope.ts'
import { type AfterCommit, hasHooks, runHooks } from './run-hooks.ts'
import { findSingleId } from './single-entry.ts'
import { findStored } from './store/store-entry.ts'
import { type PlannedEntry, planNew } from './values/fill-uids.ts'
import { hashPlanned, type PasswordHashes } from './values/password-hashes.ts'
import { invalidValues, judgeStored, planInput } from './values/write-input.ts'
import type { Place, Target, Values, WantedEntry, WriteOrder, WritePolicy } from './write-order.ts'
import type { WriteScope } from './write-scope.ts'

export interface PlannedValues {
  /** What is stored as it is: nothing is checked, and translations stay as they are. */
  readonly exact?: EntryWrite | undefined
  /** As a new entry, if it can be one. */
  readonly asNew?: PlannedEntry | undefined
  /** As a change of a stored entry, if it can be one. */
  readonly asChange?: PlannedWrite | undefined
  readonly hashes: PasswordHashes
}

/** A wanted entry as the code of the project has left it. */
export interface HookedEntry {
  readonly target: Target
  readonly data: Values
  /** The attributes that the code has set. */
  readonly decided?: Values | undefined
  readonly after?: AfterCommit | undefined
  /** Throws if the code was told something else than what the transaction finds. */
  readonly confirm?: ((place: Place) => void) | undefined
}

export type PreparedEntry = HookedEntry & PlannedValues

export async function prepareEntries(
  context: ContentContext,
  order: WriteOrder,
  policy: Pick<WritePolicy, 'keepApart'> = {},
): Promise<readonly PreparedEntry[]> {
  const hooked: readonly HookedEntry[] = hasHooks(context, order.type)
    ? await runEntryHooks(context, order, policy)
    : order.entries
  const defaultLocale = await context.defaultLocale()
  // Many entries often get the same values.
  const planned = new Map<Values, PlannedValues>()
  const prepared: PreparedEntry[] = []
  for (const entry of hooked.map(each => withNewValues(context, order, each))) {
    const values = planned.get(entry.data) ?? (await planValues(context, order, entry, defaultLocale))
    if (entry.decided === undefined && entry.target.kind === 'stored') planned.set(entry.data, values)
    prepared.push({ ...entry, ...values })
  }
  return prepared
}

/** Rules say who owns a new entry; the body does not. */
function withNewValues({ clock }: ContentContext, { type, access }: WriteOrder, entry: HookedEntry): HookedEntry {
  const given = access.newValues?.get(type.uid)
  if (given === undefined || entry.target.kind === 'stored' || entry.target.kind === 'single') return entry
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === NOW ? clock().toISOString() : value]),
  )
  return { ...entry, data: { ...entry.data, ...values }, decided: { ...entry.decided, ...values } }
}

async function planValues(
  context: ContentContext,
  { type, access }: WriteOrder,
  { target: { kind }, data, decided }: HookedEntry,
  defaultLocale: string,
): Promise<PlannedValues> {
  const input = { type, access, data, decided }
  // Only the transaction knows whether a single type has its entry yet.
  const asNew = kind === 'stored' ? undefined : planNew(context, input, { defaultLocale })
  const canChange = kind === 'stored' || kind === 'single'
  const asChange = canChange ? planInput(context, input, { mode: 'update', defaultLocale }) : undefined
  const plans = [asChange, asNew?.planned].filter(plan => plan !== undefined)
  return { asNew, asChange, hashes: await hashPlanned(context, plans) }
}

/** One entry after the other. */
async function runEntryHooks(
  context: ContentContext,
  order: WriteOrder,
  { keepApart }: Pick<WritePolicy, 'keepApart'>,
): Promise<readonly HookedEntry[]> {
  const { type, access, entries } = order
  const scope = await readingScope(context)
  // Listeners recognize one action on many entries by this list.
  const ids = entries.flatMap(({ target }) => (target.kind === 'stored' ? [target.id] : []))
  const hooked: HookedEntry[] = []
  for (const { target, data } of entries) {
    const seen = await seenId(scope, type, target)
    const stored = keepApart === undefined || seen === null ? null : await findStored(scope, type, seen)
    const waits = stored !== null && !stored.isDraft
    const confirm = (place: Place) => expect(place.id === seen && (keepApart === undefined || place.isDraft !== waits))
    // The code of the project runs when changes are stored, not while they wait to be published.
    if (waits) hooked.push({ target, data, confirm })
    else {
      if (context.hooks?.validFirst === true) await checkBeforeHooks(context, scope, order, { target, data })
      const action = seen === null ? 'create' : 'update'
      const write = { action, type, access, data, id: seen, ...(ids.length > 1 ? { ids } : {}) } as const
      hooked.push({ target, ...(await runHooks(context, write)), confirm })
    }
  }
  return hooked
}

async function seenId(scope: WriteScope, type: ContentType, target: Target): Promise<number | null> {
  if (target.kind === 'stored') return target.id
  return target.kind === 'single' ? findSingleId(scope, type, target.locale) : null
}

/** Code that has allowed a new entry has not allowed a change of one that somebody else has just created. */
function expect(isAsSeen: boolean): void {
  if (!isAsSeen) throw new PopulusError('versionConflict')
}

/**
 * For code that is to see valid values only: a body with problems is refused before it runs, as in Strapi. Throws all of them at once.
 * `scope` only reads.
 */
async function checkBeforeHooks(
  context: ContentContext,
  scope: WriteScope,
  { type, access }: WriteOrder,
  { target, data }: WantedEntry,
): Promise<void> {
  const { id, isDraft, translations, inherited } = await findPlace(scope, { type, access }, target, data)
  const input = { type, access, data }
  const plan = { defaultLocale: scope.defaultLocale, ...(inherited === undefined ? {} : { inherited }) }
  const planned =
    id === null ? planNew(context, input, plan).planned : planInput(context, input, { mode: 'update', ...plan })
  const problems = await judgeStored(scope, planned, { isDraft, id, translations })
  if (problems.length > 0) throw invalidValues(problems)
  if (planned.refusal !== null) throw planned.refusal
}
