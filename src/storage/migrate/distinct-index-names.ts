/** Keeps the names of new indexes apart, which PostgreSQL may have cut to the same text. */
import { createHash } from 'node:crypto'
import type { SqlDialect } from '../../sql/dialect.ts'
import type { Change } from './diff-tables.ts'
import type { FoundTables } from './inspect-tables.ts'
import { storedName } from './stored-name.ts'

const HASH_LENGTH = 8

/** The changes, in which an index whose name is taken has got a name that ends in a hash of the full one. */
export function distinctIndexNames(
  changes: readonly Change[],
  found: FoundTables,
  dialect: Pick<SqlDialect, 'name'>,
): readonly Change[] {
  const taken = new Set<string>()
  return changes.map(change => {
    if (change.kind !== 'add-index') return change
    const plain = storedName(change.index.name, dialect)
    const free = !taken.has(plain) && !found.hasIndex(plain)
    const name = free ? plain : hashedName(change.index.name, plain)
    taken.add(name)
    return { ...change, index: { ...change.index, name } }
  })
}

function hashedName(full: string, stored: string): string {
  const hash = createHash('sha256').update(full).digest('hex').slice(0, HASH_LENGTH)
  return `${stored.slice(0, 63 - HASH_LENGTH - 1)}_${hash}`
}
