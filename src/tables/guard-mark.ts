/**
 * Remembers in a database which rules and which code stood between its content and callers when it was last served. A
 * server that lacks one of them (a restored or copied project that is not complete) must not answer in its place.
 */
import { StartError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import { readMeta, storeMeta } from './desired/own-tables.ts'

export interface Guard {
  /** Where it is in the project: `rules/own.json`, `populus/hooks`, `src/api/article`. */
  readonly name: string
  /** The beginning of the uids that it is about; empty if it may be about any. */
  readonly about: string
  /** The same for a rule of the same meaning in another file; `null` where nobody can tell. */
  readonly meaning: string | null
}

export interface GuardedPlace {
  readonly database: Database
  /** The schema that holds the content's tables. */
  readonly place: string
  /** Its types, as they are now. */
  readonly schema: Schema
}

/** The code of a project guards whatever its API folder has, or anything. */
export function codeGuard(name: string): Guard {
  const [, api] = /^src\/api\/(.+)$/.exec(name) ?? []
  return { name, about: api === undefined ? '' : `api::${api}.`, meaning: null }
}

/** The beginning of the keys; several content schemas of one PostgreSQL database share our own tables. */
export const GUARDS_KEY = 'guards:'
const keyOf = (place: string): string => `${GUARDS_KEY}${place}`

async function storedGuards({ database, place }: GuardedPlace): Promise<readonly Guard[]> {
  const found = await readMeta(readingFrom(database), database.dialect, keyOf(place))
  return found === null ? [] : (JSON.parse(found) as readonly Guard[])
}

/** The names of those that are gone, although there is still something for them to guard. */
export async function missingGuards(given: GuardedPlace, present: readonly Guard[]): Promise<readonly string[]> {
  const uids = [...given.schema.types.keys()]
  return (await storedGuards(given))
    .filter(({ about }) => about === '' || uids.some(uid => uid.startsWith(about)))
    .filter(guard => !present.some(other => isSame(guard, other)))
    .map(({ name }) => name)
}

function isSame(guard: Guard, other: Guard): boolean {
  return guard.name === other.name || (guard.meaning !== null && guard.meaning === other.meaning)
}

/** Whether a list of names has it, a folder that contains it, or files of it. */
export function isMeant(name: string, removed: readonly string[]): boolean {
  return removed.some(path => path === name || name.startsWith(`${path}/`) || /^[/.]/.test(after(path, name)))
}

/** The rest of a path that begins with a name; empty if it does not. */
const after = (path: string, name: string): string => (path.startsWith(name) ? path.slice(name.length) : '')

export async function storeGuards(given: GuardedPlace, present: readonly Guard[]): Promise<void> {
  const { database, place } = given
  const value = JSON.stringify(present)
  if (value === JSON.stringify(await storedGuards(given))) return
  await database.write(transaction =>
    storeMeta(runningIn(transaction, database), database.dialect, { key: keyOf(place), value }),
  )
}

export function guardsAreMissing(names: readonly string[], folder: string): StartError {
  return new StartError('Rules or code that guarded this database are missing', [
    ...names.map(name => `${name} was there when the database was last served, and is not in ${folder}`),
    'without it, callers could see or do more than before: bring it back, for example from a backup',
    'if it was removed on purpose, start once with --without-rules, or name it in the setting server.without',
  ])
}
