/** Reads a whole file before anything is written: finds its problems, its size, and the ids it needs. */
import { createHash } from 'node:crypto'
import type { Selection } from '../../content/records/record-selection.ts'
import { StartError } from '../../errors.ts'
import { LOCALE_UID, type Model, ROLE_UID, type Schema } from '../../schema/schema.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { checkHeader } from './check-header.ts'
import { checkEntry } from './check-imported-entry.ts'
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
  readonly file: string
  readonly selection: Selection
  readonly entries: number
  /** The largest id of each model in the file. */
  readonly largest: ReadonlyMap<Model, number>
  readonly keyed: readonly KeyedEntry[]
  /** Identifies the file. */
  readonly digest: string
}

/** More problems than this are not worth reading. */
const MOST_PROBLEMS = 20

/** Throws a StartError with the file and line of every problem. */
export async function checkFile(
  file: string,
  schema: Schema,
  { strictTypes }: Pick<SqlDialect, 'strictTypes'>,
): Promise<CheckedFile> {
  const problems: string[] = []
  const hash = createHash('sha256')
  const largest = new Map<Model, number>()
  const counts = new Map<string, number>()
  const keyed: KeyedEntry[] = []
  const seen = (model: Model, id: number) => largest.set(model, Math.max(id, largest.get(model) ?? 0))
  let header: ReturnType<typeof checkHeader> | undefined
  for await (const line of readLines(file)) {
    hash.update(line.text).update('\n')
    const problem = (text: string) => problems.push(`${file}, line ${line.number}: ${text}`)
    const value = parseLine(line, problem)
    if (header === undefined) header = value === undefined ? null : checkHeader(schema, value, problem)
    else if (header !== null && value !== undefined) {
      const entry = checkEntry({ schema, selection: header.selection, strictTypes, problem, seen }, value)
      if (entry === null) continue
      const { uid } = entry.type
      counts.set(uid, (counts.get(uid) ?? 0) + 1)
      const key = KEYED_TYPES.get(uid)
      if (key !== undefined) keyed.push({ uid, id: entry.id, key: String(entry.attributes[key]) })
    }
    if (header === null || problems.length >= MOST_PROBLEMS) break
  }
  if (header === undefined) problems.push(`${file} is empty`)
  if (problems.length === 0) {
    for (const [uid, announced] of header?.announced ?? []) {
      const found = counts.get(uid) ?? 0
      if (found !== announced)
        problems.push(`${file}: the header announces ${announced} entries of ${uid}, but the file has ${found}`)
    }
  }
  if (problems.length > 0) throw new StartError(`Cannot import ${file}`, problems)
  const entries = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { file, selection: header!.selection, entries, largest, keyed, digest: hash.digest('hex') }
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
