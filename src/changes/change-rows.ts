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
  /** Any of them. */
  readonly actions?: readonly ChangeAction[] | undefined
  readonly by?: Partial<Author> | undefined
  /** Milliseconds since 1970. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The number of a row. */
  readonly before?: number | undefined
  /** A condition on the rows of `c`. */
  readonly where?: Fragment | undefined
  /** Only so many of the last changes are looked at. */
  readonly among?: number | undefined
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
    ...(filter.actions === undefined ? [] : [sql`${name('action')} in (${join(filter.actions.map(value))})`]),
    ...text('author_kind', by?.kind),
    ...number(sql`author_id =`, by?.id),
    ...number(sql`changed_at >=`, filter.from),
    ...number(sql`changed_at <`, filter.to),
    ...number(sql`id <`, filter.before),
    ...(filter.where === undefined ? [] : [filter.where]),
    ...(filter.among === undefined ? [] : [sql`id > (select max(id) from ${from}) - ${literal(filter.among)}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
  return sql`select id, ${COLUMNS} from ${from} as c${where} order by id desc limit ${literal(limit)}`
}
