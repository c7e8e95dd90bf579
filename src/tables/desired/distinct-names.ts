/** Keeps the names of new indexes and keys apart, because PostgreSQL may truncate two of them to the same name. */

import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { sha256 } from '../../util/sha256.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'
import { storedName } from '../existing/stored-name.ts'
import type { Change } from '../migrate/diff-tables.ts'

const HASH_LENGTH = 8
const LONGEST = 63

/** The same changes. A name that is already taken is replaced by one that ends in a hash of the full name. */
export function distinctNames(
  changes: readonly Change[],
  found: Pick<FoundTables, 'tables' | 'hasIndex'>,
  dialect: Pick<SqlDialect, 'name'>,
): readonly Change[] {
  // Index names must differ from each other and from table names, key names only within one table. A unique constraint is both.
  const indexes = new Set(found.tables.map(table => table.name))
  const keys = new Set<string>()
  const dropped = new Set(changes.flatMap(change => (change.kind === 'drop-index' ? [change.name] : [])))
  return changes.map((change): Change => {
    if (change.kind === 'add-column' || change.kind === 'drop-index') return change
    if (change.kind === 'add-table') {
      const { name: table, foreignKeys } = change.table
      indexes.add(storedName(table, dialect))
      const named = foreignKeys.map(key => {
        const name = distinctName(key.name, dialect, plain => !keys.has(`${table} ${plain}`))
        keys.add(`${table} ${name}`)
        return { ...key, name }
      })
      return { ...change, table: { ...change.table, foreignKeys: named } }
    }
    const isFree = (plain: string) =>
      !indexes.has(plain) &&
      (!found.hasIndex(plain) || dropped.has(plain)) &&
      !(change.index.unique && keys.has(`${change.table} ${plain}`))
    const name = distinctName(change.index.name, dialect, isFree)
    indexes.add(name)
    return { ...change, index: { ...change.index, name } }
  })
}

function distinctName(full: string, dialect: Pick<SqlDialect, 'name'>, isFree: (plain: string) => boolean): string {
  const plain = storedName(full, dialect)
  if (isFree(plain)) return plain
  const hash = sha256(full).slice(0, HASH_LENGTH)
  return `${plain.slice(0, LONGEST - HASH_LENGTH - 1)}_${hash}`
}
