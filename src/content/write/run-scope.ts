/** Every transaction that changes entries runs its work here, so that all of them are in the feed of changes. */

import type { Author, NewChange } from '../../changes/change.ts'
import type { EntryRecord, NewVersion, RecordReference } from '../../history/version-record.ts'
import { packRecord } from '../../history/version-store.ts'
import type { ContentType, Model } from '../../schema/schema.ts'
import { selectLocales } from '../../sql/compile-write.ts'
import type { Transaction } from '../../storage/database.ts'
import type { ContentContext } from '../content-context.ts'
import { type EntryHistory, hasHistory } from '../entry-history.ts'
import type { ChangedEntry, OpenOutbox } from '../outbox.ts'
import { entrySnapshot } from './entry-snapshot.ts'
import type { NotedChange } from './noted-changes.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** Runs a transaction of its own. */
export async function writeInScope<T>(
  context: ContentContext,
  by: Author | null,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const defaultLocale = await context.defaultLocale()
  const outbox = await context.outbox?.open()
  const result = await context.database.write(transaction =>
    runInScope(context, { transaction, defaultLocale, by, outbox }, work),
  )
  outbox?.committed()
  return result
}

export interface ScopeInput {
  readonly transaction: Transaction
  /** Read before the transaction began, because a transaction must not request a second connection. */
  readonly defaultLocale: string
  readonly by: Author | null
  /** The same. */
  readonly outbox?: OpenOutbox | undefined
}

/** For a part of a larger transaction. Returns what the work returns. */
export async function runInScope<T>(
  context: ContentContext,
  { transaction, defaultLocale, by, outbox }: ScopeInput,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const { schema, database } = context
  const gone = new Map<string, string>()
  const kept = context.history === undefined ? undefined : new KeptVersions(context.history)
  const before: WriteScope['before'] = async (model, id, use) => {
    if (model.kind === 'type' && use === 'delete' && outbox?.wants(model.uid, 'delete') === true)
      gone.set(`${model.uid} ${id}`, await entrySnapshot(context, scope, model, id))
    await kept?.before(scope, model, id, use)
  }
  const scope = writeScope({ schema, dialect: database.dialect, defaultLocale }, transaction, before)
  const result = await work(scope)
  const noted = scope.noted.list
  const isRecorded = context.changes !== undefined || outbox !== undefined || kept !== undefined
  if (!isRecorded || noted.length === 0) return result
  const changes = await toChanges(context, scope, noted, by)
  if (context.changes !== undefined) scope.send(null, context.changes.insert(changes))
  kept?.store(scope, changes)
  if (outbox !== undefined) await tellOthers(context, scope, changes, { outbox, gone })
  return result
}

export interface Told {
  readonly outbox: OpenOutbox
  /** Entries that are no longer there. */
  readonly gone?: ReadonlyMap<string, string>
}

/** Writes down, with the changes themselves, what others are to be told of them. */
export async function tellOthers(
  context: ContentContext,
  scope: WriteScope,
  changes: readonly NewChange[],
  { outbox, gone = new Map() }: Told,
): Promise<void> {
  const told: ChangedEntry[] = []
  for (const change of changes) {
    const { type, id, action } = change
    const model = context.schema.types.get(type)
    if (model === undefined || !outbox.wants(type, action)) continue
    const entry = gone.get(`${type} ${id}`) ?? (await entrySnapshot(context, scope, model, id))
    told.push({ ...change, entry })
  }
  outbox.record(scope, told)
}

async function toChanges(
  { clock }: Pick<ContentContext, 'clock'>,
  scope: WriteScope,
  noted: readonly NotedChange[],
  by: Author | null,
): Promise<readonly NewChange[]> {
  const at = clock().getTime()
  const found = await missingLocales(scope, noted)
  return noted.map(({ model: { uid: type }, id, action, locale = found.get(`${type} ${id}`) ?? null }) => ({
    ...{ type, id, locale, action, by, at },
  }))
}

/** Of changed entries that nobody has looked at before, such as translations that share a value. */
async function missingLocales(
  scope: WriteScope,
  noted: readonly NotedChange[],
): Promise<ReadonlyMap<string, string | null>> {
  const unknown = new Map<ContentType, number[]>()
  for (const { model, id, locale } of noted) {
    if (locale !== undefined || !model.localized) continue
    unknown.set(model, [...(unknown.get(model) ?? []), id])
  }
  const found = new Map<string, string | null>()
  for (const [type, ids] of unknown) {
    const attribute = type.attributes.get('locale')
    if (type.table === null || attribute?.kind !== 'scalar' || attribute.column === null) continue
    for (const [id, locale] of await scope.ask(selectLocales(type.table, attribute.column, ids)))
      found.set(`${type.uid} ${id}`, locale === null ? null : String(locale))
  }
  return found
}

/** Entries as they were before a transaction, stored with its changes: for the history and for the trash. */
class KeptVersions {
  readonly #history: EntryHistory
  readonly #kept = new Map<string, string>()

  constructor(history: EntryHistory) {
    this.#history = history
  }

  /** Called while the entry is as it was. What is changed several times is kept once. */
  async before(scope: WriteScope, model: Model, id: number, use: 'update' | 'delete'): Promise<void> {
    const { versions, trash, records } = this.#history
    const key = `${model.uid} ${id}`
    if (model.kind !== 'type' || !hasHistory(model)) return
    if (use === 'delete' ? !trash : !versions || this.#kept.has(key)) return
    const record = await scope.read(use === 'delete' ? records.whole(model, id) : records.version(model, id))
    if (record !== undefined) this.#kept.set(key, record)
  }

  /** One statement, without waiting for it. */
  store(scope: WriteScope, changes: readonly NewChange[]): void {
    const versions = changes.flatMap(change => this.#versionOf(change) ?? [])
    if (versions.length > 0) scope.send(null, this.#history.store.insert(versions))
  }

  #versionOf(change: NewChange): NewVersion | undefined {
    const record = this.#kept.get(`${change.type} ${change.id}`)
    if (record === undefined || change.action === 'create') return undefined
    const trash = change.action === 'delete'
    return { ...change, trash, creator: trash ? creatorIn(record) : null, content: packRecord(record) }
  }
}

function creatorIn(record: string): number | null {
  const { attributes } = JSON.parse(record) as EntryRecord
  return (attributes.createdBy as RecordReference | null | undefined)?.id ?? null
}
