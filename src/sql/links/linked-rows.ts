/** The rows of a link table, as a table of a statement. */
import type { LinkTable } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table } from '../fragment.ts'

/**
 * Where a child stands for all of its translations, the links to each of them. `within` limits the links by the column of
 * their parent, so that the database need not find all of them.
 */
export function linkedRows(link: LinkTable, alias: string, within?: (parent: Fragment) => Fragment): Fragment {
  const { translations } = link
  if (translations === undefined) return sql`${table(link.table)} as ${name(alias)}`
  const where = within === undefined ? null : (stored: string) => within(column(stored, link.parentColumn))
  return sql`(${eachTranslation(link, translations, alias, where)}) as ${name(alias)}`
}

/** The same, but each translation once for each parent, at the first of its links in an order: several may be linked. */
export function linkedOnce(
  link: LinkTable,
  translations: LinkTable,
  alias: string,
  { where, order }: { where: (stored: string) => Fragment; order: (links: string) => readonly Fragment[] },
): Fragment {
  const pair = [link.parentColumn, link.childColumn]
  const inner = `${alias}z`
  const of = (each: string) => column(inner, each)
  const numbered = sql`row_number() over (partition by ${join(pair.map(of))} order by ${join(order(inner))}) as n`
  const all = sql`(${eachTranslation(link, translations, alias, where)}) as ${name(inner)}`
  const columns = [...new Set([...pair, ...orderColumns(link)])]
  const links = sql`select ${join([...columns.map(of), numbered])} from ${all}`
  return sql`(select ${join(columns.map(each => name(each)))} from (${links}) as ${name(`${alias}w`)} where n = 1) as ${name(alias)}`
}

function eachTranslation(
  link: LinkTable,
  translations: LinkTable,
  alias: string,
  where: ((stored: string) => Fragment) | null,
): Fragment {
  const [stored, translated] = [`${alias}x`, `${alias}y`]
  const others = new Set([link.parentColumn, ...orderColumns(link), ...link.fixed.map(part => part.column)])
  const select = (child: Fragment) =>
    join([sql`${child} as ${name(link.childColumn)}`, ...[...others].map(each => column(stored, each))])
  const links = sql`${table(link.table)} as ${name(stored)}`
  const linked = column(stored, link.childColumn)
  const limits = where === null ? sql`` : sql` where ${where(stored)}`
  const siblings = sql`${table(translations.table)} as ${name(translated)} on ${column(translated, translations.parentColumn)} = ${linked}`
  return sql`select ${select(linked)} from ${links}${limits} union all select ${select(column(translated, translations.childColumn))} from ${links} join ${siblings}${limits}`
}

/** The columns that say in which order the links of a parent come. */
function orderColumns({ orderColumn, tieColumn, rowKey }: LinkTable): readonly string[] {
  return [orderColumn, tieColumn ?? rowKey].filter(each => each !== null)
}
