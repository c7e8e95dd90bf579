/**
 * A SearchPlan -> a query for the entries that have all words, with their scores. Hits are followed from the row that has the
 * word to the entry, so that the cost depends on the hits, not on the number of entries.
 */
import type { Condition } from '../../plan/read/conditions/condition.ts'
import type { SearchPlan, SearchTerm, SearchWay } from '../../plan/read/search/search-plan.ts'
import type { Model } from '../../schema/schema.ts'
import { type ConditionSite, compileCondition } from '../compile-condition.ts'
import { column, type Fragment, join, literal, name, sql, tableAs } from '../fragment.ts'
import { joinLink } from '../links/join-link.ts'
import { hitLevels, type WeightedMarks } from './hit-levels.ts'
import type { SoughtHits, WordsOf } from './search-index.ts'
import { fieldMark } from './search-tokens.ts'

/** The name of the found entries in a statement; they have an `id` and a `score`. */
export const FOUND = 'found'

/** The name of the hits: `id` of the row that has the word, the numbers of its `way` and `term`, and the `score`. */
const HITS = 'hits'
/** What is looked up. */
const SOUGHT = 'sought'

/** Entries that have the words as they are written. */
const EXACT = 'exact'
/** How many of those the list has, counted up to `FEW`. */
const LISTED = 'listed_exactly'
/** If the list has fewer entries with the words as they are written, words with a typing error count too. */
const FEW = 3

/** What is searched for in which rows. */
interface Searched {
  readonly search: SearchPlan
  readonly where: Condition | null
}

/** The rows of a table that the search has found. */
export function compileSearched(list: Searched, model: Model, from: string, site: ConditionSite): Fragment {
  const { search } = list
  const rows = (alias: string): Fragment => tableAs(from, alias)
  const found = search.terms.some(({ alike }) => alike)
    ? compileWidened(list, model, rows, site)
    : compileFound(search, model, site)
  return joinFound(sql`(${found})`, rows(site.alias), site)
}

function joinFound(found: Fragment, rows: Fragment, { alias, dialect }: ConditionSite): Fragment {
  return dialect.searchIndex.join(
    sql`${found} as ${name(FOUND)}`,
    rows,
    sql`${column(alias, 'id')} = ${column(FOUND, 'id')}`,
  )
}

/** Only entries of the list are counted, so that what is hidden from the caller does not decide what is shown. */
function compileWidened(
  { search, where }: Searched,
  model: Model,
  rows: (alias: string) => Fragment,
  site: ConditionSite,
): Fragment {
  const counted: ConditionSite = { ...site, alias: site.aliases() }
  const listed = joinFound(name(EXACT), rows(counted.alias), counted)
  const passing = where === null ? sql`` : sql` where ${compileCondition(where, counted)}`
  const most = literal(FEW)
  const count = sql`(select number from ${name(LISTED)})`
  return sql`
    with ${name(EXACT)} (id, score) as materialized (${compileFound(search, model, site, { isExact: true })}),
    ${name(LISTED)} (number) as materialized (
      select count(*) from (select 1 from ${listed}${passing} limit ${most}) as counted)
    select id, score from ${name(EXACT)} where ${count} >= ${most}
    union all
    select id, score from (${compileFound(search, model, site, { onlyIf: sql`${count} < ${most}` })}) as widened`
}

interface FoundForm {
  /** Whether words with a typing error do not count. */
  readonly isExact?: boolean
  /** Otherwise, nothing is looked up. */
  readonly onlyIf?: Fragment
}

/** A query for entries of `model`. Words are looked up first, for all ways; each way is then followed once. */
function compileFound(search: SearchPlan, model: Model, site: ConditionSite, form: FoundForm = {}): Fragment {
  // What no entry may have comes last.
  const terms = [...search.terms, ...search.without]
  const ways = search.ways.flatMap((way, index) => {
    const sought = soughtHits(terms, way, index, site, form.isExact)
    const back = sought.length === 0 ? null : followBack(way, index, model, site)
    return back === null ? [] : [{ way, sought, reached: hitEntries(back) }]
  })
  if (ways.length === 0) return sql`select 0 as id, 0 as score where 1 = 0`
  const [only] = ways
  // Of its own text, an entry has one hit for each term. With more weights, the limit of similar words may leave two.
  const isOnce = ways.length === 1 && only!.way.hops.length === 0 && marksOf(only!.way).length <= 2
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
      : sql`select id, sum(score) as score from (${best}) as best group by id having ${hasAll(search)}`
  const sought = ways.flatMap(way => way.sought)
  return sql`with ${hitTables(sought, site, form.onlyIf)} ${found}`
}

function hasAll({ terms, without }: SearchPlan): Fragment {
  const most = literal(terms.length)
  const all = sql`count(*) = ${most}`
  return without.length === 0 ? all : sql`${all} and max(term) < ${most}`
}

function soughtHits(
  terms: readonly SearchTerm[],
  way: SearchWay,
  index: number,
  { slots }: ConditionSite,
  isExact = false,
): readonly SoughtHits[] {
  const marks = marksOf(way)
  return terms.flatMap((term, number) => {
    const slot = slots?.get(term)
    const words: WordsOf = slot === undefined ? () => term.words : values => (values[slot] as string).split(' ')
    return hitLevels(isExact ? { ...term, alike: false } : term, words, marks).map(level => ({
      ...level,
      way: index,
      term: number,
    }))
  })
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

/** The rows that have a word, joined with what leads to their entries. */
interface WayBack {
  readonly from: Fragment
  readonly where: Fragment
  /** Of the entry. */
  readonly id: Fragment
  readonly hit: string
}

/** From the rows that have the words back to the entries; `null` if the database has no such link. */
function followBack({ hops }: SearchWay, way: number, model: Model, site: ConditionSite): WayBack | null {
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
      tables.push(tableAs(target.table, row))
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
    tables.push(tableAs(holder.table, parent))
    conditions.push(sql`${joined.key} = ${joined.parentKey}`)
    id = column(parent, 'id')
    child = parent
  }
  return { from: site.dialect.searchIndex.inOrder(tables), where: join(conditions, ' and '), id, hit }
}

function hitEntries({ from, where, id, hit }: WayBack): Fragment {
  return sql`select ${id} as id, ${column(hit, 'term')} as term, ${column(hit, 'score')} as score from ${from} where ${where}`
}

/** A query that needs the hits of some ways. */
export interface HitRows {
  /** To be written behind `with`. */
  readonly tables: Fragment
  /** For each way: a query for `id` of entries that `within` allows and `row`, the first row of each that has a term; `null` if none can. */
  readonly rows: readonly (Fragment | null)[]
}

/** Where the words are, for a few entries. */
export function compileHitRows(
  { terms, ways }: Pick<SearchPlan, 'terms' | 'ways'>,
  model: Model,
  site: ConditionSite,
  within: (id: Fragment) => Fragment,
): HitRows | null {
  const found = ways.map((way, index) => {
    const sought = soughtHits(terms, way, index, site)
    const back = sought.length === 0 ? null : followBack(way, index, model, site)
    return { sought, back }
  })
  const sought = found.flatMap(way => way.sought)
  if (sought.length === 0) return null
  const rows = found.map(({ back }) => {
    if (back === null) return null
    const { from, where, id, hit } = back
    const term = column(hit, 'term')
    return sql`select ${id} as id, min(${column(hit, 'id')}) as row from ${from} where ${where} and ${within(id)} group by ${id}, ${term}`
  })
  return { tables: hitTables(sought, site), rows }
}

function hitTables(sought: readonly SoughtHits[], { dialect }: ConditionSite, onlyIf?: Fragment): Fragment {
  const all = dialect.searchIndex.sought(sought)
  const looked = onlyIf === undefined ? all : sql`select * from (${all}) as each where ${onlyIf}`
  return sql`${name(SOUGHT)} (way, term, score, match) as materialized (${looked}),
    ${name(HITS)} (id, way, term, score) as materialized (${dialect.searchIndex.hits(name(SOUGHT))})`
}
