/** Desired tables + a database -> what would be changed, what would not, and why. Changes nothing itself. */
import { StartError } from '../../errors.ts'
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { nearestName } from '../../util/nearest-name.ts'
import type { FoundTable, FoundTables } from '../adopt/inspect-tables.ts'
import { isLossless, isSameKind, type StoredColumns } from '../adopt/stored-kinds.ts'
import { storedName } from '../adopt/stored-name.ts'
import type { ColumnDefinition, TableDefinition } from '../tables/table-definition.ts'
import { addColumn, renameColumn, renameTable, replaceColumn } from './ddl.ts'
import { type Change, diffTables } from './diff-tables.ts'
import { type LeftDrafts, refusedDrafts } from './draft-publish.ts'
import type { Refusal } from './refusal.ts'

export interface TypeChange {
  readonly table: string
  readonly column: ColumnDefinition
  /** The current type, in the database's own terms, and its kind. */
  readonly from: { readonly type: string; readonly kind: ColumnKind }
}

export interface MigrationPlan {
  readonly changes: readonly Change[]
  /** Only lossless ones. */
  readonly typeChanges: readonly TypeChange[]
  readonly refused: readonly Refusal[]
  /** What no schema file names any more. It stays. */
  readonly kept: readonly string[]
}

export interface PlanInput {
  readonly desired: readonly TableDefinition[]
  readonly found: FoundTables
  readonly columns: StoredColumns
  readonly dialect: SqlDialect
  /** Made by Strapi: adds only what Strapi itself would create, because its next start drops everything else. */
  readonly adopted: boolean
  /** Drafts of types that no longer have draft and publish. */
  readonly drafts: readonly LeftDrafts[]
}

export function planMigration(input: PlanInput): MigrationPlan {
  const { desired, found, dialect, adopted } = input
  const all = diffTables(desired, found, dialect)
  const renames = [...columnRenames(input, all), ...tableRenames(input, all)]
  const held = withDependents(all, new Set(renames.map(({ holds }) => holds)))
  const types = differentTypes(input)
  return Object.freeze({
    changes: all.filter(change => !isHeld(change, held) && (!adopted || isStrapis(change))),
    typeChanges: types.filter(isSafe),
    refused: [
      ...refusedDrafts(input.drafts),
      ...renames.map(({ refusal }) => refusal),
      ...types.filter(change => !isSafe(change)).map(change => refusedType(change, dialect)),
    ],
    kept: keptLines(input),
  })
}

interface Rename {
  readonly refusal: Refusal
  /** `articles` or `articles.title`: not added, so the old one can take its name. */
  readonly holds: string
}

/** If one attribute is gone and a new one has the same type, it was probably renamed. */
function columnRenames(input: PlanInput, changes: readonly Change[]): readonly Rename[] {
  const { columns, dialect } = input
  return changes.flatMap(change => {
    if (change.kind !== 'add-column') return []
    const { table, column } = change
    const old = surplusColumns(input, table).find(name => {
      const kind = columns.column(table, name)?.kind
      return kind !== undefined && kind !== null && isSameKind(kind, column.kind, dialect)
    })
    if (old === undefined) return []
    return [
      {
        holds: `${table}.${column.name}`,
        refusal: {
          what: `column ${table}.${column.name} may be ${table}.${old} under a new name`,
          advice: [
            `to rename it: populus migrate --rename ${table}.${old}=${column.name}`,
            `or: ${text(renameColumn(table, old, column.name), dialect)}`,
            input.adopted
              ? `to keep both: ${text(addColumn(table, column, change.foreignKey, dialect), dialect)}`
              : 'to keep both: populus start adds an empty one',
          ],
        },
      },
    ]
  })
}

function tableRenames({ found, desired, dialect }: PlanInput, changes: readonly Change[]): readonly Rename[] {
  const wanted = new Set(desired.map(({ name }) => storedName(name, dialect)))
  const surplus = found.tables.filter(({ name }) => !wanted.has(name))
  const missing = changes.flatMap(change => (change.kind === 'add-table' ? [change.table] : []))
  const renamed = new Map<string, string>()
  for (const table of missing.filter(({ name }) => !isComponentTable(name))) {
    const old = surplus.find(there => !isComponentTable(there.name) && isSameShape(there, table, dialect))
    if (old !== undefined) renamed.set(table.name, old.name)
  }
  // All of these look alike, so each one follows the table whose components it holds.
  for (const { name } of missing.filter(table => isComponentTable(table.name))) {
    const owner = renamed.get(name.slice(0, -COMPONENTS.length))
    const old = surplus.find(there => there.name === `${owner}${COMPONENTS}`)
    if (old !== undefined) renamed.set(name, old.name)
  }
  return [...renamed].map(([name, old]) => ({
    holds: name,
    refusal: {
      what: `table ${name} may be ${old} under a new name`,
      advice: [
        `to rename it: populus migrate --rename ${old}=${name}`,
        `or: ${text(renameTable(old, name), dialect)}`,
        'to keep both: populus start creates an empty one',
      ],
    },
  }))
}

const COMPONENTS = '_components'
const isComponentTable = (name: string): boolean => name.endsWith(COMPONENTS)

/** True for the same columns: link tables name both of their ends, and types name all of their attributes. */
function isSameShape(old: FoundTable, table: TableDefinition, dialect: Pick<SqlDialect, 'name'>): boolean {
  const names = (columns: readonly string[]) => [...columns].sort().join('\n')
  return names(old.columns) === names(table.columns.map(({ name }) => storedName(name, dialect)))
}

function surplusColumns({ desired, found, dialect }: PlanInput, table: string): readonly string[] {
  const wanted = desired.find(({ name }) => name === table)?.columns.map(({ name }) => storedName(name, dialect)) ?? []
  return found.table(table)?.columns.filter(column => column !== 'id' && !wanted.includes(column)) ?? []
}

/** Adds the tables whose keys refer to a table that is not created. */
function withDependents(changes: readonly Change[], held: ReadonlySet<string>): ReadonlySet<string> {
  const dependents = changes.flatMap(change =>
    change.kind === 'add-table' && change.table.foreignKeys.some(({ table }) => held.has(table))
      ? [change.table.name]
      : [],
  )
  return new Set([...held, ...dependents])
}

function isHeld(change: Change, held: ReadonlySet<string>): boolean {
  switch (change.kind) {
    case 'add-table':
      return held.has(change.table.name)
    case 'add-column':
      return held.has(`${change.table}.${change.column.name}`) || held.has(change.foreignKey?.table ?? '')
    case 'add-index':
      return held.has(change.table) || change.index.columns.some(column => held.has(`${change.table}.${column}`))
    case 'drop-index':
      return false
  }
}

function isStrapis(change: Change): boolean {
  if (change.kind === 'drop-index') return false
  return change.kind !== 'add-index' || change.index.origin === 'strapi'
}

function differentTypes({ desired, found, columns, dialect }: PlanInput): readonly TypeChange[] {
  return desired.flatMap(table =>
    found.table(table.name) === undefined
      ? []
      : table.columns.flatMap(column => {
          const stored = columns.column(table.name, column.name)
          if (stored === undefined || stored.kind === null || isSameKind(stored.kind, column.kind, dialect)) return []
          return [{ table: table.name, column, from: { type: stored.type, kind: stored.kind } }]
        }),
  )
}

function isSafe({ from, column }: TypeChange): boolean {
  return isLossless(from.kind, column.kind)
}

function refusedType({ table, column, from }: TypeChange, dialect: SqlDialect): Refusal {
  const commands = replaceColumn(table, column, dialect).map(fragment => text(fragment, dialect))
  return {
    what: `column ${table}.${column.name} has the type ${from.type}, but the schema needs ${dialect.columnTypes[column.kind]}`,
    advice: ['values may be lost; make a copy of the database, then run:', ...commands],
  }
}

function keptLines(input: PlanInput): readonly string[] {
  const { found, desired, dialect } = input
  const wanted = new Map(desired.map(({ name }) => [storedName(name, dialect), name]))
  return found.tables.flatMap(({ name }) => {
    const table = wanted.get(name)
    if (table === undefined) return [`table ${name}`]
    return surplusColumns(input, table).map(column => `column ${name}.${column}`)
  })
}

function text(fragment: Parameters<SqlDialect['compile']>[0], dialect: SqlDialect): string {
  return `${dialect.compile(fragment).text};`
}

export interface RenameStep {
  /** `null` when a table is renamed. */
  readonly table: string | null
  readonly from: string
  readonly to: string
}

/** Reads `articles.headline=title` or `old_table=new_table`. Throws StartError if the schema does not expect that rename. */
export function renameOf(input: PlanInput, rename: string): RenameStep {
  const [, table = null, from = '', to = ''] = /^(?:([^.=]+)\.)?([^.=]+)=([^.=]+)$/.exec(rename) ?? []
  if (from === '')
    throw new StartError(`${rename} is not a rename`, [
      'use a form such as articles.headline=title or old_table=new_table',
    ])
  const { found, desired, dialect } = input
  const old = table === null ? input.found.tables.map(({ name }) => name) : (found.table(table)?.columns ?? [])
  const wanted =
    table === null
      ? desired.map(({ name }) => name)
      : (desired.find(({ name }) => name === table)?.columns ?? []).map(({ name }) => name)
  const place = table === null ? 'table ' : `column ${table}.`
  const problems = [
    ...(old.includes(from) ? [] : [`the database has no ${place}${from}${didYouMean(from, old)}`]),
    ...(wanted.includes(from) ? [`the schema still has ${place}${from}`] : []),
    ...(wanted.includes(to) ? [] : [`the schema has no ${place}${to}${didYouMean(to, wanted)}`]),
    ...(old.includes(storedName(to, dialect)) ? [`the database already has ${place}${to}`] : []),
  ]
  if (problems.length > 0) throw new StartError(`Cannot rename ${rename}`, problems)
  return { table, from, to }
}

function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}
