/** One entry while it is open in a form: what is on the server, and what was changed since. */
import type { EntryInput, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { withPending } from '../store/apply-input.ts'
import { Cell } from '../store/cell.ts'
import type { Finding } from '../store/check-values.ts'
import { changedInput, newInput } from '../store/entry-input.ts'
import { FormStore } from '../store/form-store.ts'
import type { ComponentAttributes, FormValues } from '../store/form-value.ts'
import { emptyValues, formValues, withKeysOf } from '../store/form-values.ts'
import { type Changes, mergeOf, onTopOf } from '../store/merge.ts'
import { UnfinishedValues } from './unfinished-values.ts'

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
  readonly error: unknown
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
  /** What is wrong with a value, in the language of the panel. */
  readonly problemText: (message: string) => string
}

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
  readonly translationOf: number | undefined
  private readonly input: SessionInput
  /** What the content API shows, if the entry is published. */
  private live: FormValues
  readonly unfinished = new UnfinishedValues()
  private readonly savedListeners = new Set<(entry: OpenEntry) => void>()

  constructor(input: SessionInput) {
    const { type, components, entry, locale, draftId } = input
    this.input = input
    this.type = type
    this.locale = entry?.locale ?? locale
    this.draftId = draftId
    this.source = input.source
    this.translationOf = input.translationOf
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

  /** Back to what is saved. */
  discardChanges(): void {
    this.store.history.act(() => this.store.setSaved(this.store.saved))
    this.restored.set(null)
    for (const path of this.store.problems.keys()) this.store.problems.delete(path)
  }

  /** Unsaved work of earlier, on top of what the server has now. */
  restore(changes: Changes): void {
    const { entry } = this.meta.get()
    const { merged, both } = mergeOf(changes, this.store.saved, this.store.model)
    for (const [name, value] of Object.entries(merged)) this.store.replace(name, value)
    for (const name of both) this.store.replace(name, onTopOf(changes[name]!.mine, this.store.saved[name] ?? null))
    if (both.length > 0 && entry !== null)
      this.change({ conflict: { theirs: entry, values: this.store.saved, names: both, next: null } })
  }

  /** What to send for a save: all of a new entry, or what differs from what is published. */
  inputOf(values: FormValues): EntryInput {
    const model = { ...this.store.model, may: this.may }
    return this.exists ? changedInput(this.live, values, model) : newInput(values, model)
  }

  /** The version of somebody else, under what was changed here. True unless the person has to choose. */
  takeIn(theirs: OpenEntry, next: OpenConflict['next']): boolean {
    const values = this.valuesOf(theirs)
    const { both } = mergeOf(this.changes(), values, this.store.model)
    if (both.length > 0) this.change({ conflict: { theirs, values, names: both, next } })
    else this.rebase(theirs, values, [])
    return both.length === 0
  }

  /** `theirNames`: the attributes for which the other version was chosen. */
  solve(theirNames: readonly string[]): void {
    const { conflict } = this.meta.get()
    if (conflict === null) return
    this.change({ conflict: null })
    this.rebase(conflict.theirs, conflict.values, theirNames)
  }

  /** The person decides later: nothing is lost, and the next save asks again. */
  postpone(): void {
    this.change({ conflict: null })
  }

  /** What the server answered, wherever the request came from. */
  accept(entry: OpenEntry, keep = this.store.settle(), sent = this.store.readAll()): void {
    this.change({ entry, error: null })
    this.restored.set(null)
    this.live = formValues(entry.values, { ...this.store.model, previous: sent, isAnswer: true })
    this.store.setSaved(withKeysOf(this.savedOf(entry, this.live), sent), keep)
    for (const listener of this.savedListeners) listener(entry)
  }

  private rebase(entry: OpenEntry, values: FormValues, theirNames: readonly string[]): void {
    const changes = this.changes()
    const mine = Object.keys(changes).filter(name => !theirNames.includes(name))
    const { merged } = mergeOf(changes, values, this.store.model)
    this.change({ entry })
    this.live = formValues(entry.values, { ...this.store.model, previous: this.store.readAll() })
    for (const name of mine)
      this.store.replace(name, merged[name] ?? onTopOf(this.store.read(name), values[name] ?? null))
    this.store.setSaved(values, mine)
  }

  /** An entry of this type in the form of a form's values, with its pending changes. */
  valuesOf(entry: OpenEntry): FormValues {
    const live = formValues(entry.values, { ...this.store.model, previous: this.store.readAll() })
    return this.savedOf(entry, live)
  }

  private savedOf(entry: OpenEntry | null, live: FormValues): FormValues {
    const { attributes } = this.input.type
    return entry === null || entry.pending === null
      ? live
      : withPending(live, entry.pending, attributes, this.input.components)
  }

  change(part: Partial<EntryMeta>): void {
    this.meta.set({ ...this.meta.get(), ...part })
  }

  showProblem({ path, message }: Finding): void {
    this.store.problems.set(path, this.input.problemText(message))
  }

  /** True if there are any. */
  showFindings(findings: readonly Finding[]): boolean {
    for (const path of this.store.problems.keys()) this.store.problems.delete(path)
    for (const finding of findings) this.showProblem(finding)
    return findings.length > 0
  }
}

/** - `seo.title` is inside `seo` */
function isSameOrInside(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`)
}
