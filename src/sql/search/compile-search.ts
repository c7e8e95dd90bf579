/**
 * A SearchPlan -> a query for the entries that have all words, with their scores. Hits are followed from the row that has the
 * word to the entry, so that the cost depends on the hits, not on the number of entries.
 */
import type { SearchPlan, SearchTerm, SearchWay } from '../../plan/read/search/search-plan.ts'
import type { Model } from '../../schema/schema.ts'
import { type ConditionSite, compileCondition } from '../compile-condition.ts'
import { column, type Fragment, join, literal, name, sql, table } from '../fragment.ts'
import { joinLink } from '../links/join-link.ts'
import { hitLevels, type WeightedMarks } from './hit-levels.ts'
import type { SearchedWords } from './search-index.ts'
import { fieldMark } from './search-tokens.ts'

/** The name of the found entries in a statement; they have an `id` and a `score`. */
export const FOUND = 'found'

/** The name of the hits: `id` of the row that has the word, the numbers of its `way` and `term`, and the `score`. */
const HITS = 'hits'
/** What is looked up. */
const SOUGHT = 'sought'
/** Similar words that the index has. */
const ALIKE = 'alike'

/** Only those of the rows that the search has found, if there is one. */
export function compileSearched(
  search: SearchPlan | null,
  model: Model,
  rows: Fragment,
  site: ConditionSite,
): Fragment {
  if (search === null) return rows
  const found = compileFound(search, model, site)
  return site.dialect.searchIndex.join(found, rows, sql`${column(site.alias, 'id')} = ${column(FOUND, 'id')}`)
}

/** Entries of `model`, as a subquery. Words are looked up first, for all ways; each way is then followed once. */
function compileFound(search: SearchPlan, model: Model, site: ConditionSite): Fragment {
  const { terms } = search
  const lookUps = new LookUps(site)
  const ways = search.ways.flatMap((way, index) => {
    const sought = terms.flatMap((term, number) => lookUps.add(term, number, way, index))
    const reached = sought.length === 0 ? null : followBack(way, index, model, site)
    return reached === null ? [] : [{ way, sought, reached }]
  })
  if (ways.length === 0) return sql`(select 0 as id, 0 as score where 1 = 0) as ${name(FOUND)}`
  const [only] = ways
  // Of its own text, an entry has one hit for each term.
  const isOnce = ways.length === 1 && only!.way.hops.length === 0
  const entries = join(
    ways.map(way => way.reached),
    ' union all ',
  )
  // A word counts where it counts most.
  const best = isOnce
    ? entries
    : sql`select id, term, max(score) as score from (${entries}) as entries group by id, term`
  const found =
    isOnce && terms.length === 1
      ? sql`select id, score from (${entries}) as entries`
      : sql`select id, sum(score) as score from (${best}) as best group by id having count(*) = ${literal(terms.length)}`
  return sql`(
    with ${lookUps.tables(ways.flatMap(way => way.sought))},
    ${name(HITS)} (id, way, term, score) as materialized (${site.dialect.searchIndex.hits(name(SOUGHT))})
    ${found}
  ) as ${name(FOUND)}`
}

/** What is looked up in the index. Similar words are found once, and used wherever they count. */
class LookUps {
  readonly #site: ConditionSite
  readonly #alike: Fragment[] = []

  constructor(site: ConditionSite) {
    this.#site = site
  }

  /** Rows of `SOUGHT`. */
  add(term: SearchTerm, number: number, way: SearchWay, index: number): readonly Fragment[] {
    const { searchIndex } = this.#site.dialect
    const alike = new Map<SearchedWords['marks'], Fragment>()
    const match = (words: SearchedWords): Fragment => {
      if (words.kind !== 'alike') return searchIndex.match(words)
      const known = alike.get(words.marks) ?? this.#nameAlike(searchIndex.match(words))
      alike.set(words.marks, known)
      return known
    }
    return hitLevels(term, marksOf(way)).map(({ score, any, none }) => {
      const matched = searchIndex.combine(any.map(match), none.map(match))
      return sql`(${literal(index)}, ${literal(number)}, ${literal(score)}, ${matched})`
    })
  }

  #nameAlike(match: Fragment): Fragment {
    const number = this.#alike.push(match) - 1
    return sql`(select match from ${name(ALIKE)} where number = ${literal(number)})`
  }

  tables(sought: readonly Fragment[]): Fragment {
    const alike = this.#alike.map((match, number) => sql`(${literal(number)}, ${match})`)
    const named =
      alike.length === 0 ? sql`` : sql`${name(ALIKE)} (number, match) as materialized (values ${join(alike)}), `
    return sql`${named}${name(SOUGHT)} (way, term, score, match) as (values ${join(sought)})`
  }
}

function marksOf({ model, attributes }: SearchWay): readonly WeightedMarks[] {
  const { table: stored } = model
  const marks = new Map<number, string[]>()
  for (const { attribute, weight } of attributes) {
    if (stored === null || attribute.column === null) continue
    marks.set(weight, [...(marks.get(weight) ?? []), fieldMark(stored, attribute.column)])
  }
  return [...marks].map(([weight, found]) => ({ weight, marks: found }))
}

/** From the rows that have the words back to the entries; `null` if the database has no such link. */
function followBack({ hops }: SearchWay, way: number, model: Model, site: ConditionSite): Fragment | null {
  const hit = site.aliases()
  let child = hit
  const tables = [sql`${name(HITS)} as ${name(hit)}`]
  // With a single way, too: PostgreSQL then expects few hits, and does not read the whole table beside them.
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
