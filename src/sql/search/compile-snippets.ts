/** The statement that reads the text of the entries on a page, in which their snippets are found. */
import type { SearchPlan, SearchTerm } from '../../plan/read/search/search-plan.ts'
import type { Model, ScalarType } from '../../schema/schema.ts'
import { compilePacked } from '../compile-packed.ts'
import { column, literal, name, sql, table } from '../fragment.ts'
import type { PackedScalar } from '../row-format.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'

export interface SnippetProgram {
  readonly terms: readonly SearchTerm[]
  readonly fields: readonly (PackedScalar & { readonly type: ScalarType })[]
  /** Rows `[id, ...fields]`; `null` if there is nothing to read. */
  readonly statement: PackedStatement | null
  readonly slot: number
}

const ROW = 't'
/** How many characters are read of a value. Documents cannot be cut, and have more characters than text. */
const MOST_CHARACTERS = 20_000
const LONGEST_DOCUMENT = 100_000

/** `null` if nobody asks for snippets. */
export function compileSnippets(
  search: SearchPlan | null,
  model: Model,
  { dialect, nextSlot }: { readonly dialect: SqlDialect; readonly nextSlot: () => number },
): SnippetProgram | null {
  if (search === null || search.snippets === null) return null
  const stored = search.snippets.flatMap(({ name, type, column }) => (column === null ? [] : [{ name, type, column }]))
  const fields = stored.map(({ name, type }) => ({ name, type, form: 'string' as const }))
  const program = { terms: search.terms, fields, slot: nextSlot() }
  if (model.table === null || stored.length === 0) return { ...program, statement: null }
  const values = stored.map(({ type, column: of }) => {
    const most = literal(type === 'blocks' ? LONGEST_DOCUMENT : MOST_CHARACTERS)
    return sql`substr(cast(${column(ROW, of)} as text), 1, ${most})`
  })
  const from = sql`${table(model.table)} as ${name(ROW)}`
  const id = column(ROW, 'id')
  const statement = compilePacked(
    dialect,
    ['key', ...fields],
    select => sql`select ${select([id, ...values])} from ${from} where ${dialect.inParents(id)}`,
  )
  return { ...program, statement }
}
