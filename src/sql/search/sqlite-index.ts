/**
 * The search index on SQLite: an FTS5 table in the file of the content, so that it is part of every transaction there. The
 * names begin with `sqlite`, which hides the tables from Strapi: it drops those that it finds and does not know.
 */
import { type Fragment, join, literal, name, sql, value } from '../fragment.ts'
import {
  MOST_ALIKE,
  NO_TOKEN,
  nearKeys,
  ownTokens,
  type SearchedWords,
  type SearchIndex,
  tokensOf,
} from './search-index.ts'

/** A row is found by its source (a number for each table) and its id, which share the rowid. */
export const SQLITE_WORDS = 'sqlitepopulus_search_words'
/** `part`, `token`: a token under each of the parts of its word. */
export const SQLITE_NEAR = 'sqlitepopulus_search_near'
const ROW_BITS = 2 ** 32

export const sqliteRowid = (source: number, row: number): number => source * ROW_BITS + row

export const sqliteIndex: SearchIndex = Object.freeze<SearchIndex>({
  match: matched,
  combine,
  hits: sought => sql`
    select w.rowid & ${literal(ROW_BITS - 1)}, s.way, s.term, s.score
    from ${sought} as s cross join ${name(SQLITE_WORDS)} as w where w.words match s.match`,
  join: (found, rows, on) => sql`${found} cross join ${rows} on ${on}`,
  inOrder: tables => join(tables, ' cross join '),
})

function matched(words: SearchedWords): Fragment {
  if (words.kind !== 'alike') {
    const star = words.kind === 'prefix' ? ' *' : ''
    return value(
      tokensOf(words)
        .map(tokens => `"${tokens.join(' ')}"${star}`)
        .join(' OR '),
    )
  }
  const keys = join(nearKeys(words).map(value))
  const own = join(ownTokens(words).map(value))
  return sql`(
    select coalesce(group_concat('"' || token || '"', ' OR '), ${literal(`"${NO_TOKEN}"`)}) from (
      select distinct token from ${name(SQLITE_NEAR)} where part in (${keys}) and token not in (${own})
      order by token limit ${literal(MOST_ALIKE)}))`
}

/** The matches are strings. */
function combine(any: readonly Fragment[], none: readonly Fragment[]): Fragment {
  const either = (matches: readonly Fragment[]) =>
    join(
      matches.flatMap((match, index) => (index === 0 ? [match] : [sql`' OR '`, match])),
      ' || ',
    )
  return none.length === 0 ? either(any) : sql`'(' || ${either(any)} || ') NOT (' || ${either(none)} || ')'`
}
