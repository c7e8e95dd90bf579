/**
 * The search index on SQLite: an FTS5 table in the file of the content, so that it is part of every transaction there. The
 * names begin with `sqlite`, which hides the tables from Strapi: it drops those that it finds and does not know.
 */
import { ID_BITS } from '../../util/json/largest-id.ts'
import { type Fragment, join, listValue, literal, name, sql } from '../fragment.ts'
import {
  type ListValues,
  MOST_ALIKE,
  NO_TOKEN,
  nearKeys,
  ownTokens,
  type SearchedWords,
  type SearchIndex,
  type SoughtHits,
  tokensOf,
} from './search-index.ts'

/**
 * A row is found by its source (a number for each table) and its id, which share the rowid: 32 bits of the id are the lowest, then come
 * those of the source, and the rest of the id above them.
 */
export const SQLITE_WORDS = 'sqlitepopulus_search_words'
/** `part`, `token`: a token under each of the parts of its word. */
export const SQLITE_NEAR = 'sqlitepopulus_search_near'
const LOW_BITS = 32
const LOW = 2 ** LOW_BITS - 1
const SOURCE_BITS = 63 - ID_BITS
const HIGH_BITS = LOW_BITS + SOURCE_BITS

/** In SQL, whose integers have all 64 bits. */
export const sqliteRowid = (source: Fragment, id: Fragment): Fragment =>
  sql`(((${id} >> ${literal(LOW_BITS)}) << ${literal(HIGH_BITS)}) | (${source} << ${literal(LOW_BITS)}) | (${id} & ${literal(LOW)}))`

/** The id in a rowid. */
const idIn = (rowid: Fragment): Fragment =>
  sql`((${rowid} & ${literal(LOW)}) | ((${rowid} >> ${literal(HIGH_BITS)}) << ${literal(LOW_BITS)}))`

/** All rowids of a source, those with small ids by their range. */
export function sqliteRowidsOf(source: number, words: Fragment): Fragment {
  const [first, end] = [source, source + 1].map(number => sql`(${literal(number)} << ${literal(LOW_BITS)})`) as [
    Fragment,
    Fragment,
  ]
  const ofSource = sql`((rowid >> ${literal(LOW_BITS)}) & ${literal(2 ** SOURCE_BITS - 1)}) = ${literal(source)}`
  return sql`
    select rowid from ${words} where rowid >= ${first} and rowid < ${end} union all
    select rowid from ${words} where rowid >= (1 << ${literal(HIGH_BITS)}) and ${ofSource}`
}

export const sqliteIndex: SearchIndex = Object.freeze<SearchIndex>({
  sought,
  hits: found => sql`
    select ${idIn(sql`w.rowid`)}, s.way, s.term, s.score
    from ${found} as s cross join ${name(SQLITE_WORDS)} as w where w.words match s.match`,
  join: (found, rows, on) => sql`${found} cross join ${rows} on ${on}`,
  inOrder: tables => join(tables, ' cross join '),
})

const member = (index: number): Fragment => sql`json_extract(e.value, ${literal(`$[${index}]`)})`
const members = (index: number): Fragment => sql`(select value from json_each(e.value, ${literal(`$[${index}]`)}))`

/**
 * One bound value, however much is looked up: SQLite copies a common table for each place that refers to it, and refuses too many
 * copies of what is in it.
 */
function sought(hits: readonly SoughtHits[]): Fragment {
  const rows = (values: ListValues) =>
    hits.map(({ way, term, score, any, none }) => {
      return [way, term, score, ...partsOf(any, values), ...partsOf(none, values)]
    })
  const none = sql`coalesce(' NOT (' || ${either(6)} || ')', '')`
  return sql`
    select ${join([0, 1, 2].map(member))}, '(' || coalesce(${either(3)}, ${literal(`"${NO_TOKEN}"`)}) || ')' || ${none}
    from json_each(${listValue(values => JSON.stringify(rows(values)))}) as e`
}

/** What is known, the keys of similar words, and the tokens that are none of these. */
function partsOf(
  words: readonly SearchedWords[],
  values: ListValues,
): readonly [string, readonly string[], readonly string[]] {
  const alike = words.filter(({ kind }) => kind === 'alike')
  const known = words.filter(({ kind }) => kind !== 'alike').map(each => matched(each, values))
  return [
    known.join(' OR '),
    alike.flatMap(each => nearKeys(each, values)),
    alike.flatMap(each => ownTokens(each, values)),
  ]
}

/** One of the words of the parts that begin there; null if there are none. */
function either(first: number): Fragment {
  const near = sql`
    select distinct token from ${name(SQLITE_NEAR)} where part in ${members(first + 1)} and token not in ${members(first + 2)}
    order by token limit ${literal(MOST_ALIKE)}`
  const similar = sql`(select group_concat('"' || token || '"', ' OR ') from (${near}))`
  const known = sql`nullif(${member(first)}, '')`
  return sql`coalesce(${known} || ' OR ' || ${similar}, ${known}, ${similar})`
}

function matched(words: SearchedWords, values: ListValues): string {
  const star = words.kind === 'prefix' ? ' *' : ''
  const phrases = tokensOf(words, values).map(tokens => `"${tokens.join(' ')}"${star}`)
  return phrases.join(' OR ')
}
