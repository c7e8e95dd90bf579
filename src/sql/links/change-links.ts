/** The statements that read and change links. One statement is for all links of a field, up to a number of rows. */
import type { FixedColumn, LinkTable } from '../../schema/schema.ts'
import { isIn } from '../compile-write.ts'
import { asId, changing, column, type Fragment, join, name, sql, table, tableAs, value } from '../fragment.ts'
import type { DescribedChange, SqlValue } from '../statement.ts'

/** A link table with numbers for the order of the children. */
export type OrderedLinks = LinkTable & { readonly orderColumn: string }

export interface OrderedChild {
  readonly id: number
  /** `null`: the row has no number. */
  readonly order: number | null
}

/** Databases limit the number of values in a statement. */
const MOST_ROWS = 1000

function inParts<T>(rows: readonly T[], statement: (part: readonly T[]) => Fragment): readonly Fragment[] {
  const parts = Math.ceil(rows.length / MOST_ROWS)
  return Array.from({ length: parts }, (_, part) => statement(rows.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS)))
}

/** A value, or the number after the largest one of the rows that have the value of `ofEach`. */
export type LinkValue =
  | SqlValue
  | { readonly afterLargest: string; readonly ofEach: string; readonly fixed: LinkTable['fixed'] }

export type LinkRow = ReadonlyMap<string, LinkValue>

/** All rows have the same columns. For link tables, some of which have no id. */
export function insertLinks(into: string, rows: readonly LinkRow[]): readonly Fragment[] {
  return inParts(rows, part => {
    const columns = join([...part[0]!.keys()].map(name))
    const values = part.map(row => sql`(${join([...row].map(([, stored]) => linkValue(into, row, stored)))})`)
    const inserted = sql`insert into ${table(into)} (${columns}) values ${join(values)}`
    return changing(inserted, { table: into, kind: 'insert', columns: [], keys: idsIn(part) })
  })
}

function linkValue(into: string, row: LinkRow, stored: LinkValue): Fragment {
  if (stored === null || typeof stored !== 'object' || stored instanceof Uint8Array) return value(stored)
  const { afterLargest, ofEach, fixed } = stored
  const owner = row.get(ofEach) as SqlValue
  const chosen = join([sql`${name(ofEach)} = ${value(owner)}`, ...conditions(fixed)], ' and ')
  return sql`(select coalesce(max(${name(afterLargest)}), 0) + 1 from ${table(into)} where ${chosen})`
}

/** The columns that hold whole numbers in all rows, most of which are ids. */
function idsIn(rows: readonly LinkRow[]): DescribedChange['keys'] {
  const columns = [...rows[0]!.keys()].filter(key => rows.every(row => Number.isSafeInteger(row.get(key))))
  return Object.fromEntries(columns.map(key => [key, [...new Set(rows.map(row => row.get(key) as number))]]))
}

/** Rows `[parent, child]` of several parents. */
export function selectChildrenOf(link: LinkTable, parents: readonly number[]): Fragment {
  const chosen = join([isIn(name(link.parentColumn), parents), ...conditions(link.fixed)], ' and ')
  return sql`select ${join([link.parentColumn, link.childColumn].map(name))} from ${table(link.table)} where ${chosen}`
}

/** Where links are: a link table, or the rows of the children. */
export type HeldLinks = Pick<LinkTable, 'table' | 'parentColumn' | 'childColumn' | 'fixed'>

/** Parents that a condition judges. */
interface JudgedParents {
  readonly table: string
  /** These are not looked at. */
  readonly except: readonly number[]
  readonly condition: (alias: string) => Fragment
}

/** Those of the children that have a parent which does not pass the condition. */
export function selectHeld(
  { table: links, parentColumn, childColumn, fixed }: HeldLinks,
  children: readonly number[],
  { table: parents, except, condition }: JudgedParents,
): Fragment {
  const [child, parent] = [column('l', childColumn), column('l', parentColumn)]
  const named = fixed.map(part => sql`${column('l', part.column)} = ${value(part.value)}`)
  const fails = sql`not coalesce(${condition(JUDGED)}, 1 = 0)`
  const chosen = join([isIn(child, children), sql`not ${isIn(parent, except)}`, ...named, fails], ' and ')
  const joined = sql`${tableAs(links, 'l')} join ${tableAs(parents, JUDGED)} on ${column(JUDGED, 'id')} = ${parent}`
  return sql`select distinct ${child} from ${joined} where ${chosen}`
}

const JUDGED = 't'

/** Rows `[child, order]` of one parent, in the order in which it shows them; only some children if `among` is given. */
export function selectChildren(link: LinkTable, parent: number, among?: readonly number[]): Fragment {
  const order = link.orderColumn === null ? sql`null` : name(link.orderColumn)
  const keys = [link.orderColumn, link.tieColumn ?? link.rowKey].filter(key => key !== null).map(name)
  const ordered = keys.length === 0 ? sql`` : sql` order by ${join(keys)}`
  const some = among === undefined ? sql`` : sql` and ${isIn(name(link.childColumn), among)}`
  return sql`select ${name(link.childColumn)}, ${order} from ${table(link.table)} where ${ofParent(link, parent)}${some}${ordered}`
}

/** A row `[largest, open]`: the largest number of the parent's children, and 1 if one of them has none. */
export function selectLastOrder(link: OrderedLinks, parent: number): Fragment {
  const order = name(link.orderColumn)
  const rows = sql`from ${table(link.table)} where ${ofParent(link, parent)}`
  return sql`select (select max(${order}) ${rows}), case when exists (select 1 ${rows} and ${order} is null) then 1 else 0 end`
}

/** Rows `[uid, child]` of one parent's components, in their order. */
export function selectComponents(link: LinkTable, parent: number): Fragment {
  const keys = [link.orderColumn, link.rowKey].filter(key => key !== null).map(name)
  const ordered = keys.length === 0 ? sql`` : sql` order by ${join(keys)}`
  const columns = join(['component_type', link.childColumn].map(name))
  return sql`select ${columns} from ${table(link.table)} where ${ofParent(link, parent)}${ordered}`
}

export function deleteChildren(link: LinkTable, parent: number, children: readonly number[]): readonly Fragment[] {
  return inParts(children, part => {
    const chosen = isIn(name(link.childColumn), part)
    const deleted = sql`delete from ${table(link.table)} where ${ofParent(link, parent)} and ${chosen}`
    const keys = { [link.parentColumn]: [parent], [link.childColumn]: part }
    return changing(deleted, { table: link.table, kind: 'delete', columns: [], keys })
  })
}

/** Removes children from all parents except one. */
export function deleteOtherParents(link: LinkTable, parent: number, children: readonly number[]): readonly Fragment[] {
  return inParts(children, part => {
    const chosen = [isIn(name(link.childColumn), part), sql`${name(link.parentColumn)} <> ${value(parent)}`]
    const all = join([...chosen, ...conditions(link.fixed)], ' and ')
    const deleted = sql`delete from ${table(link.table)} where ${all} returning ${name(link.parentColumn)}`
    const described = { columns: [], keys: { [link.childColumn]: part }, returned: [link.parentColumn] }
    return changing(deleted, { table: link.table, kind: 'delete', ...described })
  })
}

/** Gives a parent the links of another one, in place of its own. `typeColumn`: of links that name the type of the child. */
export function copyLinks(
  link: LinkTable & { readonly typeColumn?: string },
  { from, to }: { readonly from: number; readonly to: number },
): readonly Fragment[] {
  const keys = { [link.parentColumn]: [to] }
  const deleted = sql`delete from ${table(link.table)} where ${ofParent(link, to)}`
  const own = [link.childColumn, link.orderColumn, link.typeColumn, ...link.fixed.map(part => part.column)]
  const copied = own.filter(key => key !== null && key !== undefined).map(name)
  const ordered = link.rowKey === null ? sql`` : sql` order by ${name(link.rowKey)}`
  const rows = sql`select ${join([asId(value(to)), ...copied])} from ${table(link.table)} where ${ofParent(link, from)}${ordered}`
  const inserted = sql`insert into ${table(link.table)} (${join([name(link.parentColumn), ...copied])}) ${rows}`
  return [
    changing(deleted, { table: link.table, kind: 'delete', columns: [], keys }),
    changing(inserted, { table: link.table, kind: 'insert', columns: [], keys }),
  ]
}

/** Gives children of one parent their numbers. */
export function updateChildOrders(
  link: OrderedLinks,
  parent: number,
  children: readonly OrderedChild[],
): readonly Fragment[] {
  const child = name(link.childColumn)
  const number = ({ order }: OrderedChild) => sql`cast(${value(order)} as double precision)`
  return inParts(children, part => {
    const ids = part.map(({ id }) => id)
    const each = part.map(moved => sql`when ${value(moved.id)} then ${number(moved)}`)
    const order = part.length === 1 ? number(part[0]!) : sql`case ${child} ${join(each, ' ')} end`
    const chosen = sql`${ofParent(link, parent)} and ${isIn(child, ids)}`
    const updated = sql`update ${table(link.table)} set ${name(link.orderColumn)} = ${order} where ${chosen}`
    const keys = { [link.parentColumn]: [parent], [link.childColumn]: ids }
    return changing(updated, { table: link.table, kind: 'update', columns: [link.orderColumn], keys })
  })
}

/** Numbers the rows of each given owner 1, 2, 3, ... in their current order. Needs rows with an id. */
export function renumber(
  of: string,
  { ownerColumn, orderColumn }: { ownerColumn: string; orderColumn: string },
  owners: readonly number[],
): Fragment {
  const [id, owner, order] = [name('id'), name(ownerColumn), name(orderColumn)]
  const numbered = sql`select ${id}, row_number() over (partition by ${owner} order by ${order}, ${id}) as n from ${table(of)} where ${isIn(owner, owners)}`
  const updated = sql`update ${table(of)} set ${order} = b.n from (${numbered}) as b where b.${id} = ${column(of, 'id')}`
  const keys = { [ownerColumn]: owners }
  return changing(updated, { table: of, kind: 'update', columns: [orderColumn], keys })
}

function ofParent(link: LinkTable, parent: number): Fragment {
  return join([sql`${name(link.parentColumn)} = ${value(parent)}`, ...conditions(link.fixed)], ' and ')
}

function conditions(columns: readonly FixedColumn[]): readonly Fragment[] {
  return columns.map(part => sql`${name(part.column)} = ${value(part.value)}`)
}
