/** How the database stores a long name. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'

const POSTGRES_BYTES = 63

/** PostgreSQL silently truncates names in every statement, so two names may become one. */
export function storedName(name: string, dialect: Pick<SqlDialect, 'name'>): string {
  if (dialect.name !== 'postgres') return name
  const bytes = Buffer.from(name)
  if (bytes.length <= POSTGRES_BYTES) return name
  let end = POSTGRES_BYTES
  // Never in the middle of a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
