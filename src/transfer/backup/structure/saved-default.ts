/** Defaults of columns that both databases know: constants, and the present time. */
import { type Fragment, literal, sql } from '../../../sql/fragment.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'

export type SavedDefault = 'now' | { readonly is: string | number | boolean }

/** `null` for none, `undefined` for one that cannot be described. */
export function readDefault(text: string | null): SavedDefault | null | undefined {
  const given = text?.trim() ?? 'null'
  if (/^null(::[\w ]+)?$/i.test(given)) return null
  if (/^(true|false)$/i.test(given)) return { is: given.toLowerCase() === 'true' }
  if (/^-?\d{1,15}(\.\d{1,6})?$/.test(given)) return { is: Number(given) }
  const [, quoted] = /^'((?:[^']|'')*)'(?:::[\w ]+(?:\(\d+(?:,\s*\d+)?\))?(?:\[\])?)?$/s.exec(given) ?? []
  if (quoted !== undefined && !quoted.includes('\\')) return { is: quoted.replaceAll("''", "'") }
  return /^(now\(\)|current_timestamp)$/i.test(given) ? 'now' : undefined
}

export function defaultText(saved: SavedDefault, { name }: Pick<SqlDialect, 'name'>): Fragment {
  if (saved === 'now') return name === 'sqlite' ? sql` default current_timestamp` : sql` default now()`
  if (typeof saved.is === 'boolean') return saved.is ? sql` default true` : sql` default false`
  return sql` default ${literal(saved.is)}`
}
