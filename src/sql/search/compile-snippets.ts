/** The statement that reads the text of the entries on a page, in which their snippets are found. */
import type { SearchPlan, SearchTerm, SearchWay } from '../../plan/read/search/search-plan.ts'
import type { Model, ScalarType } from '../../schema/schema.ts'
import { aliases } from '../compile-condition.ts'
import { column, type Fragment, join, literal, name, sql, tableAs } from '../fragment.ts'
import type { PackedScalar } from '../row-format.ts'
import { compilePacked, type SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { compileHitRows } from './compile-search.ts'

export interface SnippetProgram {
  readonly terms: readonly SearchTerm[]
  /** `path`: as in the schema file, such as `author.name`. Components of a zone may have the same. */
  readonly fields: readonly (PackedScalar & { readonly path: string; readonly type: ScalarType })[]
  /** Rows `[id, ...fields]`, several for an entry; `null` if there is nothing to read. */
  readonly statement: PackedStatement | null
  readonly slot: number
}

const ROW = 't'
const HIT = 'hit'
const TEXTS = 'texts'
/** How many characters are read of a value. Documents cannot be cut, and have more characters than text. */
const MOST_CHARACTERS = 20_000
const LONGEST_DOCUMENT = 100_000

export function compileSnippets(search: SearchPlan, model: Model, dialect: SqlDialect, slot: number): SnippetProgram {
  const fields = search.ways.flatMap(fieldsOf).map((field, index) => ({ ...field, name: textName(index) }))
  const program = { terms: search.terms, fields, slot }
  const texts = compileTexts(search, model, fields, dialect)
  if (texts === null) return { ...program, statement: null }
  const columns = fields.map(field => column(TEXTS, field.name))
  const order = join([column(TEXTS, 'id'), column(TEXTS, 'row')])
  const statement = compilePacked(
    dialect,
    ['key', ...fields],
    select =>
      sql`select ${select([column(TEXTS, 'id'), ...columns])} from (${texts}) as ${name(TEXTS)} order by ${order}`,
  )
  return { ...program, statement }
}

type SnippetField = SnippetProgram['fields'][number] & FieldPlace

interface FieldPlace {
  readonly column: string
  readonly way: SearchWay
}

function fieldsOf(way: SearchWay): readonly Omit<SnippetField, 'name'>[] {
  const path = way.hops.map(({ attribute }) => attribute.name)
  return way.attributes.flatMap(({ attribute: { name: last, type, column: of } }) =>
    of === null ? [] : [{ path: [...path, last].join('.'), type, form: 'string' as const, column: of, way }],
  )
}

const textName = (index: number): string => `c${index}`

/** A query for the text of the entries, and of the rows elsewhere that have the words. */
function compileTexts(
  { terms, ways }: SearchPlan,
  model: Model,
  fields: readonly SnippetField[],
  dialect: SqlDialect,
): Fragment | null {
  const values = (used: SearchWay, row: string) =>
    fields.map(({ name: text, way, type, column: of }) => {
      const stored = way === used ? textOf(type, column(row, of)) : sql`cast(null as text)`
      return sql`${stored} as ${name(text)}`
    })
  const own = ways.flatMap(way => {
    if (way.hops.length > 0 || model.table === null) return []
    const id = column(ROW, 'id')
    return [
      sql`select ${join([id, sql`0 as row`, ...values(way, ROW)])} from ${tableAs(model.table, ROW)} where ${dialect.inParents(id)}`,
    ]
  })
  const elsewhere = ways.filter(({ hops }) => hops.length > 0)
  const site = { alias: ROW, aliases: aliases(), dialect }
  const hits =
    elsewhere.length === 0 ? null : compileHitRows({ terms, ways: elsewhere }, model, site, dialect.inParents)
  const others = elsewhere.flatMap((way, index) => {
    const rows = hits?.rows[index] ?? null
    if (rows === null || way.model.table === null) return []
    const row = site.aliases()
    const stored = tableAs(way.model.table, row)
    const on = sql`${column(row, 'id')} = ${column(HIT, 'row')}`
    const found = dialect.searchIndex.join(sql`(${rows}) as ${name(HIT)}`, stored, on)
    return [sql`select ${join([column(HIT, 'id'), column(HIT, 'row'), ...values(way, row)])} from ${found}`]
  })
  const all = join([...own, ...others], ' union all ')
  if (own.length + others.length === 0) return null
  return others.length === 0 ? all : sql`with ${hits!.tables} ${all}`
}

function textOf(type: ScalarType, stored: Fragment): Fragment {
  const most = literal(type === 'blocks' ? LONGEST_DOCUMENT : MOST_CHARACTERS)
  return sql`substr(cast(${stored} as text), 1, ${most})`
}
