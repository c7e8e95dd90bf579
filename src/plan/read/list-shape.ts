/**
 * The shape of a list: everything about it but the values that rows are compared with. Lists of one shape share their
 * statements, and each brings its own values.
 */

import type { FixedColumn, Link, LinkedAttribute, Model } from '../../schema/schema.ts'
import type { ColumnRef, Condition, Test, TestValue } from './conditions/condition.ts'
import { NOW } from './conditions/condition.ts'
import type { ListPlace, OrderTerm, PagePlan, ReadPlan } from './read-plan.ts'
import { isColumn, rowsShown, showsPlaces } from './read-plan.ts'
import type { SearchPlan, SearchTerm } from './search/search-plan.ts'

/** Where the values of a test, a term or a place are among those of the list. */
export type ValueSlots = ReadonlyMap<Test | SearchTerm | ListPlace, number>

export interface ListShape {
  /** Equal for lists of one shape; `null` if the list shares its statements with no other. */
  readonly key: string | null
  /** First the number of rows before the page, then the values of the filter and the search, then those of the order and the place. */
  readonly values: readonly ListValue[]
  /** Equal for all pages of lists of one shape, whatever is shown of them; `null` as above. */
  readonly listKey: string | null
  /** Equal for lists whose filters and searches have the same form. */
  readonly filterKey: string
  /** How many of them belong to the filter and the search. */
  readonly filterValues: number
  readonly slots: ValueSlots
}

/** A value as the query has it. */
export type ListValue = TestValue | null

/** Where the number of rows before the page is. */
export const OFFSET_SLOT = 0

type Listed = Pick<ReadPlan, 'entry' | 'where' | 'order' | 'search' | 'page' | 'locales' | 'envelope'>

/** `form` names everything else that its statements depend on. */
export function listShape(plan: Listed, offset: number, form: string): ListShape {
  const writer = new ShapeWriter(offset)
  const { entry, where, order, search, page, locales, envelope } = plan
  const rows = `${entry.model.uid} ${envelope === 'entry' ? 'first' : ''}${locales === null ? '' : JSON.stringify(locales)}`
  writer.add(`${rows} ${form}`)
  writer.add(pageShape(page))
  const start = writer.key.length
  if (where !== null) writer.condition(where)
  if (search !== null) writer.search(search)
  const filterKey = writer.key.slice(start)
  const filterValues = writer.values.length - 1
  for (const term of order) writer.term(term)
  const listed = `${rows} ${writer.key.slice(start)}`
  if (page?.kind === 'cursor' && page.place !== null) writer.place(page.place)
  const { values, slots, isAlone } = writer
  return { key: isAlone ? null : writer.key, listKey: isAlone ? null : listed, values, filterKey, filterValues, slots }
}

/** The values that rows are compared with, for a filter by itself. */
export function filterShape(where: Condition | null): Pick<ListShape, 'slots' | 'values'> {
  const writer = new ShapeWriter(0)
  if (where !== null) writer.condition(where)
  return { slots: writer.slots, values: writer.values }
}

function pageShape(page: PagePlan | null): string {
  if (page === null) return 'all'
  const kind = page.kind === 'cursor' ? page.direction : showsPlaces(page) ? 'linked' : 'page'
  return `${kind} ${rowsShown(page)} ${page.withCount}${page.estimates === true ? ' about' : ''}`
}

class ShapeWriter {
  readonly values: ListValue[]
  readonly slots = new Map<Test | SearchTerm | ListPlace, number>()
  isAlone = false
  #key = ''

  constructor(offset: number) {
    this.values = [offset]
  }

  get key(): string {
    return this.#key
  }

  add(text: string): void {
    this.#key += `${text}|`
  }

  condition(condition: Condition): void {
    switch (condition.kind) {
      case 'all':
      case 'any':
        this.add(condition.kind)
        for (const item of condition.items) this.condition(item)
        this.add('')
        return
      case 'test':
        this.add(`${columnShape(condition.column)}${condition.negated ? '!' : ''}`)
        this.#test(condition.test)
        return
      case 'some':
      case 'none':
      case 'count':
        this.add(`${condition.kind}${condition.kind === 'some' && condition.readOnce === true ? ' once' : ''}`)
        this.#hop(condition)
        this.condition(condition.condition)
        return
      case 'recorded':
        this.add(JSON.stringify(condition))
        return
      case 'entry-id':
      case 'unknown':
        this.add(condition.kind)
        return
      default:
        condition satisfies never
    }
  }

  term({ hops, column, order }: OrderTerm): void {
    for (const hop of hops) this.#hop(hop)
    this.add(`${isColumn(column) ? columnShape(column) : column.kind} ${order}`)
  }

  search({ terms, without, ways, snippets }: SearchPlan): void {
    // Snippets are found by the words themselves.
    if (snippets) this.isAlone = true
    for (const term of [...terms, ...without]) {
      const { words, prefix, alike } = term
      this.slots.set(term, this.values.length)
      this.add(`${terms.includes(term) ? 'word' : 'without'} ${words.length} ${prefix} ${alike}`)
      this.values.push(words.join(' '))
    }
    for (const { hops, model, attributes } of ways) {
      for (const hop of hops) this.#hop(hop)
      const searched = attributes.map(({ attribute, weight }) => [attribute.name, attribute.column, weight])
      this.add(`way ${model.uid} ${JSON.stringify(searched)}`)
    }
  }

  place(place: ListPlace): void {
    this.slots.set(place, this.values.length)
    this.add(placeForm(place))
    this.values.push(...placeValues(place))
  }

  #hop({ attribute, target, visible }: Hop): void {
    const { link } = attribute
    if (link?.kind === 'table' && link.translations !== undefined) this.isAlone = true
    this.add(`${attribute.many} ${linkShape(link)} ${target.uid}`)
    if (visible !== null) this.condition(visible)
    this.add('')
  }

  #test(test: Test): void {
    const known = this.slots.get(test)
    // The values of a condition that occurs twice are the same ones.
    if (known !== undefined) {
      this.add(`=${known}`)
      return
    }
    this.slots.set(test, this.values.length)
    this.add(testShape(test))
    for (const value of valuesOf(test)) {
      if (value === NOW) this.add('now')
      this.values.push(value)
    }
  }
}

interface Hop {
  readonly attribute: LinkedAttribute
  readonly target: Model
  readonly visible: Condition | null
}

/** In the order in which `compileTest` binds them. */
export function valuesOf(test: Test): readonly TestValue[] {
  switch (test.kind) {
    case 'compare':
      return [test.value]
    case 'in':
      return test.values
    case 'between':
      return [test.low, test.high]
    case 'like':
    case 'search':
      return [test.pattern]
    default:
      return []
  }
}

/** Equal for tests that differ in their values only. */
export function testShape(test: Test): string {
  switch (test.kind) {
    case 'compare':
      return test.operator
    case 'in':
      return `in ${test.values.length}`
    case 'like':
      return `${test.ignoreCase ? 'likei' : 'like'}${test.hasParts ? ' parts' : ''}`
    case 'search':
      return `search${test.hasParts ? ' parts' : ''}`
    default:
      return test.kind
  }
}

/** Places of one form are bound in the same way. */
export function placeForm({ keys }: ListPlace): string {
  return keys.map(keyForm).join(' ')
}

/** In the order in which `compilePlace` binds them. */
export function placeValues({ id, keys }: ListPlace): readonly ListValue[] {
  return [id, ...keys]
}

/** Keys of one form are bound in the same way. */
function keyForm(key: string | null): string {
  if (key === null) return 'null'
  if (key.startsWith("'")) return 'text'
  return /^-?\d+$/.test(key) ? 'whole' : 'other'
}

function columnShape(column: ColumnRef): string {
  return column.kind === 'id'
    ? 'id'
    : `${column.attribute.type} ${column.attribute.name} ${JSON.stringify(column.attribute.column)}`
}

function linkShape(link: Link | null): string {
  if (link === null) return 'none'
  switch (link.kind) {
    case 'parent-column':
      return JSON.stringify([link.column])
    case 'child-column':
      return JSON.stringify([link.column, fixedShape(link.fixed)])
    case 'table':
      return JSON.stringify([link.table, link.parentColumn, link.childColumn, fixedShape(link.fixed)])
    default:
      return link satisfies never
  }
}

function fixedShape(fixed: readonly FixedColumn[]): readonly unknown[] {
  return fixed.map(({ column, value }) => [column, value])
}
