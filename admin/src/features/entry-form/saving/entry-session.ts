/** One entry while it is open in a form: what is on the server, what was changed, and the ways to save it. */
import type { Conflict, EntryCheck, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { withPending } from '../store/apply-input.ts'
import { Cell } from '../store/cell.ts'
import { checkAll, type Finding } from '../store/check-values.ts'
import { changedInput, isDifferent, newInput } from '../store/entry-input.ts'
import { FormStore } from '../store/form-store.ts'
import type { ComponentAttributes, FormValues } from '../store/form-value.ts'
import { emptyValues, formValues, withKeysOf } from '../store/form-values.ts'
import { type Changes, mergeOf, onTopOf } from '../store/merge.ts'
import { formPath } from '../store/problem-paths.ts'

export type Work = 'save' | 'publish' | 'unpublish' | 'delete' | 'duplicate' | 'discard'

export interface OpenConflict {
  readonly theirs: OpenEntry
  readonly values: FormValues
  /** The attributes that both have changed. */
  readonly names: readonly string[]
  /** What to do once it is solved. */
  readonly next: 'save' | 'publish' | null
}

export interface EntryMeta {
  readonly entry: OpenEntry | null
  readonly busy: Work | null
  readonly conflict: OpenConflict | null
  /** An error that belongs to no field. */
  readonly error: string | null
}

export interface SessionInput {
  readonly type: TypeInfo
  readonly components: ComponentAttributes
  readonly entry: OpenEntry | null
  readonly locale: string | null
  readonly translationOf?: number | undefined
  /** The entry of which a new one is the translation. */
  readonly source: OpenEntry | null
  /** The name of the draft of an entry that does not exist yet: `new-k3f`. */
  readonly draftId: string
  readonly textOf: (finding: Finding) => string
}

/** What a save came to: `problems` are shown at their fields. */
export type Outcome = 'done' | 'problems' | 'conflict' | 'failed'

export class EntrySession {
  readonly type: TypeInfo
  readonly store: FormStore
  readonly meta: Cell<EntryMeta>
  readonly locale: string | null
  readonly draftId: string
  /** When the unsaved work that is shown was kept; `null` if there was none. */
  readonly restored = new Cell<string | null>(null)
  /** The entry of which this new one is the translation. */
  readonly source: OpenEntry | null
  private readonly input: SessionInput
  /** What the content API shows, if the entry is published. */
  private live: FormValues
  private readonly savedListeners = new Set<(entry: OpenEntry) => void>()

  constructor(input: SessionInput) {
    const { type, components, entry, locale, draftId } = input
    this.input = input
    this.type = type
    this.locale = entry?.locale ?? locale
    this.draftId = draftId
    this.source = input.source
    this.meta = new Cell<EntryMeta>({ entry, busy: null, conflict: null, error: null })
    const model = { attributes: type.attributes, components }
    this.live = entry === null ? emptyValues(type.attributes, components) : formValues(entry.values, model)
    this.store = new FormStore(model, this.savedOf(entry, this.live))
  }

  get exists(): boolean {
    return this.meta.get().entry !== null
  }

  /** The id under which the person's unsaved work is kept. */
  get keptAs(): string {
    const { entry } = this.meta.get()
    return entry === null ? this.draftId : String(entry.id)
  }

  /** Whether a field is part of the form: an empty field that may not be read would seem to have no value. */
  shows(field: string): boolean {
    const { read } = this.type.rights
    const fields = read === false ? [] : read.fields
    const isReadable =
      fields === null || fields.some(name => isSameOrInside(name, field) || isSameOrInside(field, name))
    return isReadable || this.may(field)
  }

  readonly may = (field: string): boolean => {
    const { entry } = this.meta.get()
    const fields = entry === null ? (this.type.rights.create || { fields: [] }).fields : entry.may.fields
    if (entry !== null && !entry.may.update) return false
    if (fields === null) return true
    return fields.some(known => known === field || known.startsWith(`${field}.`) || field.startsWith(`${known}.`))
  }

  onSaved(listener: (entry: OpenEntry) => void): () => void {
    this.savedListeners.add(listener)
    return () => this.savedListeners.delete(listener)
  }

  /** What differs from what is saved, with what it was. */
  changes(): Changes {
    const names = this.store.settle()
    return Object.fromEntries(
      names.map(name => [name, { mine: this.store.read(name), from: this.store.saved[name] ?? null }]),
    )
  }

  async save(): Promise<Outcome> {
    return this.work('save', () => this.send('save'))
  }

  /** Saves what is not saved, and publishes it. */
  async publish(locales?: readonly string[]): Promise<Outcome> {
    return this.work('publish', async () => {
      if (this.showFindings(checkAll(this.store, false))) return 'problems'
      if (!this.exists || this.store.settle().length > 0) {
        const outcome = await this.send('publish')
        if (outcome !== 'done') return outcome
      }
      return this.withConflicts('publish', async () => {
        const body = locales === undefined ? {} : { locales }
        const { data } = await call('POST /content/:uid/:id/publish', { ...this.named(), body })
        this.accept(data)
      })
    })
  }

  async unpublish(): Promise<Outcome> {
    return this.work('unpublish', async () => {
      const { data } = await call('POST /content/:uid/:id/unpublish', { ...this.named(), body: {} })
      this.accept(data)
      return 'done'
    })
  }

  async remove(): Promise<Outcome> {
    return this.work('delete', async () => {
      await call('DELETE /content/:uid/:id', this.named())
      return 'done'
    })
  }

  /** Back to what is published. */
  async discardPending(): Promise<Outcome> {
    return this.work('discard', async () => {
      const { data } = await call('DELETE /content/:uid/:id/pending', { params: this.params() })
      this.accept(data, [])
      return 'done'
    })
  }

  /** What publishing would say; saves first, because the server looks at what is saved. */
  async check(): Promise<EntryCheck | null> {
    if (!this.exists) return null
    return (await call('GET /content/:uid/:id/check', { params: this.params() })).data
  }

  /** Back to what is saved. */
  discardChanges(): void {
    this.store.setSaved(this.store.saved)
    this.restored.set(null)
    for (const path of this.store.problems.keys()) this.store.problems.delete(path)
  }

  /** Unsaved work of earlier, on top of what the server has now. */
  restore(changes: Changes): void {
    const { entry } = this.meta.get()
    const { mine, both } = mergeOf(changes, this.store.saved)
    for (const name of [...mine, ...both])
      this.store.replace(name, onTopOf(changes[name]!.mine, this.store.saved[name] ?? null))
    if (both.length > 0 && entry !== null)
      this.change({ conflict: { theirs: entry, values: this.store.saved, names: both, next: null } })
  }

  /** Another person has saved: shows their version, and keeps what was changed here. */
  async takeOver(next: OpenConflict['next'] = null): Promise<Outcome> {
    const { data: theirs } = await call('GET /content/:uid/:id', { params: this.params(), query: {} })
    const values = this.valuesOf(theirs)
    const { both } = mergeOf(this.changes(), values)
    if (both.length > 0) {
      this.change({ conflict: { theirs, values, names: both, next } })
      return 'conflict'
    }
    this.rebase(theirs, values, [])
    return 'done'
  }

  /** `theirNames`: the attributes for which the other version was chosen. */
  solve(theirNames: readonly string[]): void {
    const { conflict } = this.meta.get()
    if (conflict === null) return
    this.change({ conflict: null })
    this.rebase(conflict.theirs, conflict.values, theirNames)
  }

  /** What the server answered, wherever the request came from. */
  accept(entry: OpenEntry, keep = this.store.settle(), sent = this.store.readAll()): void {
    this.change({ entry, error: null })
    this.restored.set(null)
    this.live = formValues(entry.values, { ...this.store.model, previous: sent })
    this.store.setSaved(withKeysOf(this.savedOf(entry, this.live), sent), keep)
    for (const listener of this.savedListeners) listener(entry)
  }

  private rebase(entry: OpenEntry, values: FormValues, theirNames: readonly string[]): void {
    const mine = this.store.settle().filter(name => !theirNames.includes(name))
    this.change({ entry })
    this.live = formValues(entry.values, { ...this.store.model, previous: this.store.readAll() })
    for (const name of mine) this.store.replace(name, onTopOf(this.store.read(name), values[name] ?? null))
    this.store.setSaved(values, mine)
  }

  private async send(next: 'save' | 'publish'): Promise<Outcome> {
    if (this.showFindings(checkAll(this.store, this.type.draftAndPublish))) return 'problems'
    return this.withConflicts(next, async () => {
      const sent = this.store.readAll()
      const entry = await this.write(sent)
      const typedSince = this.store.changed.keys().filter(name => isDifferent(sent[name], this.store.read(name)))
      this.accept(entry, typedSince, sent)
    })
  }

  /** Somebody else was faster: takes their changes over and tries again, unless the person has to choose. */
  private async withConflicts(next: 'save' | 'publish', task: () => Promise<void>): Promise<Outcome> {
    for (;;) {
      try {
        await task()
        return 'done'
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error
        if ((error.details as Partial<Conflict>).version === undefined) throw error
        const outcome = await this.takeOver(next)
        if (outcome !== 'done') return outcome
      }
    }
  }

  private async write(sent: FormValues): Promise<OpenEntry> {
    const { entry } = this.meta.get()
    const model = { ...this.store.model, may: this.may }
    const { translationOf } = this.input
    if (entry === null) {
      const body = {
        data: newInput(sent, model),
        ...(this.locale === null ? {} : { locale: this.locale }),
        ...(translationOf === undefined ? {} : { translationOf }),
      }
      return (await call('POST /content/:uid', { params: { uid: this.type.uid }, body })).data
    }
    const pending = entry.status === 'published' || entry.status === 'modified'
    const body = { data: changedInput(this.live, sent, model), ...(pending ? { pending } : {}) }
    return (await call('PUT /content/:uid/:id', { ...this.named(), body })).data
  }

  private params(): { readonly uid: string; readonly id: number } {
    return { uid: this.type.uid, id: this.meta.get().entry!.id }
  }

  /** The entry, as this person has seen it. */
  private named() {
    return { params: this.params(), headers: { 'if-match': this.meta.get().entry!.version } }
  }

  private valuesOf(entry: OpenEntry): FormValues {
    const live = formValues(entry.values, { ...this.store.model, previous: this.store.readAll() })
    return this.savedOf(entry, live)
  }

  private savedOf(entry: OpenEntry | null, live: FormValues): FormValues {
    const { attributes } = this.input.type
    return entry === null || entry.pending === null
      ? live
      : withPending(live, entry.pending, attributes, this.input.components)
  }

  private change(part: Partial<EntryMeta>): void {
    this.meta.set({ ...this.meta.get(), ...part })
  }

  /** True if there are any. */
  private showFindings(findings: readonly Finding[]): boolean {
    for (const path of this.store.problems.keys()) this.store.problems.delete(path)
    for (const finding of findings) this.store.problems.set(finding.path, this.input.textOf(finding))
    return findings.length > 0
  }

  private async work(busy: Work, task: () => Promise<Outcome>): Promise<Outcome> {
    if (this.meta.get().busy !== null) return 'failed'
    this.change({ busy, error: null })
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { path, message } of error.problems)
        if (path.length > 0) this.store.problems.set(formPath(this.store, path), message)
      if (error.problems.some(({ path }) => path.length > 0)) return 'problems'
      this.change({ error: error.message })
      return 'failed'
    } finally {
      this.change({ busy: null })
    }
  }
}

/** - `seo.title` is inside `seo` */
function isSameOrInside(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`)
}
