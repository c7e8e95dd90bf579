/**
 * The field lists that limit roles are one value in Strapi's settings table. Earlier releases kept them in a table of our
 * own, `field_grants(role_id, action, fields)`. They are moved when such a database is opened.
 */

import { type Fragment, sql, table } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { addToCoreStore, selectCoreStore } from '../core-store.ts'
import { hasTable } from '../existing/inspect-tables.ts'

export const FIELD_LISTS_KEY = 'populus_field_lists'

/** Rows `(value)`. */
export function selectFieldLists(): Fragment {
  return selectCoreStore(FIELD_LISTS_KEY)
}

const OLD_TABLE = 'field_grants'

/** Last part of an action in the old table -> name of its list. */
const LIST_OF: Readonly<Record<string, string>> = {
  find: 'fields',
  findOne: 'fields',
  filter: 'filterFields',
  sort: 'sortFields',
  write: 'writeFields',
}

/** Commits the new place before it empties the old one, because the two may be in different files. */
export async function moveFieldGrants(database: Database): Promise<void> {
  const { dialect } = database
  if (!(await hasTable(readingFrom(database), dialect, dialect.ownSchema, OLD_TABLE))) return
  const old = table(OLD_TABLE, dialect.ownSchema)
  await database.write(async transaction => {
    const run = runningIn(transaction, database)
    const moved = await run(selectFieldLists())
    const rows = await run(sql`select role_id, action, fields from ${old} order by role_id, action`)
    if (moved.length === 0 && rows.length > 0) await addToCoreStore(run, FIELD_LISTS_KEY, listsOf(rows))
  })
  await database.write(async transaction => {
    await runningIn(transaction, database)(sql`drop table if exists ${old}`)
  })
}

type Lists = Record<string, Record<string, Record<string, readonly string[]>>>

function listsOf(rows: readonly Row[]): Lists {
  const lists: Lists = {}
  for (const [roleId, action, stored] of rows) {
    const end = String(action).lastIndexOf('.')
    const uid = String(action).slice(0, end)
    const list = LIST_OF[String(action).slice(end + 1)]
    if (list === undefined) continue
    lists[String(roleId)] ??= {}
    const ofRole = lists[String(roleId)]!
    ofRole[uid] ??= {}
    const known = ofRole[uid]![list]
    // If find and findOne each had a list, a field had to be in both.
    ofRole[uid]![list] = namesOf(stored).filter(name => known?.includes(name) ?? true)
  }
  return lists
}

/** A list that cannot be parsed grants nothing. */
function namesOf(stored: unknown): readonly string[] {
  try {
    const names: unknown = JSON.parse(String(stored))
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}
