/**
 * A file of exported content -> rows. The file is read three times: to check it, for its entries, and for their links.
 * The import is either one transaction, or one per batch, each of which saves a mark to resume from.
 */
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { StartError } from '../../errors.ts'
import { changeAlone, holdAlone } from '../../storage/change-alone.ts'
import type { Transaction } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { type ImportInput, type ImportRun, linesOf, readBatch, storeBatch } from './import-batch.ts'
import { planIds } from './import-ids.ts'
import { type ImportMark, type ImportPhase, readMark, storeMark } from './import-mark.ts'
import { FILE_START } from './read-lines.ts'
import { openRecorder } from './record-imported.ts'
import { RowStore } from './store-rows.ts'

/** Throws a StartError that names file and line. */
export async function importContent(input: ImportInput): Promise<{ readonly entries: number }> {
  const checked = await checkFile({ ...input, dialect: input.database.dialect, progress: input.checking })
  const start = await findStart(input, checked)
  const run = importRun(input, checked)
  await (input.mode === 'all-or-nothing' ? importAtOnce(run) : importInBatches(run, start))
  return { entries: checked.entries }
}

/** Imports a file in a transaction that is taken back. Throws what the import would. Nobody is told, and no ids are used up. */
export async function tryImport(input: ImportInput, checked: CheckedFile): Promise<void> {
  const { content: _, changes: __, ...alone } = input
  const run = importRun({ ...alone, mode: 'all-or-nothing' }, checked)
  await withoutStoring(() => importAtOnce(run, { reserve: false }))
}

function importRun(input: ImportInput, checked: CheckedFile): ImportRun {
  const rowStore = new RowStore(input.database.dialect, checked.file)
  return { ...input, checked, rowStore, now: input.clock() }
}

/** The mark of the import to resume; `null` for a new one. */
async function findStart(
  { database, mode, forget }: ImportInput,
  { digest, file }: CheckedFile,
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

/** May run again from the start, so it keeps nothing between runs. Without reserved ids, nothing is stored. */
async function importAtOnce(run: ImportRun, { reserve } = { reserve: true }): Promise<void> {
  const { database, checked } = run
  const recorder = await openRecorder(run)
  await database.write(
    async transaction => {
      let mark: ImportMark | null = await begin(run, transaction, reserve)
      for (const phase of PHASES) {
        for await (const lines of linesOf(run, phase, null))
          mark = await storeBatch(run, { transaction, recorder }, await readBatch(run, { mark, phase, lines }))
      }
      await storeMark(runningIn(transaction, database), null)
      if (!reserve) {
        await transaction.settle()
        throw NOTHING_STORED
      }
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

async function begin({ database, checked }: ImportRun, transaction: Transaction, reserve = true): Promise<ImportMark> {
  const ids = await planIds(runningIn(transaction, database), database.dialect, checked, { reserve })
  return { ...FILE_START, file: checked.file, digest: checked.digest, phase: 'entries', ids }
}
