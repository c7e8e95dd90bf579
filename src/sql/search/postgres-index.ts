/** The search index on PostgreSQL: a table with a `tsvector` for each row, in the schema `populus`. */

import { schemaSuffix } from '../../util/schema-suffix.ts'
import { type Fragment, join, listValue, literal, sql, table } from '../fragment.ts'
import {
  MOST_ALIKE,
  NO_TOKEN,
  nearKeys,
  ownTokens,
  type SearchedWords,
  type SearchIndex,
  type SoughtHits,
  tokensOf,
} from './search-index.ts'

const OWN = 'populus'
/** Names have at most 63 bytes. */

/** An object in the schema `populus`. */
export interface IndexObject {
  readonly plain: string
  readonly name: Fragment
  /** As text, with quotes. */
  readonly quoted: string
}

type IndexObjects = Readonly<
  Record<'words' | 'index' | 'near' | 'pending' | 'unbuilt' | 'sources' | 'mark', IndexObject>
>

/** Whether a table of the schema `populus` is a part of an index. It can be built again, and is no part of a backup. */
export function isIndexObject(name: string): boolean {
  return /^search_(words|near|pending|unbuilt|sources)_/.test(name)
}

/** The tables of the index of a schema, and the function that marks rows; one `populus` serves all schemas of a database. */
export function postgresIndexTables(schema: string): IndexObjects {
  const end = schemaSuffix(schema)
  const own = (kind: string, rest = ''): IndexObject => {
    const plain = `search_${kind}_${end}${rest}`
    return { plain, name: table(plain, OWN), quoted: `${OWN}."${plain.replaceAll('"', '""')}"` }
  }
  return {
    words: own('words'),
    index: own('words', '_index'),
    near: own('near'),
    pending: own('pending'),
    unbuilt: own('unbuilt'),
    sources: own('sources'),
    mark: own('mark'),
  }
}

export function postgresIndex(schema: string): SearchIndex {
  const { words: indexed, near } = postgresIndexTables(schema)
  return Object.freeze<SearchIndex>({
    sought: hits => sql`values ${join(hits.map(each => soughtRow(each, near.name)))}`,
    hits: sought => sql`
      select w.row_id, s.way, s.term, s.score from ${sought} as s join ${indexed.name} as w on w.words @@ s.match`,
    join: (found, rows, on) => sql`${found} join ${rows} on ${on}`,
    inOrder: tables => join(tables, ' cross join '),
  })
}

/** Tokens consist of letters and digits, besides the sign in the middle, so that nothing in them needs an escape. */
function matched(words: SearchedWords, near: Fragment): Fragment {
  if (words.kind !== 'alike') {
    const star = words.kind === 'prefix' ? ':*' : ''
    const phrase = (tokens: readonly string[]) => `(${tokens.map(token => `'${token}'`).join(' <-> ')}${star})`
    return sql`${listValue(values => tokensOf(words, values).map(phrase).join(' | '))}::text::tsquery`
  }
  const keys = sql`string_to_array(${listValue(values => nearKeys(words, values).join(' '))}::text, ' ')`
  const own = sql`string_to_array(${listValue(values => ownTokens(words, values).join(' '))}::text, ' ')`
  return sql`(
    select coalesce(string_agg('''' || token || '''', ' | '), ${literal(`'${NO_TOKEN}'`)})::tsquery from (
      select distinct token from ${near} where part = any(${keys}) and token <> all(${own})
      order by token limit ${literal(MOST_ALIKE)}) n)`
}

function soughtRow({ way, term, score, any, none }: SoughtHits, near: Fragment): Fragment {
  const either = (words: SoughtHits['any']) =>
    join(
      words.map(each => matched(each, near)),
      ' || ',
    )
  const match = none.length === 0 ? either(any) : sql`(${either(any)}) && !! (${either(none)})`
  return sql`(${literal(way)}, ${literal(term)}, ${literal(score)}, ${match})`
}
