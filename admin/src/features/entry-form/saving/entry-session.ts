/** One entry while it is open in a form: what is on the server, and what was changed since. */
import type { EntryInput, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { type Changes, mergeOf, sidesOf } from '../merging/merge.ts'
import { isSameContent } from '../merging/same-content.ts'
import { withPending } from '../store/apply-input.ts'
import { Cell } from '../store/cell.ts'
import type { Finding } from '../store/check-values.ts'
import { changedInput, isDifferent, newInput } from '../store/entry-input.ts'
import { FormStore } from '../store/form-store.ts'
import type { ComponentAttributes, FormValue, FormValues } from '../store/form-value.ts'
import { emptyValues, formValues, withKeysOf } from '../store/form-values.ts'
import { UnfinishedValues } from './unfinished-values.ts'

/** Requests that may still arrive at the server. More than one is rare, and each makes the kept draft larger. */
const MOST_UNANSWERED = 2

export type Work = 'save' | 'publish' | 'unpublish' | 'delete' | 'duplicate' | 'discard'

export interface OpenConflict {
  readonly theirs: OpenEntry
  readonly values: FormValues
  /** The attributes that both have changed in the same place. */
  readonly names: readonly string[]
  /** What becomes of each of them: with the own version of that place, and with the other. */
  readonly sides: Readonly<Record<string, { readonly mine: FormValue; readonly theirs: FormValue }>>
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

/** What somebody else did to the entry while it was open, and what the form does not show yet. */
export interface DoneElsewhere {
  readonly what: 'saved' | 'deleted'
  readonly by: string | null
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
  readonly elsewhere = new Cell<DoneElsewhere | null>(null)
  /** The entry of which this new one is the translation. */
  readonly source: OpenEntry | null
  readonly translationOf: number | undefined
  private readonly input: SessionInput
  /** What the content API shows, if the entry is published. */
  private live: FormValues
  readonly unfinished = new UnfinishedValues()
  /** What was sent and not answered, the newest last. */
  private unanswered: readonly FormValues[] = []
  /** What the person began with, of attributes that somebody else has changed in the same place and that nobody has decided about. */
  private undecided: FormValues = {}
  /** How often what somebody else has written was put into the form. */
  takenIn = 0
  private readonly sendListeners = new Set<() => void>()
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

  /** What differs from what is saved, or from what was sent, with what it was. */
  changes(): Changes {
    const { store, undecided } = this
    const names = new Set([...store.settle(), ...this.unansweredNames()])
    return Object.fromEntries(
      [...names].map(name => {
        const from = name in undecided ? undecided[name]! : (store.saved[name] ?? null)
        const sent = this.unanswered.flatMap(values =>
          name in values && isDifferent(from, values[name]) ? [values[name]!] : [],
        )
        return [name, { mine: store.read(name), from, ...(sent.length === 0 ? {} : { sent }) }]
      }),
    )
  }

  /** Whether the server may have something else than the form. */
  get isUnsaved(): boolean {
    return !this.exists || this.unanswered.length > 0 || this.store.settle().length > 0
  }

  private unansweredNames(): readonly string[] {
    const { store } = this
    return Object.keys(store.model.attributes).filter(name =>
      this.unanswered.some(values => name in values && isDifferent(values[name], store.saved[name])),
    )
  }

  /** A save is on its way. Whatever becomes of it, the server may have it. */
  sending(values: FormValues): void {
    this.unanswered = [...this.unanswered, values].slice(-MOST_UNANSWERED)
    for (const listener of this.sendListeners) listener()
  }

  onSending(listener: () => void): () => void {
    this.sendListeners.add(listener)
    return () => this.sendListeners.delete(listener)
  }

  /** The server has said that it does not have it. */
  refused(values: FormValues): void {
    this.unanswered = this.unanswered.filter(sent => sent !== values)
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
    const sides = this.sides(changes, both, this.store.saved)
    for (const [name, value] of Object.entries(merged)) this.store.replace(name, value)
    for (const name of both) this.store.replace(name, sides[name]!.mine)
    const isThere = (values: FormValues) =>
      Object.entries(values).every(([name, value]) => isSameContent(value, this.store.saved[name]))
    this.unanswered = unansweredOf(changes).filter(values => !isThere(values))
    if (both.length === 0 || entry === null) return
    this.undecided = Object.fromEntries(both.map(name => [name, changes[name]!.from]))
    this.change({ conflict: { theirs: entry, values: this.store.saved, names: both, sides, next: null } })
  }

  /** Whether the form has the same content as before. */
  stillShows(before: FormValues): boolean {
    return Object.entries(this.store.readAll()).every(([name, value]) => isSameContent(value, before[name]))
  }

  private sides(changes: Changes, names: readonly string[], theirs: FormValues): OpenConflict['sides'] {
    const { model } = this.store
    return Object.fromEntries(
      names.map(name => [name, sidesOf(model.attributes[name]!, changes[name]!, theirs[name] ?? null, model)]),
    )
  }

  /** Asks again about what was not decided. True if there is anything. */
  askAgain(next: OpenConflict['next']): boolean {
    const { entry } = this.meta.get()
    return entry !== null && Object.keys(this.undecided).length > 0 && !this.takeIn(entry, next)
  }

  /** What to send for a save: all of a new entry, or what differs from what is published. */
  inputOf(values: FormValues): EntryInput {
    const model = { ...this.store.model, may: this.may }
    return this.exists ? changedInput(this.live, values, model) : newInput(values, model)
  }

  /** The version of somebody else, under what was changed here. True unless the person has to choose. */
  takeIn(theirs: OpenEntry, next: OpenConflict['next']): boolean {
    const values = this.valuesOf(theirs)
    const changes = this.changes()
    const { merged, both } = mergeOf(changes, values, this.store.model)
    const shown = this.store.readAll()
    if (both.length === 0) this.rebase(theirs, values, merged)
    if (!this.stillShows(shown)) this.takenIn += 1
    if (both.length > 0)
      this.change({ conflict: { theirs, values, names: both, sides: this.sides(changes, both, values), next } })
    return both.length === 0
  }

  /** `theirNames`: the attributes for which the other version was chosen. */
  solve(theirNames: readonly string[]): void {
    const { conflict } = this.meta.get()
    if (conflict === null) return
    const { theirs, values, names, sides } = conflict
    const { merged } = mergeOf(this.changes(), values, this.store.model)
    const chosen = names.map(name => [name, sides[name]![theirNames.includes(name) ? 'theirs' : 'mine']] as const)
    this.change({ conflict: null })
    this.rebase(theirs, values, { ...merged, ...Object.fromEntries(chosen) })
  }

  /** The person decides later: nothing is lost, and the next save asks again. */
  postpone(): void {
    this.change({ conflict: null })
  }

  /** What the server answered, wherever the request came from. */
  accept(entry: OpenEntry, keep = this.store.settle(), sent = this.store.readAll()): void {
    this.change({ entry, error: null })
    this.restored.set(null)
    this.elsewhere.set(null)
    this.settled(keep)
    this.live = formValues(entry.values, { ...this.store.model, previous: sent, isAnswer: true })
    this.store.setSaved(withKeysOf(this.savedOf(entry, this.live), sent), keep)
    for (const listener of this.savedListeners) listener(entry)
  }

  /** `mine`: what was changed here, with what the other version has. */
  private rebase(entry: OpenEntry, values: FormValues, mine: FormValues): void {
    this.change({ entry })
    this.elsewhere.set(null)
    this.live = formValues(entry.values, { ...this.store.model, previous: this.store.readAll() })
    for (const [name, value] of Object.entries(mine)) this.store.replace(name, value)
    this.settled()
    this.store.setSaved(values, Object.keys(mine))
  }

  /** What the server has is known again. `keep`: attributes about which nothing was decided by that. */
  private settled(keep: readonly string[] = []): void {
    this.unanswered = []
    this.undecided = Object.fromEntries(Object.entries(this.undecided).filter(([name]) => keep.includes(name)))
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

/** The same by save instead of by attribute. */
function unansweredOf(changes: Changes): readonly FormValues[] {
  const sent = Object.entries(changes).map(([name, change]) => [name, change.sent ?? []] as const)
  return Array.from({ length: MOST_UNANSWERED }, (_, index) =>
    Object.fromEntries(sent.flatMap(([name, values]) => (index < values.length ? [[name, values[index]!]] : []))),
  ).filter(values => Object.keys(values).length > 0)
}

/** - `seo.title` is inside `seo` */
function isSameOrInside(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`)
}
