/** What a database holds that no schema file names any more. It stays, but nobody reads it. */
import { componentTableName } from '../../schema/table-names.ts'
import { name, sql, table as tableName } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { storedName } from '../existing/stored-name.ts'
import type { PlanInput } from '../migrate/inspect-migration.ts'
import { countField } from './left-fields.ts'
import { SYSTEM_COLUMNS, surplusColumns } from './probable-renames.ts'

export interface KeptPart {
  /** `field`: the content of a component, a dynamic zone or media, whose rows name their attribute. */
  readonly kind: 'table' | 'column' | 'field'
  readonly table: string
  /** The column or attribute; `null` for a whole table. */
  readonly name: string | null
}

export function keptParts(input: PlanInput): readonly KeptPart[] {
  const { found, desired, dialect, fields } = input
  const wanted = new Map(desired.map(table => [storedName(table.name, dialect), table.name]))
  const stored = found.tables.flatMap((there): readonly KeptPart[] => {
    const table = wanted.get(there.name)
    if (table === undefined) return [{ kind: 'table', table: there.name, name: null }]
    return surplusColumns(input, table).map(column => ({ kind: 'column', table: there.name, name: column }))
  })
  return [...stored, ...fields.map(({ table, field }) => ({ kind: 'field' as const, table, name: field }))]
}

/** `column posts.title` */
export function keptText({ kind, table, name: part }: KeptPart): string {
  if (part === null) return `table ${table}`
  return `${kind === 'field' ? 'content of' : 'column'} ${table}.${part}`
}

export interface CountedPart extends KeptPart {
  /** Rows of a table, values of a column, parts of a field. */
  readonly count: number
}

/** The parts that hold anything of the content. */
export async function countKept(
  run: RunFragment,
  input: PlanInput,
  parts: readonly KeptPart[],
): Promise<readonly CountedPart[]> {
  const counted: CountedPart[] = []
  // The rows of such a table are counted by attribute.
  const inFields = new Set(parts.flatMap(({ kind, table }) => (kind === 'field' ? [componentTableName(table)] : [])))
  const isContent = ({ kind, table, name: part }: KeptPart) =>
    kind === 'table' ? !inFields.has(table) : kind === 'field' || !SYSTEM_COLUMNS.includes(part!)
  for (const part of parts.filter(isContent)) {
    const count = await countOf(run, input, part)
    if (count > 0) counted.push({ ...part, count })
  }
  return counted
}

async function countOf(run: RunFragment, input: PlanInput, part: KeptPart): Promise<number> {
  if (part.kind === 'field') return countField(run, input, part.table, part.name!)
  const place = tableName(part.table)
  const where = part.name === null ? sql`` : sql` where ${name(part.name)} is not null`
  return Number((await run(sql`select count(*) from ${place}${where}`))[0]?.[0] ?? 0)
}
