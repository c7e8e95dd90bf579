/** The statements that load the children of all parents at once. */
import type { Condition } from '../plan/read/conditions/condition.ts'
import type { LinkPlan, SlicePlan, Variant, VariantPlan } from '../plan/read/read-plan.ts'
import type { Link, Model, TypedLinkTable } from '../schema/schema.ts'
import { aliases, type ConditionSite, compileCondition } from './compile-condition.ts'
import { compileHeld } from './compile-held.ts'
import { compileOrder, direction } from './compile-order.ts'
import { column, type Fragment, join, name, sql, tableAs, value } from './fragment.ts'
import { type CompileExists, fixedConditions, linkedOnce, linkedRows } from './links/join-link.ts'
import type { PackedColumn, PackedQuery } from './row-format.ts'
import { compilePacked, type SqlDialect } from './sql-dialect.ts'
import type { PackedStatement } from './statement.ts'

const CHILD = 'c'
const LINK = 'l'

/** The child's rows with the parent's key: tables, conditions, and the stored order. */
interface Source {
  readonly from: Fragment
  readonly parent: Fragment
  readonly conditions: readonly Fragment[]
  readonly storedOrder: readonly Fragment[]
}

/** The columns of an entry's row. */
export interface EntryColumns {
  readonly keys: readonly PackedColumn[]
  readonly scalars: readonly PackedColumn[]
  /** All of them, with `more` after the keys. */
  readonly values: (alias: string, ...more: Fragment[]) => readonly Fragment[]
}

/** Rows `[...keys, parent, ...scalars]` in the order in which each parent shows them. */
export function compileLinkRows(
  plan: LinkPlan,
  { keys, scalars, values }: EntryColumns,
  dialect: SqlDialect,
): PackedStatement | null {
  const source = sourceOf(plan.attribute.link, plan.entry.model, plan.ordering, dialect)
  if (source === null) return null
  const ids = linkedIds(plan, dialect)
  if (ids !== null) return ids
  const site: ConditionSite = { alias: CHILD, aliases: aliases(), dialect }
  const order = join(orderOf(plan, source, site))
  const selected = values(CHILD, source.parent)
  const where = conditionsOf(source, plan.where, site)
  const query: PackedQuery =
    plan.slice === null
      ? select => sql`select ${select(selected)} from ${source.from} where ${where} order by ${order}`
      : sliced({ ...source, selected, where, order }, plan.slice)
  return compilePacked(dialect, [...keys, 'key', ...scalars], query)
}

/** Rows `[id, parent]` from the link table alone, if the related rows themselves do not matter. */
function linkedIds({ attribute: { link }, idsOnly, where, order, slice, ordering }: LinkPlan, dialect: SqlDialect) {
  if (!idsOnly || where !== null || order.length > 0 || slice !== null || link?.kind !== 'table') return null
  const parent = column(LINK, link.parentColumn)
  const child = column(LINK, link.childColumn)
  const conditions = [
    dialect.inParents(parent),
    sql`${child} is not null`,
    ...fixedConditions(link.fixed, LINK, dialect),
  ]
  const sorted = join([parent, ...linkOrder(link, ordering, dialect)])
  const from = tableAs(link.table, LINK)
  return compilePacked(
    dialect,
    ['key', 'key'],
    select => sql`select ${select([child, parent])} from ${from} where ${join(conditions, ' and ')} order by ${sorted}`,
  )
}

/** The order of the parents does not matter. Without an explicit order, an index may already have the rows in this one. */
function orderOf({ order }: LinkPlan, { parent, storedOrder }: Source, site: ConditionSite): readonly Fragment[] {
  const byId = column(CHILD, 'id')
  if (order.length > 0) return [...compileOrder(order, site), ...storedOrder, byId]
  return storedOrder.length > 0 ? [parent, ...storedOrder] : [byId]
}

/** Numbers the rows of each parent and keeps a range of them. */
function sliced(
  parts: { selected: readonly Fragment[]; from: Fragment; where: Fragment; parent: Fragment; order: Fragment },
  slice: SlicePlan,
): PackedQuery {
  const named = parts.selected.map((expression, index) => sql`${expression} as ${name(`v${index}`)}`)
  const numbered = sql`select ${join(named)}, row_number() over (partition by ${parts.parent} order by ${parts.order}) as n from ${parts.from} where ${parts.where}`
  const kept = parts.selected.map((_, index) => name(`v${index}`))
  const start = Math.min(slice.start, Number.MAX_SAFE_INTEGER)
  const upTo =
    slice.limit === null ? sql`` : sql` and n <= ${value(Math.min(start + slice.limit, Number.MAX_SAFE_INTEGER))}`
  return select => sql`select ${select(kept)} from (${numbered}) as s where n > ${value(start)}${upTo} order by n`
}

/** Rows `[parent, number]`. */
export function compileLinkCount(
  link: Link | null,
  target: Model,
  where: Condition | null,
  dialect: SqlDialect,
): PackedStatement | null {
  const source = sourceOf(link, target, 'asc', dialect)
  if (source === null) return null
  const site: ConditionSite = { alias: CHILD, aliases: aliases(), dialect }
  return compilePacked(
    dialect,
    ['key', 'key'],
    select =>
      sql`select ${select([source.parent, sql`count(*)`])} from ${source.from} where ${conditionsOf(source, where, site)} group by ${source.parent}`,
  )
}

/** Rows `[parent, type, id]` of a link table whose children have different models. */
export function compileTypedLinks(
  link: TypedLinkTable,
  { hiddenLinks }: Pick<VariantPlan, 'hiddenLinks'>,
  dialect: SqlDialect,
): PackedStatement {
  const parent = column(LINK, link.parentColumn)
  const hidden = hiddenLinks.map(fixed => sql`not (${join(fixedConditions(fixed, LINK, dialect), ' and ')})`)
  const conditions = [dialect.inParents(parent), ...fixedConditions(link.fixed, LINK, dialect), ...hidden]
  const values = [parent, column(LINK, link.typeColumn), column(LINK, link.childColumn)]
  return compilePacked(
    dialect,
    ['key', 'name', 'key'],
    select =>
      sql`select ${select(values)} from ${tableAs(link.table, LINK)} where ${join(conditions, ' and ')} order by ${join(linkOrder(link, 'asc', dialect))}`,
  )
}

/** Rows of one model by their ids, in no particular order. */
export function compileVariantRows(
  { entry: { model }, where, holders }: Variant,
  { keys, scalars, values }: EntryColumns,
  dialect: SqlDialect,
): PackedStatement | null {
  if (model.table === null) return null
  const site: ConditionSite = { alias: CHILD, aliases: aliases(), dialect }
  const conditions = [dialect.inParents(column(CHILD, 'id'))]
  if (where !== null) conditions.push(compileCondition(where, site))
  if (holders !== null) conditions.push(compileHeld(column(CHILD, 'id'), holders, dialect.inParents, site))
  const from = tableAs(model.table, CHILD)
  return compilePacked(
    dialect,
    [...keys, ...scalars],
    select => sql`select ${select(values(CHILD))} from ${from} where ${join(conditions, ' and ')}`,
  )
}

function sourceOf(link: Link | null, target: Model, ordering: 'asc' | 'desc', dialect: SqlDialect): Source | null {
  if (link === null || target.table === null) return null
  const child = tableAs(target.table, CHILD)
  switch (link.kind) {
    case 'parent-column': {
      const parent = column(CHILD, 'id')
      return { from: child, parent, conditions: [dialect.inParents(parent)], storedOrder: [] }
    }
    case 'child-column': {
      const parent = column(CHILD, link.column)
      return {
        from: child,
        parent,
        conditions: [dialect.inParents(parent), ...fixedConditions(link.fixed, CHILD, dialect)],
        storedOrder: [],
      }
    }
    case 'table': {
      const parent = column(LINK, link.parentColumn)
      const { translations } = link
      const compileExists: CompileExists = (exists, alias) =>
        compileCondition(exists, { alias, aliases: aliases('e'), dialect })
      const conditions = (alias: string) => [
        dialect.inParents(column(alias, link.parentColumn)),
        ...fixedConditions(link.fixed, alias, dialect),
      ]
      const links =
        translations === undefined
          ? linkedRows(link, LINK, compileExists)
          : linkedOnce(link, translations, {
              alias: LINK,
              compileExists,
              where: stored => join(conditions(stored), ' and '),
              order: alias => linkOrder(link, ordering, dialect, alias),
            })
      return {
        from: sql`${links} join ${child} on ${column(CHILD, 'id')} = ${column(LINK, link.childColumn)}`,
        parent,
        conditions: translations === undefined ? conditions(LINK) : [sql`${parent} is not null`],
        storedOrder: linkOrder(link, ordering, dialect),
      }
    }
    default:
      return link satisfies never
  }
}

function linkOrder(
  link: Link & { kind: 'table' },
  ordering: 'asc' | 'desc',
  dialect: SqlDialect,
  alias = LINK,
): readonly Fragment[] {
  const stored = link.orderColumn === null ? [] : [sql`${column(alias, link.orderColumn)} ${direction(ordering)}`]
  const last = link.tieColumn ?? link.rowKey
  if (last !== null) return [...stored, column(alias, last)]
  return [...stored, link.translations === undefined ? dialect.rowOrder(alias) : column(alias, link.childColumn)]
}

function conditionsOf(source: Source, where: Condition | null, site: ConditionSite): Fragment {
  return join(where === null ? source.conditions : [...source.conditions, compileCondition(where, site)], ' and ')
}
