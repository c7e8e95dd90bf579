/** Reads a whole file before anything is written: finds its problems, its size, and the ids it needs. */
import { createHash } from 'node:crypto'
import type { Selection } from '../../content/records/record-selection.ts'
import { StartError } from '../../errors.ts'
import { LOCALE_UID, type Model, ROLE_UID, type Schema } from '../../schema/schema.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { checkHeader } from './check-header.ts'
import { checkEntry, type FileEntry } from './check-imported-entry.ts'
import { type FileLine, readLines } from './read-lines.ts'

/**
 * Types that already have entries in a new database. The file's entries are matched with them by one attribute. There are
 * few enough to keep all of them in memory.
 */
export const KEYED_TYPES: ReadonlyMap<string, string> = new Map([
  [ROLE_UID, 'type'],
  [LOCALE_UID, 'code'],
  ['admin::role', 'code'],
])

export interface KeyedEntry {
  readonly uid: string
  readonly id: number
  readonly key: string
}

export interface CheckedFile {
  /** What its owner calls it. */
  readonly file: string
  readonly selection: Selection
  readonly entries: number
  /** By uid. */
  readonly counts: ReadonlyMap<string, number>
  /** The largest id of each model in the file. */
  readonly largest: ReadonlyMap<Model, number>
  readonly keyed: readonly KeyedEntry[]
  /** Identifies the file. */
  readonly digest: string
}

/** More problems than this are not worth reading. */
const MOST_PROBLEMS = 20

export interface LineProblem {
  /** `null` if it is about the whole file. */
  readonly line: number | null
  readonly text: string
}

export interface FileCheck {
  readonly file: string
  /** What its owner calls it; the file itself if absent. */
  readonly name?: string | undefined
  readonly schema: Schema
  readonly dialect: Pick<SqlDialect, 'strictTypes'>
  /** After so many problems, the rest of the file is not read. */
  readonly most?: number
  /** Bytes that have been read. */
  readonly progress?: ((done: number) => void) | undefined
}

/** Throws a StartError with the file and line of every problem. */
export async function checkFile(check: FileCheck): Promise<CheckedFile> {
  const { checked, problems } = await inspectFile(check)
  if (checked !== null) return checked
  const { file, name = file } = check
  throw new StartError(
    `Cannot import ${name}`,
    problems.map(problem => problemText(name, problem)),
  )
}

function problemText(file: string, { line, text }: LineProblem): string {
  return line === null ? `${file}: ${text}` : `${file}, line ${line}: ${text}`
}

export interface InspectedFile {
  /** `null` if there are problems. */
  readonly checked: CheckedFile | null
  readonly problems: readonly LineProblem[]
}

export async function inspectFile(check: FileCheck): Promise<InspectedFile> {
  const { file, name = file, schema, dialect, most = MOST_PROBLEMS, progress } = check
  const problems: LineProblem[] = []
  const found = new FoundEntries()
  let header: ReturnType<typeof checkHeader> | undefined
  for await (const line of readLines(file)) {
    found.hash.update(line.text).update('\n')
    const problem = (text: string) => {
      if (problems.length < most) problems.push({ line: line.number, text })
    }
    const value = parseLine(line, problem)
    if (header === undefined) header = value === undefined ? null : checkHeader(schema, value, problem)
    else if (header !== null && value !== undefined) {
      const { strictTypes } = dialect
      found.add(checkEntry({ schema, selection: header.selection, strictTypes, problem, seen: found.seen }, value))
    }
    if (header === null || problems.length >= most) break
    if (line.number % REPORT_EVERY === 0) progress?.(line.end)
  }
  if (header === undefined) problems.push({ line: null, text: 'the file is empty' })
  if (problems.length === 0) problems.push(...found.missing(header?.announced ?? new Map()))
  if (problems.length > 0) return { checked: null, problems }
  return { checked: { file: name, selection: header!.selection, ...found.facts }, problems }
}

const REPORT_EVERY = 500

class FoundEntries {
  readonly hash = createHash('sha256')
  readonly #largest = new Map<Model, number>()
  readonly #counts = new Map<string, number>()
  readonly #keyed: KeyedEntry[] = []

  readonly seen = (model: Model, id: number): void => {
    this.#largest.set(model, Math.max(id, this.#largest.get(model) ?? 0))
  }

  add(entry: FileEntry | null): void {
    if (entry === null) return
    const { uid } = entry.type
    this.#counts.set(uid, (this.#counts.get(uid) ?? 0) + 1)
    const key = KEYED_TYPES.get(uid)
    if (key !== undefined) this.#keyed.push({ uid, id: entry.id, key: String(entry.attributes[key]) })
  }

  /** A problem for each type of which there are more or fewer entries than the header says. */
  missing(announced: ReadonlyMap<string, number>): readonly LineProblem[] {
    return [...announced].flatMap(([uid, expected]) => {
      const found = this.#counts.get(uid) ?? 0
      const text = `the header announces ${expected} entries of ${uid}, but the file has ${found}`
      return found === expected ? [] : [{ line: null, text }]
    })
  }

  get facts(): Omit<CheckedFile, 'file' | 'selection'> {
    const counts = this.#counts
    const entries = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return { entries, counts, largest: this.#largest, keyed: this.#keyed, digest: this.hash.digest('hex') }
  }
}

/** `undefined` for a line that is not JSON. */
export function parseLine({ text }: FileLine, problem: (text: string) => void): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    problem(`is not JSON (${error instanceof Error ? error.message : String(error)})`)
    return undefined
  }
}
