/**
 * A file of exported content -> rows. The file is read three times: to check it, for its entries, and for their links.
 * The import is either one transaction, or one per batch, each of which saves a mark to resume from.
 */
import type { NewChange } from '../../changes/change.ts'
import type { ChangeStore } from '../../changes/change-store.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { changeAlone, holdAlone } from '../../storage/change-alone.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { type CheckedFile, checkFile, parseLine } from './check-file.ts'
import { checkEntry, type FileEntry } from './check-imported-entry.ts'
import { entryRows, linkRows, type RowContext, type RowWrite } from './entry-rows.ts'
import { mappedId, planIds } from './import-ids.ts'
import { type ImportMark, type ImportPhase, readMark, storeMark } from './import-mark.ts'
import { FILE_START, type FileLine, inBatches, readLines } from './read-lines.ts'
import { type OpenRecorder, openRecorder } from './record-imported.ts'
import { type LineRow, RowStore } from './store-rows.ts'

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
  readonly mode: ImportMode
  /** Forgets an interrupted import. What it has written stays. */
  readonly forget?: boolean
  /** Where changes are recorded, if they are. */
  readonly changes?: ChangeStore | undefined
  /** Who else is told of them, by its outbox; absent: nobody. */
  readonly content?: ContentContext | undefined
  readonly hashPassword: (plain: string) => Promise<string>
  readonly clock: () => Date
  readonly progress?: (phase: ImportPhase, done: number, total: number) => void
  /** Lines per batch (default: 500). */
  readonly batch?: number
}

/** Throws a StartError that names file and line. */
export async function importContent(input: ImportInput): Promise<{ readonly entries: number }> {
  const { database, schema, file, mode } = input
  const checked = await checkFile(file, schema, database.dialect)
  const start = await findStart(input, checked)
  const run: ImportRun = { ...input, checked, rowStore: new RowStore(database.dialect, file), now: input.clock() }
  await (mode === 'all-or-nothing' ? importAtOnce(run) : importInBatches(run, start))
  return { entries: checked.entries }
}

interface ImportRun extends ImportInput {
  readonly checked: CheckedFile
  readonly rowStore: RowStore
  readonly now: Date
}

/** The mark of the import to resume; `null` for a new one. */
async function findStart(
  { database, mode, forget, file }: ImportInput,
  { digest }: CheckedFile,
): Promise<ImportMark | null> {
  const mark = await readMark(readingFrom(database))
  if (mode === 'resume') {
    if (mark === null) throw new StartError('No interrupted import to resume')
    if (mark.digest !== digest)
      throw new StartError(`The interrupted import was of ${mark.file}; ${file} is a different file`)
    return mark
  }
  if (mark === null || forget === true) return null
  throw new StartError(`The import of ${mark.file} was interrupted (${mark.phase}, line ${mark.line})`, [
    'to resume it, use --resume',
    'to forget it, use --forget; what it has written stays',
  ])
}

/** May run again from the start, so it keeps nothing between runs. */
async function importAtOnce(run: ImportRun): Promise<void> {
  const { database, checked } = run
  const recorder = await openRecorder(run)
  await database.write(
    async transaction => {
      let mark: ImportMark | null = await begin(run, transaction)
      for (const phase of PHASES) {
        for await (const lines of linesOf(run, phase, null))
          mark = await storeBatch(run, { transaction, recorder }, await readBatch(run, { mark, phase, lines }))
      }
      await storeMark(runningIn(transaction, database), null)
    },
    { unlimited: true },
  )
  run.progress?.('links', checked.entries, checked.entries)
}

async function importInBatches(run: ImportRun, start: ImportMark | null): Promise<void> {
  const { database } = run
  let mark = start
  if (mark === null) {
    mark = await changeAlone(database, IMPORT, async (own, transaction) => {
      const begun = await begin(run, transaction)
      await storeMark(own, begun)
      return begun
    })
  }
  for (const phase of PHASES.slice(PHASES.indexOf(mark.phase))) {
    for await (const lines of linesOf(run, phase, mark)) {
      const before: ImportMark = mark
      // Passwords are hashed here, so other writers do not wait for that.
      const batch = await readBatch(run, { mark: before, phase, lines })
      const recorder = await openRecorder(run)
      mark = await database.write(async transaction => {
        await checkAlone(run, transaction, before)
        const after = await storeBatch(run, { transaction, recorder }, batch)
        await storeMark(runningIn(transaction, database), after)
        return after
      })
    }
  }
  await database.write(transaction => storeMark(runningIn(transaction, database), null))
}

/** What changes alone. */
const IMPORT = 'populus import'

/** Two processes that import the same file would write it twice. */
async function checkAlone({ database }: ImportRun, transaction: Transaction, mark: ImportMark): Promise<void> {
  const run = runningIn(transaction, database)
  await holdAlone(database, run, IMPORT)
  const stored = await readMark(run)
  if (stored?.digest === mark.digest && stored.phase === mark.phase && stored.line === mark.line) return
  throw new StartError('Another process is importing into this database')
}

const PHASES: readonly ImportPhase[] = ['entries', 'links']
const BATCH = 500

async function begin({ database, checked }: ImportRun, transaction: Transaction): Promise<ImportMark> {
  const ids = await planIds(runningIn(transaction, database), database.dialect, checked)
  return { ...FILE_START, file: checked.file, digest: checked.digest, phase: 'entries', ids }
}

/** The lines after the mark if it is of the same phase, otherwise all lines; without the header. */
async function* linesOf(
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

async function readBatch(run: ImportRun, { mark, phase, lines }: Batch): Promise<BatchRows> {
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
async function storeBatch(
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
