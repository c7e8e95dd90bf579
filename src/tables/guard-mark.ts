/**
 * Remembers in a database which rules and which code stood between its content and callers when it was last served, and
 * which named queries there were. `check-guards.ts` says what a server does that lacks one of them.
 */
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import { PROJECT_PARTS } from '../util/project-parts.ts'
import { readMeta, storeMeta } from './desired/own-tables.ts'

export interface Guard {
  /** Where it is in the project: `rules/own.json`, `populus/hooks`, `src/api/article`, `queries/home.json`. */
  readonly name: string
  /** The beginning of the uids that it is about; empty if it may be about any. */
  readonly about: string
  /** The same for a rule of the same meaning in another file; `null` where nobody can tell. */
  readonly meaning: string | null
  /** True if callers can read less without it, and never more. */
  readonly opens?: true
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

/** A named query has the rights of its caller, so a server without it shows nothing more. A renamed one has another address. */
export function queryGuard({ name, type }: { readonly name: string; readonly type: { readonly uid: string } }): Guard {
  return { name: `${PROJECT_PARTS.queries.path}/${name}.json`, about: type.uid, meaning: null, opens: true }
}

/** The beginning of the keys; several content schemas of one PostgreSQL database share our own tables. */
export const GUARDS_KEY = 'guards:'
const keyOf = (place: string): string => `${GUARDS_KEY}${place}`

async function storedGuards({ database, place }: GuardedPlace): Promise<readonly Guard[]> {
  const found = await readMeta(readingFrom(database), database.dialect, keyOf(place))
  return found === null ? [] : (JSON.parse(found) as readonly Guard[])
}

/** Those that are gone, although there is still something for them to guard. */
export async function missingGuards(given: GuardedPlace, present: readonly Guard[]): Promise<readonly Guard[]> {
  const uids = [...given.schema.types.keys()]
  return (await storedGuards(given))
    .filter(({ about }) => about === '' || uids.some(uid => uid.startsWith(about)))
    .filter(guard => !present.some(other => isSame(guard, other)))
}

function isSame(guard: Guard, other: Guard): boolean {
  return guard.name === other.name || (guard.meaning !== null && guard.meaning === other.meaning)
}

export async function storeGuards(given: GuardedPlace, present: readonly Guard[]): Promise<void> {
  const { database, place } = given
  const value = JSON.stringify(present)
  if (value === JSON.stringify(await storedGuards(given))) return
  await database.write(transaction =>
    storeMeta(runningIn(transaction, database), database.dialect, { key: keyOf(place), value }),
  )
}
