/** A batch of lines -> the rows that store its entries, or their links. */
import type { NewChange } from '../../changes/change.ts'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import { type CheckedFile, parseLine } from './check-file.ts'
import { checkEntry, type FileEntry } from './check-imported-entry.ts'
import { entryRows, linkRows, type RowContext, type RowWrite } from './entry-rows.ts'
import { mappedId } from './import-ids.ts'
import type { ImportMark, ImportPhase } from './import-mark.ts'
import { FILE_START, type FileLine, inBatches, readLines } from './read-lines.ts'
import type { OpenRecorder } from './record-imported.ts'
import type { LineRow, RowStore } from './store-rows.ts'

export type ImportMode =
  /** In batches; what is written stays if the import is interrupted. */
  | 'batches'
  /** Resumes an interrupted import of the same file. */
  | 'resume'
  | 'all-or-nothing'

export interface ImportInput {
  readonly database: Database
  readonly schema: Schema
  readonly file: string
  /** What its owner calls it; the file itself if absent. */
  readonly name?: string | undefined
  readonly mode: ImportMode
  /** Forgets an interrupted import. What it has written stays. */
  readonly forget?: boolean | undefined
  /** Where changes are recorded, if they are. */
  readonly changes?: ChangeStore | undefined
  /** Who else is told of them, by its outbox; absent: nobody. */
  readonly content?: ContentContext | undefined
  readonly hashPassword: (plain: string) => Promise<string>
  readonly clock: () => Date
  readonly progress?: ((phase: ImportPhase, done: number, total: number) => void) | undefined
  /** How many bytes of the file have been checked. */
  readonly checking?: ((done: number) => void) | undefined
  /** Lines per batch (default: 500). */
  readonly batch?: number
}

export interface ImportRun extends ImportInput {
  readonly checked: CheckedFile
  readonly rowStore: RowStore
  readonly now: Date
}

const BATCH = 500

/** The lines after the mark if it is of the same phase, otherwise all lines; without the header. */
export async function* linesOf(
  { file, batch = BATCH }: ImportRun,
  phase: ImportPhase,
  mark: ImportMark | null,
): AsyncGenerator<readonly FileLine[]> {
  const from = mark?.phase === phase ? mark : FILE_START
  let first = from.line === 0
  for await (const lines of inBatches(readLines(file, from), batch)) {
    yield first ? lines.slice(1) : lines
    first = false
  }
}

interface Batch {
  readonly mark: ImportMark
  readonly phase: ImportPhase
  readonly lines: readonly FileLine[]
}

interface BatchRows {
  readonly rows: readonly LineRow[]
  readonly changes: readonly NewChange[]
  readonly phase: ImportPhase
  /** Where to continue afterwards. */
  readonly after: ImportMark
}

export async function readBatch(run: ImportRun, { mark, phase, lines }: Batch): Promise<BatchRows> {
  const last = lines.at(-1)
  if (last === undefined) return { rows: [], changes: [], phase, after: mark }
  const context = rowContext(run, mark)
  const rows: LineRow[] = []
  const changes: NewChange[] = []
  for (const line of lines) {
    const entry = entryOf(run, line)
    if (entry === null) continue
    const stored = await rowsOf(run, context, { phase, line, entry })
    for (const row of stored) rows.push({ line: line.number, row })
    if (isTold(run.mode, phase, stored)) changes.push(changeOf(run, context, { phase, entry }))
  }
  return { rows, changes, phase, after: { ...mark, phase, line: last.number, position: last.end } }
}

interface BatchPlace {
  readonly transaction: Transaction
  readonly recorder: OpenRecorder
}

/** Returns the mark to continue from. */
export async function storeBatch(
  run: ImportRun,
  { transaction, recorder }: BatchPlace,
  { rows, changes, phase, after }: BatchRows,
): Promise<ImportMark> {
  if (rows.length > 0) await run.rowStore.store(transaction, rows)
  if (changes.length > 0) await recorder(transaction, changes)
  run.progress?.(phase, Math.max(0, after.line - 1), run.checked.entries)
  return after
}

/** `null` for a line that is passed over. */
function entryOf({ schema, database, checked }: ImportRun, line: FileLine): FileEntry | null {
  const problem = problemIn(checked, line)
  const { strictTypes } = database.dialect
  return checkEntry({ schema, selection: checked.selection, strictTypes, problem }, parseLine(line, problem))
}

function problemIn({ file }: CheckedFile, { number }: FileLine): (text: string) => never {
  return text => {
    throw new StartError(`${file}, line ${number}: ${text}`)
  }
}

interface ReadLine {
  readonly phase: ImportPhase
  readonly line: FileLine
  readonly entry: FileEntry
}

async function rowsOf(
  { checked }: ImportRun,
  context: RowContext,
  { phase, line, entry }: ReadLine,
): Promise<readonly RowWrite[]> {
  try {
    return phase === 'entries' ? await entryRows(context, entry) : linkRows(context, entry)
  } catch (error) {
    return error instanceof StartError ? problemIn(checked, line)(error.message) : Promise.reject(error)
  }
}

/**
 * In one transaction, an entry is told of when it is whole. In batches, its links are written later, and are a change of their own: nobody is
 * left with what it was before.
 */
function isTold(mode: ImportMode, phase: ImportPhase, stored: readonly RowWrite[]): boolean {
  if (mode === 'all-or-nothing') return phase === 'links'
  return phase === 'entries' || stored.length > 0
}

function changeOf(
  { mode, now }: ImportRun,
  context: RowContext,
  { phase, entry: { type, id, attributes } }: Pick<ReadLine, 'phase' | 'entry'>,
): NewChange {
  const { locale } = attributes
  const isLater = phase === 'links' && mode !== 'all-or-nothing'
  return {
    type: type.uid,
    id: context.idOf(type.uid, id),
    locale: type.localized && typeof locale === 'string' ? locale : null,
    action: isLater || context.isThere(type.uid, id) ? 'update' : 'create',
    by: null,
    at: now.getTime(),
  }
}

function rowContext({ schema, database, checked, hashPassword, now }: ImportRun, { ids }: ImportMark): RowContext {
  const there = new Map(Object.entries(ids.there).map(([uid, list]) => [uid, new Set(list)]))
  return {
    schema,
    selection: checked.selection,
    dialect: database.dialect,
    idOf: (uid, id) => mappedId(ids, uid, id),
    isThere: (uid, id) => there.get(uid)?.has(id) ?? false,
    hashPassword,
    now,
  }
}
