/** Conditions -> SQL. A condition on related rows is an `exists` or an `in`, so no row is ever found twice. */
import {
  type ColumnRef,
  type Condition,
  hasPartsIndex,
  type IndexedTest,
  isReadOnceOnSqlite,
  isTooDeepToRepeat,
  NOW,
  onNullRow,
  type RecordedCondition,
  type Test,
  type TestValue,
} from '../plan/read/conditions/condition.ts'
import { COUNT } from '../plan/read/conditions/resolve-count.ts'
import type { ValueSlots } from '../plan/read/list-shape.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import type { LinkedAttribute, Model } from '../schema/schema.ts'
import {
  asId,
  column,
  type Fragment,
  join,
  listValue,
  name,
  sql,
  table,
  tableAs,
  timeValue,
  value,
} from './fragment.ts'
import { type CompileExists, joinLink } from './links/join-link.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** Returns table aliases that are unique within one statement. */
export type Aliases = () => string

/** `first` tells apart those of several parts of a statement. */
export function aliases(first = 't'): Aliases {
  let used = 0
  return () => `${first}${used++}`
}

export interface ConditionSite {
  readonly alias: string
  readonly aliases: Aliases
  readonly dialect: SqlDialect
  /** How many relations the condition is nested in. */
  readonly depth?: number
  /** Whether the condition is inside an `or` on the same rows. */
  readonly withinOr?: boolean
  /** Whether the rows that pass are found before they are sorted. Otherwise, they may be read in the order of an index. */
  readonly sortsFound?: boolean
  /** Whether only rows are left that an index has found for the patterns of the condition. */
  readonly narrowed?: boolean
  /** Where tests find their values when the statement runs; others have the values of the plan. */
  readonly slots?: ValueSlots
}

export function compileCondition(condition: Condition, site: ConditionSite): Fragment {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const withinOr = site.withinOr === true || condition.kind === 'any'
      const candidates = condition.kind === 'any' ? sharedCandidates(condition.items, site) : null
      const narrowed = site.narrowed === true || candidates !== null
      const items = condition.items.map(item => compileCondition(item, { ...site, withinOr, narrowed }))
      const compiled = sql`(${join(items, condition.kind === 'all' ? ' and ' : ' or ')})`
      return candidates === null ? compiled : sql`(${candidates} and ${compiled})`
    }
    case 'test': {
      const tested = compileTest(condition.column, condition.test, site)
      if (condition.negated) return sql`not (${tested})`
      const candidates =
        site.narrowed !== true && hasPartsIndex(condition) ? compileCandidates([condition], site) : null
      return candidates === null ? tested : sql`(${candidates} and ${tested})`
    }
    case 'some':
      return compileSome(condition, site)
    case 'none': {
      const found = hasRelated(condition, site, condition.condition)
      return found === null ? sql`1 = 1` : sql`not ${found}`
    }
    case 'count':
      return compileCount(condition, site)
    case 'recorded':
      return compileRecorded(condition, site)
    case 'entry-id':
      return site.dialect.inParents(column(site.alias, 'id'))
    case 'unknown':
      return sql`1 = 0`
    default:
      return condition satisfies never
  }
}

/** Read once for the whole statement. */
function compileRecorded(condition: RecordedCondition, { alias, dialect }: ConditionSite): Fragment {
  const { table: own, uid, having, except = [], negated } = condition
  const isWanted =
    having === null ? sql`` : sql` and ${name(having.column)} in (${join(having.values.map(item => value(item)))})`
  const ids = join(except.map(id => asId(value(dialect.encode('integer', id)))))
  const others = except.length === 0 ? sql`` : sql` and entry_id not in (${ids})`
  const found = sql`select entry_id from ${table(own, dialect.ownSchema)} where uid = ${value(uid)}${isWanted}${others}`
  return sql`${column(alias, 'id')} ${negated ? sql`not in` : sql`in`} (${found})`
}

/** The column of an attribute; one that the database lacks reads as null. */
export function compileColumn(ref: ColumnRef, alias: string): Fragment {
  if (ref.kind === 'id') return column(alias, 'id')
  return ref.attribute.column === null ? sql`null` : column(alias, ref.attribute.column)
}

function compileTest(ref: ColumnRef, test: Test, { alias, dialect, slots }: ConditionSite): Fragment {
  const tested = compileColumn(ref, alias)
  const type = ref.kind === 'id' ? 'integer' : ref.attribute.type
  const slot = slots?.get(test)
  const bound = (operand: TestValue, index = 0): Fragment => {
    if (operand === NOW) return timeValue(now => dialect.encode(type, ATTRIBUTE_TYPES[type].cast(now.toISOString())))
    const given =
      slot === undefined
        ? value(dialect.encode(type, operand))
        : listValue(values => dialect.encode(type, values[slot + index]))
    return ref.kind === 'id' ? asId(given) : given
  }
  const isOwn = ref.kind === 'scalar' && ref.attribute.comparedByDatabase === true
  const pattern = (text: string): Fragment =>
    slot === undefined ? value(text) : listValue(values => values[slot] as string)
  switch (test.kind) {
    case 'compare':
      return sql`${tested} ${OPERATORS[test.operator]} ${bound(test.value)}`
    case 'in':
      return test.values.length === 0 ? sql`1 = 0` : sql`${tested} in (${join(test.values.map(bound))})`
    case 'between':
      return sql`${tested} between ${bound(test.low)} and ${bound(test.high, 1)}`
    case 'null':
      return sql`${tested} is null`
    case 'like': {
      const text = ref.kind === 'id' ? tested : dialect.text(ref.attribute.type, tested, isOwn)
      return test.ignoreCase
        ? dialect.likeIgnoringCase(text, pattern(test.pattern))
        : dialect.like(text, pattern(test.pattern))
    }
    case 'search':
      return dialect.search(isOwn ? dialect.text(type, tested, isOwn) : tested, pattern(test.pattern))
    default:
      return test satisfies never
  }
}

/** The rows that pass the pattern of one of the conditions, and maybe others. The patterns are equal. */
function compileCandidates(
  conditions: readonly IndexedTest[],
  { alias, dialect, slots }: ConditionSite,
): Fragment | null {
  const { column: ref, test } = conditions[0]!
  const slot = slots?.get(test)
  const indexes = conditions.map(({ column: { attribute } }) => attribute.partsIndex)
  return dialect.mayContain(indexes, {
    id: column(alias, 'id'),
    column: compileColumn(ref, alias),
    kind: test.kind === 'like' && test.ignoreCase ? 'likeIgnoringCase' : test.kind,
    pattern: make =>
      slot === undefined ? value(make(test.pattern)) : listValue(values => make(values[slot] as string)),
  })
}

/** One of some columns must contain the same text: `_q`. */
function sharedCandidates(items: readonly Condition[], site: ConditionSite): Fragment | null {
  if (site.narrowed === true || !items.every(hasPartsIndex)) return null
  const [first] = items
  const isShared = ({ test }: IndexedTest) => test.kind === 'search' && test.pattern === first!.test.pattern
  return items.every(isShared) ? compileCandidates(items, site) : null
}

const OPERATORS = { '=': sql`=`, '<>': sql`<>`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` } as const

interface Some {
  readonly attribute: LinkedAttribute
  readonly target: Model
  readonly visible: Condition | null
  readonly condition: Condition
  readonly readOnce?: boolean
}

/** True if a related row passes; or if there is none, when a row of nulls would pass. */
function compileSome(some: Some, site: ConditionSite): Fragment {
  const passesWithout = onNullRow(some.condition) === true
  const passes = hasRelated(some, { ...site, withinOr: site.withinOr === true || passesWithout }, some.condition)
  if (passes === null) return passesWithout ? sql`1 = 1` : sql`1 = 0`
  if (!passesWithout) return passes
  return sql`(${passes} or not ${hasRelated({ ...some, readOnce: false }, { ...site, depth: 0 }, null) ?? sql`exists (select 1)`})`
}

/** The number of related rows is a row of its own, with one column. */
function compileCount(count: Some, site: ConditionSite): Fragment {
  const [alias, counted] = [site.aliases(), site.aliases()]
  const passes = compileCondition(count.condition, { ...site, alias: counted, narrowed: true })
  const found = rowsOf(count, alias, site)
  const rows = found === null ? sql`select 0 as ${name(COUNT)}` : sql`select count(*) as ${name(COUNT)} from ${found}`
  return sql`exists (select 1 from (${rows}) as ${name(counted)} where ${passes})`
}

/** The tables of the related rows of each row, and the condition that finds them. */
function rowsOf({ attribute, target, visible }: Some, alias: string, site: ConditionSite): Fragment | null {
  const inside = { ...site, depth: (site.depth ?? 0) + 1, withinOr: false }
  const places = { parent: site.alias, child: alias, link: site.aliases() }
  const compileExists: CompileExists = (exists, linked) => compileCondition(exists, { ...inside, alias: linked })
  const joined = joinLink(attribute.link, places, site.dialect, { compileExists })
  if (joined === null || target.table === null) return null
  const tables = join([...joined.tables, tableAs(target.table, alias)])
  const isVisible = visible === null ? [] : [compileCondition(visible, { ...inside, alias })]
  const conditions = [sql`${joined.key} = ${joined.parentKey}`, ...joined.conditions, ...isVisible]
  return sql`${tables} where ${join(conditions, ' and ')}`
}

function hasRelated(
  { attribute, target, visible, readOnce = false }: Some,
  site: ConditionSite,
  condition: Condition | null,
): Fragment | null {
  const { depth = 0 } = site
  const alias = site.aliases()
  const isSqlite = site.dialect.name === 'sqlite'
  const mustBeReadOnce = isSqlite ? isReadOnceOnSqlite(attribute, depth) : isTooDeepToRepeat(depth)
  const isReadOnce = mustBeReadOnce || readOnce
  const places = { parent: site.alias, child: alias, link: site.aliases() }
  const joined = joinLink(attribute.link, places, site.dialect, {
    compileExists: (exists, linked) =>
      compileCondition(exists, { ...site, alias: linked, depth: depth + 1, withinOr: false }),
    once: isReadOnce,
  })
  if (joined === null || target.table === null) return null
  const { key, parentKey } = joined
  const tables = join([...joined.tables, tableAs(target.table, alias)])
  const conditions = [...joined.conditions]
  for (const each of [visible, condition])
    if (each !== null) conditions.push(compileCondition(each, { ...site, alias, depth: depth + 1, withinOr: false }))
  if (!isReadOnce)
    return sql`exists (select 1 from ${tables} where ${join([sql`${key} = ${parentKey}`, ...conditions], ' and ')})`
  // `distinct` keeps PostgreSQL from joining all of them into one. SQLite would choose a worse order of the tables.
  const found = sql`select ${isSqlite ? sql`` : sql`distinct `}${key} from ${tables} where ${join(conditions, ' and ')}`
  return site.withinOr === true ? site.dialect.inFoundWithinOr(parentKey, found) : sql`${parentKey} in (${found})`
}
