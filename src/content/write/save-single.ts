/** Creates, changes and deletes the entry of a single type. */
import { PopulusError } from '../../errors.ts'
import type { ContentType } from '../../schema/schema.ts'
import { selectFirst } from '../../sql/compile-write.ts'
import type { ContentContext } from '../content-context.ts'
import type { WriteCaller } from '../content-hooks.ts'
import { prepareRead, type ReadInput } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { isLocale, localeForNew, translationsOf } from './entry-locale.ts'
import { planNew, settleUids } from './fill-uids.ts'
import { checkOpenRow, isOpenRow, isSeenRow } from './open-rows.ts'
import { hashPlanned } from './password-hashes.ts'
import { readingScope } from './reading-scope.ts'
import { hasHooks, runHooks, type WriteAfterHooks } from './run-hooks.ts'
import { deleteEntry, insertEntry } from './store/store-entry.ts'
import { updateStored } from './update.ts'
import {
  checkInput,
  planInput,
  readStored,
  type WriteInput,
  wantedValues,
  wantsDraft,
  withScalar,
} from './write-input.ts'
import { lockRelations, takeLocks, type WriteScope } from './write-scope.ts'

/** Which locale's entry is meant: the `locale` of the query, or the default locale. */
export interface SingleInput {
  readonly locale: string | undefined
}

/** Returns the current entry as JSON; the first write creates it. */
export async function saveSingle(context: ContentContext, sent: WriteInput & SingleInput): Promise<string> {
  const { type } = sent
  const read = await prepareRead(context, sent, { kind: 'stored' })
  const { after, seen, ...hooked } = await runSingleHooks(context, sent)
  const input = { ...sent, ...hooked }
  const data = wantedValues(input)
  const defaultLocale = await context.defaultLocale()
  // Only the transaction knows whether an entry exists yet.
  const planned = planInput(context, input, { mode: 'update', defaultLocale })
  const plan = { defaultLocale }
  const newEntry = planNew(context, input, plan)
  const hashes = await hashPlanned(context, [planned, newEntry.planned])
  return commitWrite(context, { type, action: 'update', after }, async scope => {
    await takeLocks(scope, [type.uid])
    const stored = await findSingleId(scope, type, input.locale)
    checkSeen(seen, stored)
    if (stored !== null && (await isSeenRow(scope, input, stored))) {
      const { access, alongside } = input
      await updateStored(scope, { type, access, planned, hashes, alongside }, stored)
      return readStored(scope, read, stored)
    }
    const others = await storedIds(scope, type)
    for (const id of others) if (await isSeenRow(scope, input, id)) throw new PopulusError('singleTypeExists')
    const locale = await localeForNew(scope, type, data.locale)
    const plannedNew = await settleUids(context, scope, { input, plan, entry: newEntry })
    const entry = await checkInput(scope, plannedNew, hashes, { isDraft: wantsDraft(type, data), id: null })
    // There can be no second entry, and nobody is told of one that they do not see.
    if (others.length > 0) throw new PopulusError('outsideRules')
    const created = await insertEntry(scope, withScalar(entry, 'locale', locale))
    await input.alongside?.(scope, created)
    await checkOpenRow(scope, sent, created, 'create')
    return { ...(await readStored(scope, read, created)), action: 'create' }
  })
}

/** Returns the deleted entry as JSON. */
export async function deleteSingle(
  context: ContentContext,
  input: ReadInput & SingleInput & { readonly access: WriteCaller },
): Promise<string> {
  const { type } = input
  const read = await prepareRead(context, input, { kind: 'stored' })
  const { after, seen } = await runSingleHooks(context, input)
  return commitWrite(context, { type, action: 'delete', after }, async scope => {
    const id = await findSingleId(scope, type, input.locale)
    checkSeen(seen, id)
    if (id === null || !(await isOpenRow(scope, input, id, 'delete'))) throw new PopulusError('notFound')
    await lockRelations(scope, [...type.attributes.values()])
    const gone = await readStored(scope, read, id)
    await deleteEntry(scope, type, id)
    return gone
  })
}

interface SingleAfterHooks extends WriteAfterHooks {
  /** The entry that the hooks were asked about. Absent if there are no hooks. */
  readonly seen?: number | null
}

/** Without `data`, the entry is to be deleted. */
async function runSingleHooks(
  context: ContentContext,
  { type, access, data, locale }: Pick<WriteInput, 'type' | 'access'> & Partial<Pick<WriteInput, 'data'>> & SingleInput,
): Promise<SingleAfterHooks> {
  if (!hasHooks(context, type)) return { data: data ?? {}, decided: undefined, after: undefined }
  const seen = await findSingleId(await readingScope(context), type, locale)
  if (data !== undefined) {
    const action = seen === null ? 'create' : 'update'
    return { ...(await runHooks(context, { action, type, access, data, id: seen })), seen }
  }
  if (seen === null) throw new PopulusError('notFound')
  return { ...(await runHooks(context, { action: 'delete', type, access, id: seen })), seen }
}

/** Hooks that have allowed a new entry have not allowed a change of one that somebody else has just created. */
function checkSeen(seen: number | null | undefined, stored: number | null): void {
  if (seen !== undefined && seen !== stored) throw new PopulusError('versionConflict')
}

async function findSingleId(scope: WriteScope, type: ContentType, locale: string | undefined): Promise<number | null> {
  if (!type.localized) return firstId(scope, type, null)
  if (locale === undefined) return firstId(scope, type, scope.defaultLocale)
  return (await isLocale(scope, locale)) ? firstId(scope, type, locale) : null
}

/** The entries of a single type: one, and its translations. */
async function storedIds(scope: WriteScope, type: ContentType): Promise<readonly number[]> {
  const first = await firstId(scope, type, null)
  return first === null ? [] : [first, ...(await translationsOf(scope, type, first))]
}

/** The id of the first entry, or of the first one in a locale. */
export async function firstId(scope: WriteScope, type: ContentType, locale: string | null): Promise<number | null> {
  if (type.table === null) return null
  const [row] = await scope.ask(selectFirst(type.table, locale === null ? new Map() : new Map([['locale', locale]])))
  return row === undefined ? null : Number(row[0])
}
