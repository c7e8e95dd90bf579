/**
 * Turns an AggregatePlan into one statement. The innermost query has the values of each entry, the next one computes the
 * groups, and the outermost one has a page of them and their number:
 *
 *     with g as (select g0, count(*) as n0, sum(v0) as m0 from (select "t"."status" as g0, "t"."price" as v0 ...) group by g0)
 *     select total.n0, p.* from (select count(*) as n0 from g) as total left join (select * from g ... limit 25) as p
 */
import { aggregateDependencies } from '../../kept/dependencies/aggregate-dependencies.ts'
import type {
  AggregatePlan,
  Computed,
  HavingPlan,
  MeasurePlan,
  ValuePath,
} from '../../plan/aggregate/aggregate-plan.ts'
import { typeOf } from '../../plan/aggregate/resolve-value.ts'
import { rowsBefore } from '../../plan/read/read-plan.ts'
import type { OutputForm } from '../../schema/attributes/attribute-type.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileKey } from '../compile-order.ts'
import { compileListed } from '../entries/compile-root-rows.ts'
import { column, type Fragment, join, literal, NOTHING, name, sql, value } from '../fragment.ts'
import { searchedTables } from '../plan-tables.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import { TimeValue } from '../statement.ts'
import type { AggregateProgram, GroupColumn } from './aggregate-program.ts'
import type { SumSql } from './aggregate-sql.ts'
import { moveGroups } from './move-groups.ts'

const ENTRIES = 't'
const GROUPS = 'g'
const PAGE = 'p'
const TOTAL = 'total'
const COUNT = 'n0'

export function compileAggregate(plan: AggregatePlan, dialect: SqlDialect): AggregateProgram {
  const groups = plan.groups.map((group): GroupColumn => ({ key: group.key, form: formOf(group) }))
  const measures = plan.measures.map(({ measure, key, value: used }) => ({ measure, key, type: typeOf(used) }))
  const statement = plan.type.table === null ? null : dialect.compile(compileGroups(plan, plan.type.table, dialect))
  const tables = statement === null ? [] : [...new Set([...statement.tables, ...searchedTables(plan.search)])]
  const { showsCount, page, cost } = plan
  const timed = statement?.values.some(bound => bound instanceof TimeValue) ?? false
  const depends = aggregateDependencies(plan, tables)
  const searches = plan.search !== null
  const moved = moveGroups(plan, dialect)
  return Object.freeze({ statement, searches, moved, groups, measures, showsCount, page, cost, tables, timed, depends })
}

function formOf({ bucket, value: used }: AggregatePlan['groups'][number]): OutputForm {
  return bucket === null ? ATTRIBUTE_TYPES[typeOf(used)].output : 'string'
}

function compileGroups(plan: AggregatePlan, from: string, dialect: SqlDialect): Fragment {
  const { page, measures, order, having } = plan
  const groups = plan.groups.map((_, index) => name(`g${index}`))
  const columns = [
    ...groups,
    sql`count(*) as ${name(COUNT)}`,
    ...measures.flatMap((measure, index) => measureColumns(measure, index, dialect)),
    ...order.map(({ by }, index) => sql`${keyOf(by, plan, dialect)} as ${name(`o${index}`)}`),
  ]
  const entries = sql`(${compileEntries(plan, from, dialect)}) as ${name(ENTRIES)}`
  const grouped = groups.length === 0 ? sql`` : sql` group by ${join(groups)}`
  const tests = having.map(test => compileHaving(test, plan, dialect))
  const passing = tests.length === 0 ? sql`` : sql` having ${join(tests, ' and ')}`
  const all = sql`select ${join(columns)} from ${entries}${grouped}${passing}`
  if (page === null) return sql`select 1, ${join(answerColumns(plan, dialect))} from (${all}) as ${name(PAGE)}`
  const range = dialect.page(page.kind === 'page' ? page.pageSize : page.limit, rowsBefore(page))
  const listed = (alias: string) => sql` order by ${join(orderOf(plan, alias))}`
  const rows = sql`(select * from ${name(GROUPS)}${listed(GROUPS)}${range}) as ${name(PAGE)}`
  const shown = join(answerColumns(plan, dialect))
  if (!page.withCount) return sql`with ${name(GROUPS)} as (${all}) select 0, ${shown} from ${rows}${listed(PAGE)}`
  const total = sql`(select count(*) as ${name(COUNT)} from ${name(GROUPS)}) as ${name(TOTAL)}`
  return sql`with ${name(GROUPS)} as (${all}) select ${column(TOTAL, COUNT)}, ${shown} from ${total} left join ${rows} on 1 = 1${listed(PAGE)}`
}

/** The values of each entry. */
function compileEntries(plan: AggregatePlan, from: string, dialect: SqlDialect): Fragment {
  const { type, groups, measures } = plan
  const site: ConditionSite = { alias: ENTRIES, aliases: aliases(), dialect }
  const bucketed = groups.map(({ bucket, value: used }, index) => {
    const plain = compileValue(used, site)
    const compiled = bucket === null ? plain : dialect.aggregates.bucket(bucket, typeOf(used), plain)
    return sql`${compiled} as ${name(`g${index}`)}`
  })
  const measured = measures.map((measure, index) => sql`${compileValue(measure.value, site)} as ${name(`v${index}`)}`)
  const values = [...bucketed, ...measured]
  const rows = compileListed(plan, type, from, site)
  return sql`select ${values.length === 0 ? literal(1) : join(values)} from ${rows}`
}

function compileValue(used: ValuePath, site: ConditionSite): Fragment {
  const { hops, column: ref } = used
  const isStored =
    hops.every(({ attribute, target }) => attribute.link !== null && target.table !== null) &&
    (ref.kind === 'id' || ref.attribute.column !== null)
  return isStored ? compileKey({ ...used, order: 'asc' }, site) : site.dialect.aggregates.nothing(typeOf(used))
}

function sumOf({ value: used }: MeasurePlan, index: number, dialect: SqlDialect): SumSql {
  return dialect.aggregates.sum(typeOf(used), name(`v${index}`))
}

/** What the answer needs of a measure; an average also needs the number of its values. */
function measureColumns(measure: MeasurePlan, index: number, dialect: SqlDialect): readonly Fragment[] {
  const shown = name(`m${index}`)
  if (measure.measure !== 'sum' && measure.measure !== 'avg') return [sql`${plainMeasure(measure, index)} as ${shown}`]
  const { text, count } = sumOf(measure, index, dialect)
  const sum = sql`${text} as ${shown}`
  return measure.measure === 'sum' ? [sum] : [sum, sql`${count} as ${name(`c${index}`)}`]
}

function plainMeasure({ measure }: MeasurePlan, index: number): Fragment {
  const used = name(`v${index}`)
  switch (measure) {
    case 'min':
      return sql`min(${used})`
    case 'max':
      return sql`max(${used})`
    default:
      return sql`count(distinct ${used})`
  }
}

/** What groups are sorted and tested by. */
function keyOf(by: Computed, { measures }: AggregatePlan, dialect: SqlDialect): Fragment {
  if (by.kind === 'count') return sql`count(*)`
  if (by.kind === 'group') return name(`g${by.index}`)
  const measure = measures[by.index]!
  if (measure.measure === 'sum') return sumOf(measure, by.index, dialect).key
  return measure.measure === 'avg' ? sumOf(measure, by.index, dialect).average : plainMeasure(measure, by.index)
}

const OPERATORS = { '=': sql`=`, '<>': sql`<>`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` } as const

function compileHaving({ of, test }: HavingPlan, plan: AggregatePlan, dialect: SqlDialect): Fragment {
  const key = keyOf(of, plan, dialect)
  if (test.kind === 'null') return test.negated ? sql`${key} is not null` : sql`${key} is null`
  return sql`${key} ${OPERATORS[test.operator]} ${boundOf(test.value, of, plan, dialect)}`
}

function boundOf(
  given: Extract<HavingPlan['test'], { kind: 'compare' }>['value'],
  of: HavingPlan['of'],
  { measures }: AggregatePlan,
  dialect: SqlDialect,
): Fragment {
  const measure = of.kind === 'measure' ? measures[of.index] : undefined
  if (measure?.measure === 'min' || measure?.measure === 'max')
    return value(dialect.encode(typeOf(measure.value), given))
  const isSum = measure?.measure === 'sum' || measure?.measure === 'avg'
  return dialect.aggregates.sum(isSum ? typeOf(measure.value) : 'integer', NOTHING).bound(String(given))
}

/** Groups without a value come last. Groups that are equal otherwise are sorted by what they are groups of. */
function orderOf({ order, groups }: AggregatePlan, alias: string): readonly Fragment[] {
  const wanted = order.map((term, index) => {
    const key = column(alias, `o${index}`)
    return term.order === 'asc' ? sql`${key} asc nulls last` : sql`${key} desc nulls last`
  })
  return [...wanted, ...groups.map((_, index) => sql`${column(alias, `g${index}`)} asc nulls last`)]
}

function answerColumns({ groups, measures }: AggregatePlan, { rows }: SqlDialect): readonly Fragment[] {
  return [
    column(PAGE, COUNT),
    ...groups.map((group, index) => rows.select(formOf(group), column(PAGE, `g${index}`))),
    ...measures.flatMap(({ measure, value: used }, index) => {
      const shown = column(PAGE, `m${index}`)
      if (measure === 'avg') return [shown, column(PAGE, `c${index}`)]
      const isValue = measure === 'min' || measure === 'max'
      return [isValue ? rows.select(ATTRIBUTE_TYPES[typeOf(used)].output, shown) : shown]
    }),
  ]
}
