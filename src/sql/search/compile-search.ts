/**
 * A SearchPlan -> a query for the entries that have all words, with their scores. Hits are followed from the row that has the
 * word to the entry, so that the cost depends on the hits, not on the number of entries.
 */
import {
  HIT_SCORES,
  type HitKind,
  type SearchPlan,
  type SearchTerm,
  type SearchWay,
} from '../../plan/read/search/search-plan.ts'
import type { Model } from '../../schema/schema.ts'
import { type ConditionSite, compileCondition } from '../compile-condition.ts'
import { column, type Fragment, join, literal, name, sql, table } from '../fragment.ts'
import { joinLink } from '../links/join-link.ts'
import { fieldMark } from './search-tokens.ts'

/** The name of the found entries in a statement; they have an `id` and a `score`. */
export const FOUND = 'found'

/** The name of the hits: `id` of the row that has the word, the numbers of its `way` and `term`, and the `score`. */
const HITS = 'hits'
/** What is looked up. */
const SOUGHT = 'sought'

/** Entries of `model`, as a subquery. Words are looked up first, for all ways; each way is then followed once. */
export function compileFound(search: SearchPlan, model: Model, site: ConditionSite): Fragment {
  const { terms } = search
  const ways = search.ways.flatMap((way, index) => {
    const sought = terms.flatMap((term, number) => compileSought({ term, number, way, index }, site))
    const reached = sought.length === 0 ? null : followBack(way, index, model, site)
    return reached === null ? [] : [{ sought, reached }]
  })
  if (ways.length === 0) return sql`(select 0 as id, 0 as score where 1 = 0) as ${name(FOUND)}`
  const sought = join(ways.flatMap(way => way.sought))
  const entries = join(
    ways.map(way => way.reached),
    ' union all ',
  )
  // A word counts where it counts most.
  const best = sql`select id, term, max(score) as score from (${entries}) as entries group by id, term`
  return sql`(
    with ${name(SOUGHT)} (way, term, score, match) as (values ${sought}),
    ${name(HITS)} (id, way, term, score) as materialized (${site.dialect.searchIndex.hits(name(SOUGHT))})
    select id, sum(score) as score from (${best}) as best group by id having count(*) = ${literal(terms.length)}
  ) as ${name(FOUND)}`
}

interface Sought {
  readonly term: SearchTerm
  readonly number: number
  readonly way: SearchWay
  readonly index: number
}

function compileSought({ term, number, way, index }: Sought, site: ConditionSite): readonly Fragment[] {
  const { attributes, weight } = way
  const { table: stored } = way.model
  const columns = attributes.flatMap(attribute => attribute.column ?? [])
  if (stored === null || columns.length === 0) return []
  const marks = columns.map(each => fieldMark(stored, each))
  return kindsOf(term).map(kind => {
    const match = site.dialect.searchIndex.match({ kind, marks, words: term.words })
    return sql`(${literal(index)}, ${literal(number)}, ${literal(HIT_SCORES[kind] * weight)}, ${match})`
  })
}

function kindsOf({ words, prefix, alike }: SearchTerm): readonly HitKind[] {
  const kinds: HitKind[] = words.length === 1 ? ['whole', 'prominent'] : ['whole']
  if (prefix) kinds.push('prefix')
  if (alike) kinds.push('alike')
  return kinds
}

/** From the rows that have the words back to the entries; `null` if the database has no such link. */
function followBack({ hops }: SearchWay, way: number, model: Model, site: ConditionSite): Fragment | null {
  const hit = site.aliases()
  let child = hit
  const tables = [sql`${name(HITS)} as ${name(hit)}`]
  const conditions = [sql`${column(hit, 'way')} = ${literal(way)}`]
  let id = column(child, 'id')
  for (const [index, { attribute, target, visible }] of [...hops.entries()].reverse()) {
    const { link } = attribute
    if (target.table === null) return null
    // A hit is an id. What is stored in the row itself takes the row.
    if (visible !== null || link?.kind === 'child-column') {
      const row = site.aliases()
      tables.push(sql`${table(target.table)} as ${name(row)}`)
      conditions.push(sql`${column(row, 'id')} = ${column(child, 'id')}`)
      if (visible !== null) conditions.push(compileCondition(visible, { ...site, alias: row }))
      child = row
    }
    const parent = site.aliases()
    const joined = joinLink(link, { parent, child, link: site.aliases() }, site.dialect, {
      compileExists: (exists, linked) => compileCondition(exists, { ...site, alias: linked }),
      once: true,
    })
    const holder = index === 0 ? model : hops[index - 1]!.target
    if (joined === null || holder.table === null) return null
    tables.push(...joined.tables)
    conditions.push(...joined.conditions)
    if (index === 0 && link?.kind === 'table') {
      id = joined.key
      continue
    }
    tables.push(sql`${table(holder.table)} as ${name(parent)}`)
    conditions.push(sql`${joined.key} = ${joined.parentKey}`)
    id = column(parent, 'id')
    child = parent
  }
  const selected = sql`${id} as id, ${column(hit, 'term')} as term, ${column(hit, 'score')} as score`
  return sql`select ${selected} from ${site.dialect.searchIndex.inOrder(tables)} where ${join(conditions, ' and ')}`
}
