/**
 * Estimates the cost of a query in points, from its plan and the table sizes. The estimate need not be exact, but it
 * must rank queries in the same order as their run times. `docs/reference/limits.md` explains it in words.
 */

import { PopulusError } from '../../errors.ts'
import type { Model } from '../../schema/schema.ts'
import { isFoundByParts } from '../read/conditions/condition.ts'
import {
  type ChildPlan,
  type EntryPlan,
  isColumn,
  type LinkPlan,
  type OrderTerm,
  type ReadPlan,
  rowsBefore,
  type VariantPlan,
} from '../read/read-plan.ts'
import type { SearchPlan } from '../read/search/search-plan.ts'
import {
  answerRows,
  conditionCost,
  keptRows,
  kilobytesOf,
  lengthOf,
  mostPassing,
  variantShares,
} from './condition-cost.ts'
import {
  COUNTED_ROW,
  FOLLOWED_LINK,
  fanOut,
  READ_KILOBYTE,
  READ_ROW,
  rowsOf,
  SHOWN_ENTRY,
  SHOWN_KILOBYTE,
  SORT_PRICES,
  SORTED_ROW,
  STATEMENT,
  TESTED_VALUE,
  TEXT_PRICES,
  variantFanOut,
} from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

export interface CostPart {
  /** `filters`, `sort`, `populate author.articles`, `filters of populate tags`, ... */
  readonly name: string
  readonly points: number
}

/** A plan whose cost is not known yet. */
export type AnswerPlan = Omit<ReadPlan, 'cost'>

/** The bounds on an answer while it is built, and therefore on its cost. */
export interface AnswerBounds {
  readonly answerEntries: number
  readonly answerLength: number
}

/**
 * An answer that would have a million times as many entries as allowed will have too many, however far the estimate is from
 * the truth. Relations that lead around in a circle soon get there, and to find out by reading takes far longer.
 */
const HOPELESS = 1_000_000

interface Estimate {
  readonly statistics: TableStatistics
  readonly parts: CostPart[]
  /** Entries in the answer and their length in characters. */
  readonly shown: { entries: number; length: number }
}

/** The rows at one place in the query. */
interface Rows {
  /** How many rows are read: once for each parent that is read. */
  readonly read: number
  /** How often rows are shown: again under each parent that is shown again. */
  readonly shown: number
}

function estimateCost(plan: AnswerPlan, statistics: TableStatistics, bounds: AnswerBounds): readonly CostPart[] {
  const estimate = newEstimate(statistics)
  const rows = addRoot(plan, estimate)
  const { parts, shown } = entryEstimate(plan.entry, rows, statistics)
  if (shown.entries > bounds.answerEntries * HOPELESS)
    throw new PopulusError('tooManyEntries', { limit: bounds.answerEntries })
  const entries = Math.min(shown.entries, bounds.answerEntries)
  const length = Math.min(shown.length, bounds.answerLength)
  add(estimate, 'the length of the answer', entries * SHOWN_ENTRY + (length / 1000) * SHOWN_KILOBYTE)
  return [...estimate.parts, ...parts]
}

function newEstimate(statistics: TableStatistics): Estimate {
  return { statistics, parts: [], shown: { entries: 0, length: 0 } }
}

type EntryEstimate = Pick<Estimate, 'parts' | 'shown'>

/** What is shown of entries is the same in many lists. */
interface KnownEntry {
  readonly statistics: TableStatistics
  /** The cost of reading one row for the answer. */
  readonly readRow: number
  /** Most lists have pages of the same length. */
  readonly byRows: Map<number, EntryEstimate>
}

const entries = new WeakMap<EntryPlan, KnownEntry>()
const MOST_LENGTHS = 200

function knownEntry(entry: EntryPlan, statistics: TableStatistics): KnownEntry {
  const known = entries.get(entry)
  if (known?.statistics === statistics) return known
  const made: KnownEntry = { statistics, readRow: readRow(entry, statistics), byRows: new Map() }
  entries.set(entry, made)
  return made
}

function entryEstimate(entry: EntryPlan, rows: number, statistics: TableStatistics): EntryEstimate {
  const { byRows } = knownEntry(entry, statistics)
  const found = byRows.get(rows)
  if (found !== undefined) return found
  const estimate = newEstimate(statistics)
  addEntry(entry, { read: rows, shown: rows }, '', estimate)
  if (byRows.size < MOST_LENGTHS) byRows.set(rows, estimate)
  return estimate
}

/** Returns the number of rows on the page. */
function addRoot({ entry, where, search, order, page, envelope }: AnswerPlan, estimate: Estimate): number {
  const { statistics } = estimate
  const all = rowsOf(entry.model, statistics)
  const most = Math.min(all, mostPassing(where) ?? all)
  const isLookedUp = search !== null || isFoundByParts(where)
  const passing = isLookedUp ? Math.min(most, all * FOUND_SHARE) : most
  const limit = page === null ? all : page.kind === 'page' ? page.pageSize : page.limit
  const start = page === null ? 0 : rowsBefore(page)
  const found = Math.min(passing, answerRows({ entry, where, page, envelope }, statistics))
  const counts = page?.withCount === true
  add(estimate, 'search', (counts ? 2 : 1) * searchCost(search, statistics))
  add(estimate, 'snippets', snippetsCost(search, found, statistics))
  add(estimate, 'filters', (counts ? 2 : 1) * conditionCost(where, entry.model, passing, statistics))
  add(estimate, 'sort', orderCost(order, entry.model, passing, statistics))
  const walked = order.length > 0 || where !== null ? passing : Math.min(passing, start + limit)
  add(estimate, 'the list', STATEMENT + walked * READ_ROW * 0.2 + (counts ? STATEMENT + passing * COUNTED_ROW : 0))
  add(estimate, 'fields', found * knownEntry(entry, statistics).readRow)
  return found
}

/** The cost of reading one row for the answer. */
function readRow({ model, scalars }: EntryPlan, statistics: TableStatistics): number {
  return READ_ROW + (lengthOf({ model, scalars }, statistics) / 1000) * READ_KILOBYTE
}

function addEntry(entry: EntryPlan, rows: Rows, path: string, estimate: Estimate): void {
  estimate.shown.entries += rows.shown
  estimate.shown.length += rows.shown * lengthOf(entry, estimate.statistics)
  const parents = Math.min(rows.read, Math.max(1, rowsOf(entry.model, estimate.statistics)))
  if (parents === 0) return
  for (const child of entry.children) {
    const below = path === '' ? child.attribute.name : `${path}.${child.attribute.name}`
    addChild(child, entry.model, { read: parents, shown: rows.shown }, below, estimate)
  }
}

function addChild(child: ChildPlan, parent: Model, rows: Rows, path: string, estimate: Estimate): void {
  if (child.kind === 'variant') {
    addVariants(child, parent, rows, path, estimate)
    return
  }
  const { statistics } = estimate
  const target = child.kind === 'link' ? child.entry.model : child.target
  const related = fanOut(child.attribute, parent, target, statistics)
  const pairs = rows.read * related
  add(estimate, `filters of populate ${path}`, conditionCost(child.where, target, pairs, statistics))
  add(estimate, `populate ${path}`, STATEMENT + pairs * READ_ROW)
  if (child.kind === 'link') addLinked(child, rows, related, path, estimate)
}

function addLinked(child: LinkPlan, rows: Rows, related: number, path: string, estimate: Estimate): void {
  const { statistics } = estimate
  const { entry, order } = child
  const pairs = rows.read * related
  add(estimate, `sort of populate ${path}`, orderCost(order, entry.model, pairs, statistics))
  const kept = keptRows(child, related)
  const read = rows.read * kept
  add(estimate, `populate ${path}`, read * readRow(entry, statistics))
  addEntry(entry, { read, shown: rows.shown * kept }, path, estimate)
}

function addVariants(child: VariantPlan, parent: Model, rows: Rows, path: string, estimate: Estimate): void {
  const { statistics } = estimate
  const related = variantFanOut(child.attribute, parent, statistics)
  const variants = [...child.variants.values()]
  const shares = variantShares(
    related,
    variants.map(({ entry }) => entry.model),
    statistics,
  )
  add(estimate, `populate ${path}`, STATEMENT + rows.read * related * READ_ROW)
  for (const [index, { entry, where }] of variants.entries()) {
    const share = shares[index]!
    if (share === 0) continue
    const read = Math.min(rows.read * share, rowsOf(entry.model, statistics))
    add(estimate, `filters of populate ${path}`, conditionCost(where, entry.model, read, statistics))
    add(estimate, `populate ${path}`, STATEMENT + read * readRow(entry, statistics))
    addEntry(entry, { read, shown: rows.shown * share }, path, estimate)
  }
}

function add({ parts }: Estimate, name: string, points: number): void {
  if (points > 0) parts.push({ name, points })
}

// The cost of sorting rows: every key of every row, plus the sorting itself.

/** The cost for all `count` rows. */
function orderCost(order: readonly OrderTerm[], model: Model, count: number, statistics: TableStatistics): number {
  if (order.length === 0) return 0
  const keys = order.reduce((sum, term) => sum + keyCost(term, model, statistics), 0)
  return count * (keys + SORTED_ROW * Math.log2(count + 1))
}

/** A key at the end of a path is searched for among all rows that the path reaches. */
export function keyCost(
  { hops, column }: Pick<OrderTerm, 'hops' | 'column'>,
  model: Model,
  statistics: TableStatistics,
): number {
  const { followed, found } = SORT_PRICES[statistics.database]
  let cost = TESTED_VALUE
  let reached = 1
  let from = model
  for (const { attribute, target } of hops) {
    const rows = reached * fanOut(attribute, from, target, statistics)
    cost += followed * Math.max(1, reached) + found * rows
    // A row that is reached several ways is followed only once.
    reached = Math.min(rows, rowsOf(target, statistics))
    from = target
  }
  if (!isColumn(column)) return cost
  return cost + reached * kilobytesOf(column, from, statistics) * TEXT_PRICES[statistics.database].opened
}

// The cost of a search: looking up its words, and following the hits to their entries.

/** The part of all rows that a word is expected to find. How many it really finds is not known before. */
export const FOUND_SHARE = 0.02
/** Looking up one word in one place. */
const LOOKED_UP = 20

export function searchCost(search: SearchPlan | null, statistics: TableStatistics): number {
  if (search === null) return 0
  const once = search.ways.reduce((sum, { hops, model }) => {
    const found = rowsOf(model, statistics) * FOUND_SHARE
    return sum + LOOKED_UP + found * (READ_ROW + hops.length * FOLLOWED_LINK)
  }, 0)
  return once * (search.terms.length + search.without.length)
}

/** The cost of reading the text of the entries again, and of finding the words in it. */
function snippetsCost(search: SearchPlan | null, entries: number, statistics: TableStatistics): number {
  if (search === null || !search.snippets) return 0
  const isElsewhere = search.ways.some(({ hops }) => hops.length > 0)
  const each = search.ways.reduce((sum, { hops, model, attributes }) => {
    const scalars = attributes.map(({ attribute }) => attribute)
    const kilobytes = lengthOf({ model, scalars }, statistics) / 1000
    const rows = hops.length === 0 ? 1 : search.terms.length
    return sum + rows * (READ_ROW + kilobytes * (READ_KILOBYTE + SHOWN_KILOBYTE))
  }, 0)
  // Words elsewhere are looked up again, to find the rows that have them.
  return STATEMENT + (isElsewhere ? searchCost(search, statistics) : 0) + entries * each
}

// The cost against the limit.

export interface CostLimits extends AnswerBounds {
  /** The maximum cost of a query, in points. */
  readonly cost: number
}

/** Returns the cost of a plan in points. Throws if it is too high. */
export function checkCost(plan: AnswerPlan, statistics: TableStatistics, limits: CostLimits): number {
  return checkParts(estimateCost(plan, statistics, limits), limits)
}

/** The sum of the parts. The error names the part that costs most. */
export function checkParts(parts: readonly CostPart[], limits: CostLimits): number {
  const cost = Math.round(parts.reduce((sum, { points }) => sum + points, 0))
  if (cost <= limits.cost) return cost
  const { name, points } = dearestOf(parts)
  const share = Math.round((100 * points) / cost)
  throw new PopulusError('tooExpensive', { cost, limit: limits.cost, share, part: name })
}

function dearestOf(parts: readonly CostPart[]): CostPart {
  const sums = new Map<string, number>()
  for (const { name, points } of parts) sums.set(name, (sums.get(name) ?? 0) + points)
  const [first] = [...sums].sort(([, a], [, b]) => b - a)
  const [name, points] = first!
  return { name, points }
}
