/**
 * Runs a ReadProgram level by level: the rows of one level name the parents of the next. Every statement loads the
 * children of all parents at once. All statements of a level are issued together.
 */
import { PopulusError } from '../../../errors.ts'
import type { ChildProgram, EntryProgram, ReadProgram, VariantProgram } from '../../../sql/read-program.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'
import type { BoundStatement, PackedRow, PackedStatement, RowKey } from '../../../sql/statement.ts'
import type { ReadSteps } from '../../../storage/database.ts'
import type { AnswerLimits } from '../../../wire/answer-serializer.ts'
import type { LoadedRows, RowGroups } from '../../../wire/loaded-rows.ts'
import { findRoot, type Keyed, type RootOptions } from './find-root.ts'

/** A statement of the next level, and the function that receives its rows. */
interface Task {
  readonly statement: BoundStatement<PackedRow>
  readonly receive: (rows: readonly PackedRow[]) => readonly Task[]
}

export interface LoadOptions extends RootOptions {
  /** The limits on the answer; without them, the answer is unlimited. */
  readonly limits?: AnswerLimits | undefined
}

const NO_LIMITS: AnswerLimits = { answerEntries: Number.POSITIVE_INFINITY, answerLength: Number.POSITIVE_INFINITY }

export function* loadRows(
  program: ReadProgram,
  dialect: SqlDialect,
  options: LoadOptions = {},
): ReadSteps<LoadedRows, PackedRow> {
  const groups: (RowGroups | undefined)[] = new Array(program.shown.slots).fill(undefined)
  const now = program.timed ? (options.now ?? new Date()) : undefined
  const loading: Loading = { dialect, groups, budget: new RowBudget(options.limits ?? NO_LIMITS), now }
  const { children } = program.shown.entry
  const root = yield* findRoot(program, dialect, { ...options, now })
  if (root === null) return { rows: [], total: program.page?.withCount ? 0 : null, groups }
  if (root.statements.length === 0 && root.named.length === 0) return { ...root.receive([]), groups }
  // Most children of known entries can be loaded at the same time as the entries themselves.
  const early = root.named.length === 0 ? [] : children.filter(isFoundById)
  const level = early.flatMap(child => tasksOf(child, root.named, loading))
  const statements = [...root.statements, ...level.map(task => task.statement)]
  const answers = statements.length === 0 ? [] : yield statements
  const found = root.receive(answers)
  const { rows } = found
  if (rows.length === 0) return { ...found, groups }
  loading.budget.takeBytes(rows)
  const late = children.filter(child => !early.includes(child)).flatMap(child => tasksOf(child, rows, loading))
  const texts = snippetTasks(program, rows, loading)
  let next = [...received(level, answers.slice(root.statements.length)), ...late, ...texts]
  while (next.length > 0) next = received(next, yield next.map(task => task.statement))
  return { ...found, groups }
}

function snippetTasks({ list }: ReadProgram, rows: readonly PackedRow[], loading: Loading): readonly Task[] {
  const snippets = list?.snippets ?? null
  if (snippets === null) return []
  return task(snippets.statement, keysOf(rows, 0), loading, keep(snippets.slot, loading))
}

function received(tasks: readonly Task[], answers: readonly (readonly PackedRow[])[]): Task[] {
  return tasks.flatMap((task, index) => task.receive(answers[index]!))
}

/** Whether the parent's id is all that is needed. */
function isFoundById(child: ChildProgram): boolean {
  return child.kind === 'variant' ? child.own === null : child.keyIndex === 0
}

interface Loading {
  readonly dialect: SqlDialect
  readonly groups: (RowGroups | undefined)[]
  readonly budget: RowBudget
  readonly now: Date | undefined
}

function childTasks(entry: EntryProgram, parents: readonly Keyed[], loading: Loading): readonly Task[] {
  if (parents.length === 0) return []
  return entry.children.flatMap(child => tasksOf(child, parents, loading))
}

function tasksOf(child: ChildProgram, parents: readonly Keyed[], loading: Loading): readonly Task[] {
  switch (child.kind) {
    case 'link': {
      const keys = keysOf(parents, child.keyIndex)
      const { link } = child.plan.attribute
      const mayRepeat = link?.kind === 'table' && !link.unique
      const load = task(child.statement, keys, loading, rows => {
        loading.budget.take(rows)
        const distinct = mayRepeat ? withoutRepeats(rows, child.parentIndex) : rows
        loading.groups[child.slot] = groupBy(distinct, child.parentIndex)
        return childTasks(child.entry, distinct, loading)
      })
      const count =
        child.total === null ? [] : task(child.total.statement, keys, loading, keep(child.total.slot, loading))
      return [...load, ...count]
    }
    case 'count':
      return task(child.statement, keysOf(parents, child.keyIndex), loading, keep(child.slot, loading))
    case 'variant':
      return variantTasks(child, parents, loading)
    default:
      return child satisfies never
  }
}

/** First the links, which name the models, then one statement for each model that occurs. */
function variantTasks(child: VariantProgram, parents: readonly Keyed[], loading: Loading): readonly Task[] {
  const { own } = child
  if (own !== null)
    return variantRowTasks(
      child,
      parents.map(({ keys }) => ({ keys: [keys[0]!, keys[own.typeIndex]!, keys[own.idIndex]!] })),
      loading,
    )
  return task(child.links, keysOf(parents, 0), loading, links => {
    loading.groups[child.slot] = groupBy(links, 0)
    return variantRowTasks(child, links, loading)
  })
}

function variantRowTasks(child: VariantProgram, links: readonly Keyed[], loading: Loading): readonly Task[] {
  const idsByType = new Map<string, Set<number>>()
  for (const {
    keys: [, type, id],
  } of links) {
    if (typeof type !== 'string' || typeof id !== 'number' || !child.variants.has(type)) continue
    const ids = idsByType.get(type)
    if (ids === undefined) idsByType.set(type, new Set([id]))
    else ids.add(id)
  }
  return [...idsByType].flatMap(([type, ids]) => {
    const variant = child.variants.get(type)!
    return task(variant.statement, [...ids], loading, rows => {
      loading.budget.take(rows)
      loading.groups[variant.slot] = groupBy(rows, 0)
      return childTasks(variant.entry, rows, loading)
    })
  })
}

function task(
  statement: PackedStatement | null,
  keys: readonly number[],
  loading: Loading,
  receive: Task['receive'],
): readonly Task[] {
  if (statement === null || keys.length === 0) return []
  return [{ statement: loading.dialect.bind(statement, keys, { now: loading.now }), receive }]
}

/** Keeps rows with the keys `[parent, number]`. */
function keep(slot: number, loading: Loading): Task['receive'] {
  return rows => {
    loading.groups[slot] = groupBy(rows, 0)
    return []
  }
}

function keysOf(rows: readonly Keyed[], index: number): readonly number[] {
  const found = new Set<number>()
  for (const { keys } of rows) {
    const key = keys[index]
    if (typeof key === 'number') found.add(key)
  }
  return [...found]
}

function groupBy(rows: readonly PackedRow[], index: number): RowGroups {
  const groups = new Map<RowKey | undefined, PackedRow[]>()
  for (const row of rows) {
    const key = row.keys[index]
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** Old databases may contain the same pair twice; it is shown once. */
function withoutRepeats(rows: readonly PackedRow[], parentIndex: number): readonly PackedRow[] {
  const seen = new Set<string>()
  return rows.filter(row => {
    const pair = `${row.keys[parentIndex]}:${row.keys[0]}`
    if (seen.has(pair)) return false
    seen.add(pair)
    return true
  })
}

// Checks what has been read for one answer against the limits of the answer. Every row is shown at least once, so too
// many rows always make the answer too large. The next level then need not be read.

class RowBudget {
  readonly #limits: AnswerLimits
  #entries = 0
  #bytes = 0

  constructor(limits: AnswerLimits) {
    this.#limits = limits
  }

  /** Counts the populated rows of one statement; throws if there are too many. */
  take(rows: readonly PackedRow[]): void {
    const { answerEntries } = this.#limits
    this.#entries += rows.length
    if (this.#entries > answerEntries) throw new PopulusError('tooManyEntries', { limit: answerEntries })
    this.takeBytes(rows)
  }

  /** For the list itself: the page limits its length, and some lists, such as the list of users, have no pages. */
  takeBytes(rows: readonly PackedRow[]): void {
    const { answerLength } = this.#limits
    // All rows of a statement share the same bytes.
    this.#bytes += rows[0]?.bytes.length ?? 0
    if (this.#bytes > answerLength) throw new PopulusError('answerTooLong', { limit: answerLength })
  }
}
