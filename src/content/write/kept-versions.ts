/** Entries as they were before a transaction, stored with its changes: for the history and for the trash. */
import type { NewChange } from '../../changes/change.ts'
import { packRecord } from '../../history/packed-record.ts'
import type { EntryRecord, NewVersion, RecordReference } from '../../history/version-record.ts'
import type { Model } from '../../schema/schema.ts'
import { type EntryHistory, hasHistory } from '../entry-history.ts'
import type { WriteScope } from './write-scope.ts'

export class KeptVersions {
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
