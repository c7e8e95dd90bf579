/**
 * Makes the body of an answer: finds the entries of the list, takes each of them from where it is kept or reads it, and joins
 * them. An answer shows one moment: if anything changes on the way, all of it is read again in one snapshot.
 */
import { PopulusError } from '../../errors.ts'
import type { Dependencies } from '../../kept/dependencies/dependencies.ts'
import type { KeptEntry } from '../../kept/kept-entries.ts'
import type { FreshBody, ListedEntries } from '../../kept/response-cache.ts'
import type { ReadProgram } from '../../sql/read-program.ts'
import type { PackedRow } from '../../sql/statement.ts'
import type { ReadOptions } from '../../storage/database.ts'
import { readNow } from '../../storage/read-now.ts'
import { joinEntries, serializeEntries } from '../../wire/answer-serializer.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { answerDependencies, listDependency, shownDependencies } from './answer-dependencies.ts'
import type { EntriesById, LoadEntries } from './entry-reads.ts'
import { serializerInput } from './prepare-read.ts'
import type { PreparedRead, PreparedShown } from './prepared-read.ts'
import { findListed, type RootRows } from './rows/find-root.ts'
import { rememberList } from './rows/known-list.ts'
import { loadRows } from './rows/load-rows.ts'

export interface AnswerOptions {
  /** The id that the request names. */
  readonly entryId?: number | undefined
  readonly gone?: ReadOptions['gone']
  /** The entries of the list, if they are known. */
  readonly listed?: ListedEntries | undefined
  /** True: nothing that is kept is used. */
  readonly fresh?: boolean
}

/** Throws `notFound` if one entry was asked for and does not exist. */
export async function makeAnswer(
  context: ContentContext,
  query: PreparedRead,
  options: AnswerOptions = {},
): Promise<FreshBody> {
  const { shown, finding } = query
  const isEntry = finding.list === null
  // What depends on the time is not kept, and a list is put together only from what is.
  if (shown === null || finding.timed || options.fresh === true || !(isEntry || context.entryReads.keeps))
    return readWhole(context, query, options)
  return (await joinAnswer(context, query, shown, options)) ?? readWhole(context, query, { ...options, changes: true })
}

/** `undefined` if something may have changed on the way. */
async function joinAnswer(
  context: ContentContext,
  query: PreparedRead,
  shown: PreparedShown,
  { entryId, gone, listed: known }: AnswerOptions,
): Promise<FreshBody | undefined> {
  const { tables, cost, envelope } = query.finding
  const { versions } = context.database
  const version = versions.latest(tables)
  const isKnown = known !== undefined && version <= known.asOf
  const listed: FoundEntries | undefined =
    entryId !== undefined ? named(query, entryId) : isKnown ? known : await findEntries(context, query, shown, gone)
  if (listed === undefined) return undefined
  const load: LoadEntries = (ids, leaving) => loadEntries(context, shown, { ids, cost, gone: leaving })
  const { ids } = listed
  const request = { shown, ids, gone, load, isAlone: cost > CHEAP, isList: entryId === undefined }
  const entries = listed.entries ?? (await context.entryReads.read(request))
  if (entries === undefined || versions.latest(tables) !== version) return undefined
  const found: KeptEntry[] = []
  for (const id of listed.ids) {
    const entry = entries.get(id)
    if (entry !== undefined) found.push(entry)
  }
  if (found.length === 0 && envelope === 'entry') throw new PopulusError('notFound')
  // An entry of the list that is no longer there.
  if (found.length < listed.ids.length) return undefined
  const list = listDependency(query.finding)
  return {
    plain: joinEntries(found, listed.frame, context.limits),
    dependencies: () => [...(list === null ? [] : [list]), ...found.map(entry => entry.dependencies())],
    listed: { ids: listed.ids, frame: listed.frame },
  }
}

/** Entries are read together with others up to this cost of the answer, in points. */
const CHEAP = 5000

interface FoundEntries extends Pick<ListedEntries, 'ids' | 'frame'> {
  /** The entries themselves, if they were read with the list. */
  readonly entries?: EntriesById
}

const NO_ROWS: RootRows = { rows: [], total: null }

function named({ frameOfFound }: PreparedRead, id: number): FoundEntries {
  return { ids: [id], frame: frameOfFound(NO_ROWS) }
}

/** Finds the ids alone, unless most of the entries will have to be read anyway. */
async function findEntries(
  context: ContentContext,
  query: PreparedRead,
  shown: PreparedShown,
  gone: ReadOptions['gone'],
): Promise<FoundEntries | undefined> {
  const { database, limits } = context
  const { finding } = query
  const hasSnippets = finding.list?.snippets != null
  const scanned = await scannedList(context, query)
  if (scanned !== undefined) return scanned
  const isWhole = hasSnippets || !(query.isShort || shown.isMostlyKept === true)
  const program = isWhole ? query.program : finding
  if (finding.list?.searches) await context.settleSearch?.(finding.tables)
  const { learn, ...remembered } = rememberList(context, program)
  const options: ReadOptions = { gone, expensive: finding.cost >= limits.expensiveCost }
  if (!isWhole) {
    const found = await database.readUnchanged(
      finding.tables,
      findListed(finding, database.dialect, remembered),
      options,
    )
    if (found === undefined) return undefined
    learn(found, true)
    return { ids: found.rows.map(idOf), frame: query.frameOfFound(found) }
  }
  const asOf = database.versions.now
  const steps = loadRows(program, database.dialect, { ...remembered, limits })
  const loaded = await database.readUnchanged(program.tables, steps, options)
  if (loaded === undefined) return undefined
  learn(loaded, true)
  const entries = serialized(context, shown, loaded, asOf)
  context.entryReads.keepList(shown, entries)
  return { ids: loaded.rows.map(idOf), frame: query.frameOf(loaded), entries }
}

/** The list, if it is found in kept columns. Its frame needs no rows: nothing of them is shown around it. */
async function scannedList({ columns }: ContentContext, query: PreparedRead): Promise<FoundEntries | undefined> {
  const { scan } = query
  const found = scan === null ? undefined : await columns?.find(scan)
  if (found === undefined) return undefined
  const { ids, total, isCut } = found
  return { ids, frame: query.frameOfFound(scan!.withCount ? { rows: [], total, isEstimate: isCut } : NO_ROWS) }
}

function idOf({ keys: [id] }: PackedRow): number {
  return id as number
}

interface WantedEntries {
  readonly ids: readonly number[]
  /** Of the answer. */
  readonly cost: number
  readonly gone: ReadOptions['gone']
}

async function loadEntries(
  context: ContentContext,
  shown: PreparedShown,
  { ids, cost, gone }: WantedEntries,
): Promise<EntriesById | undefined> {
  const { database, limits } = context
  const { program } = shown
  const { tables, timed } = program
  const asOf = database.versions.now
  const read: ReadProgram = {
    envelope: 'entry',
    shown: program,
    list: null,
    values: [],
    page: null,
    cost,
    tables,
    timed,
  }
  const steps = loadRows(read, database.dialect, { entryIds: ids, limits })
  const options: ReadOptions = { gone, expensive: cost >= limits.expensiveCost }
  const loaded = await database.readUnchanged(tables, steps, options)
  return loaded === undefined ? undefined : serialized(context, shown, loaded, asOf)
}

function serialized(
  context: ContentContext,
  { program, write }: PreparedShown,
  { rows, groups, shared }: LoadedRows,
  asOf: number,
): EntriesById {
  const entries = serializeEntries(program, write, { rows, groups }, serializerInput(context))
  const isShared = rows.length > 1 || shared === true
  return new Map(
    rows.map((row, index): [number, KeptEntry] => {
      const id = idOf(row)
      let made: Dependencies | undefined
      const dependencies = () => {
        made ??= shownDependencies(program, { rows: [row], groups, shared: isShared }, id)
        return made
      }
      const { bytes, entries: populated } = entries[index]!
      return [id, { bytes, entries: populated, dependencies, asOf }]
    }),
  )
}

interface WholeOptions extends AnswerOptions {
  /** Whether the tables change at the moment. */
  readonly changes?: boolean
}

/** Reads everything at once. */
async function readWhole(
  context: ContentContext,
  { program, toJson }: PreparedRead,
  { entryId, gone, fresh = false, changes = false }: WholeOptions,
): Promise<FreshBody> {
  const { database, limits } = context
  if (program.list?.searches) await context.settleSearch?.(program.tables)
  const { guess, learn, ...remembered } = rememberList(context, program)
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  const now = program.timed ? context.clock() : undefined
  const rows = { entryIds: entryId === undefined ? [] : [entryId], limits, now }
  const unchanged = () => loadRows(program, database.dialect, { ...rows, guess, ...(fresh ? {} : remembered) })
  const quick = changes ? undefined : await database.readUnchanged(program.tables, unchanged(), options)
  const whole = () => loadRows(program, database.dialect, rows)
  const loaded = quick ?? (await readNow(database, program.tables, whole, options))
  learn(loaded, quick !== undefined)
  const plain = toJson(loaded)
  if (plain === null) throw new PopulusError('notFound')
  return { plain, dependencies: () => answerDependencies(program, loaded, entryId) }
}
