/** Changes as rows, in the same order of columns on both databases. */
import { type Fragment, join, literal, name, sql, value } from '../sql/fragment.ts'
import type { Row, SqlValue } from '../sql/statement.ts'
import type { Author, Change, ChangeAction, NewChange } from './change.ts'

export const COLUMNS: Fragment = join(
  ['uid', 'entry_id', 'locale', 'action', 'author_kind', 'author_id', 'changed_at'].map(name),
)

export function rowOf({ type, id, locale, action, by, at }: NewChange): readonly SqlValue[] {
  return [type, id, locale, action, by?.kind ?? null, by?.id ?? null, at]
}

export function toChange([position, type, id, locale, action, kind, author, at]: Row): Change {
  return Object.freeze({
    position: Number(position),
    type: String(type),
    id: Number(id),
    locale: locale === null ? null : String(locale),
    action: action as ChangeAction,
    by: kind === null ? null : { kind: kind as Author['kind'], id: Number(author) },
    at: Number(at),
  })
}

/** Which changes are looked for; everything that is named must be so. */
export interface ChangeFilter {
  readonly type?: string | undefined
  readonly id?: number | undefined
  readonly action?: ChangeAction | undefined
  readonly by?: Partial<Author> | undefined
  /** Milliseconds since 1970. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The number of a row. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Rows for `toChange`, the newest first, with the numbers of rows in place of positions. */
export function searchChanges(from: Fragment, { by, limit, ...filter }: ChangeFilter): Fragment {
  const text = (column: string, given: string | undefined) =>
    given === undefined ? [] : [sql`${name(column)} = ${value(given)}`]
  const number = (test: Fragment, given: number | undefined) =>
    given === undefined ? [] : [sql`${test} cast(${value(String(given))} as bigint)`]
  const conditions = [
    ...text('uid', filter.type),
    ...number(sql`entry_id =`, filter.id),
    ...text('action', filter.action),
    ...text('author_kind', by?.kind),
    ...number(sql`author_id =`, by?.id),
    ...number(sql`changed_at >=`, filter.from),
    ...number(sql`changed_at <`, filter.to),
    ...number(sql`id <`, filter.before),
  ]
  const where = conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
  return sql`select id, ${COLUMNS} from ${from}${where} order by id desc limit ${literal(limit)}`
}
