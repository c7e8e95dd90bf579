/** Changes as rows, in the same order of columns on both databases. */
import { type Fragment, join, name } from '../sql/fragment.ts'
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
