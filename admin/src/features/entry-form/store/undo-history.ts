/** What a person has done in a form, to be undone and done again. */
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { Cell } from './cell.ts'
import type { ComponentAttributes } from './form-value.ts'
import type { KeyedState } from './keyed-state.ts'
import { rewound, type StoredValue } from './rewound.ts'

interface Change {
  readonly path: string
  readonly before: StoredValue
  readonly after: StoredValue
}

export interface Act {
  readonly changes: readonly Change[]
  /** The one value that was set. Setting it again soon after, as by typing, is the same act. */
  readonly typed: string | undefined
  readonly at: number
}

/** What the history needs of the form that it belongs to. */
interface RecordedForm {
  readonly values: KeyedState<StoredValue>
  readonly problems: KeyedState<string>
  readonly model: { readonly components: ComponentAttributes }
  attributeAt(path: string): AttributeInfo | undefined
  adoptSavedIds(name: string): void
}

const MOST_ACTS = 300
const SAME_ACT_WITHIN = 1000

export class UndoHistory {
  readonly can = new Cell<'nothing' | 'undo' | 'redo' | 'both'>('nothing')
  private readonly store: RecordedForm
  private done: readonly Act[] = []
  private undone: readonly Act[] = []
  /** What comes next is an act of its own. */
  private isApart = false
  /** While something is recorded: what the values were before, by path. */
  private recording: Map<string, StoredValue> | undefined

  constructor(store: RecordedForm) {
    this.store = store
    // A value that was not there before belongs to a new part, and comes and goes with it.
    store.values.subscribeAll((path, before) => {
      if (before !== undefined && this.recording?.has(path) === false) this.recording.set(path, before)
    })
  }

  /** One act of the person. `typed` is the path, if it sets one value. */
  act(run: () => void, typed?: string): void {
    const end = this.record(typed)
    try {
      run()
    } finally {
      end()
    }
  }

  /** For an act that takes a while: it ends when the result is called. */
  record(typed?: string): () => void {
    if (this.recording !== undefined) return () => undefined
    this.recording = new Map()
    return () => {
      const changes = this.recorded()
      if (changes.length > 0) this.add({ changes, typed: this.isApart ? undefined : typed, at: Date.now() })
    }
  }

  /** Text that is pasted, cut or dropped is no part of what is typed before and after it. */
  setApart(): void {
    this.isApart = true
  }

  /** What follows from the last act is undone with it. */
  follow(run: () => void): void {
    const { last } = this
    const isPart = last !== undefined && this.recording === undefined
    if (isPart) this.recording = new Map()
    run()
    if (isPart) this.done = [...this.done.slice(0, -1), { ...last, changes: joined(last.changes, this.recorded()) }]
  }

  /** The path that has changed, or `undefined` if there is nothing to undo. */
  undo(): string | undefined {
    for (let act = this.last; act !== undefined; act = this.last) {
      const path = this.undoOne(act)
      if (path !== undefined) return path
    }
    return undefined
  }

  get last(): Act | undefined {
    return this.done.at(-1)
  }

  /** Also an act that others have followed; they stay. */
  undoOne(act: Act): string | undefined {
    if (!this.done.includes(act)) return undefined
    this.done = this.done.filter(other => other !== act)
    const changes = this.change(act.changes.map(({ path, before, after }) => ({ path, from: after, to: before })))
    if (changes.length > 0) this.undone = [...this.undone, { ...act, changes: changes.map(turned) }]
    this.tell()
    return changes[0]?.path
  }

  redo(): string | undefined {
    for (let act = this.undone.at(-1); act !== undefined; act = this.undone.at(-1)) {
      this.undone = this.undone.slice(0, -1)
      const changes = this.change(act.changes.map(({ path, before, after }) => ({ path, from: before, to: after })))
      if (changes.length > 0) this.done = [...this.done, { ...act, typed: undefined, changes }]
      this.tell()
      if (changes.length > 0) return changes[0]!.path
    }
    return undefined
  }

  private recorded(): readonly Change[] {
    const { values } = this.store
    const changes = [...this.recording!].map(([path, before]) => ({ path, before, after: values.get(path) ?? null }))
    this.recording = undefined
    return changes.filter(({ before, after }) => !Object.is(before, after))
  }

  private add(act: Act): void {
    const last = this.done.at(-1)
    const isSame = act.typed !== undefined && act.typed === last?.typed && act.at - last.at < SAME_ACT_WITHIN
    this.done = isSame
      ? [...this.done.slice(0, -1), { ...act, changes: joined(last.changes, act.changes) }]
      : [...this.done, act].slice(-MOST_ACTS)
    this.undone = []
    this.isApart = false
    this.tell()
  }

  /** What has really changed: a value that somebody else has replaced since stays as it is. */
  private change(wanted: readonly { path: string; from: StoredValue; to: StoredValue }[]): readonly Change[] {
    const { store } = this
    const changes: Change[] = []
    for (const { path, from, to } of wanted) {
      const before = store.values.get(path) ?? null
      const value = rewound(store.attributeAt(path), before, { from, to }, store.model.components)
      if (value === undefined || Object.is(value, before)) continue
      store.values.set(path, value)
      store.adoptSavedIds(path.split('.', 1)[0]!)
      store.problems.delete(path)
      changes.push({ path, before, after: value })
    }
    return changes
  }

  private tell(): void {
    const [canUndo, canRedo] = [this.done.length > 0, this.undone.length > 0]
    this.can.set(canUndo ? (canRedo ? 'both' : 'undo') : canRedo ? 'redo' : 'nothing')
  }
}

function turned({ path, before, after }: Change): Change {
  return { path, before: after, after: before }
}

/** Two acts as one. */
function joined(first: readonly Change[], second: readonly Change[]): readonly Change[] {
  const changes = new Map(first.map(change => [change.path, change]))
  // An empty value is `null`, and is what was there before as well as any other.
  for (const { path, before, after } of second)
    changes.set(path, { path, before: changes.has(path) ? changes.get(path)!.before : before, after })
  return [...changes.values()]
}
