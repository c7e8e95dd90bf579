/** What is known of a database -> what a migration does, what it does not, and why. Changes nothing itself. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { type KeptPart, keptParts } from '../renames/kept-parts.ts'
import {
  columnRenames,
  fieldRenames,
  type ProbableRename,
  renameText,
  tableRenames,
} from '../renames/probable-renames.ts'
import { addColumn, renameColumn, renameTable } from './ddl.ts'
import type { Change } from './diff-tables.ts'
import { refusedDrafts } from './draft-publish.ts'
import type { PlanInput } from './inspect-migration.ts'
import type { Refusal } from './migration-refusal.ts'
import type { Publication, Step } from './migration-step.ts'
import { isSafe, refusedType } from './type-changes.ts'

export interface MigrationPlan {
  /** Everything that `--apply` does. Type changes are only among them if nothing can be lost. */
  readonly steps: readonly Step[]
  readonly refused: readonly Refusal[]
  /** What no schema file names any more. It stays. */
  readonly kept: readonly KeptPart[]
}

/**
 * What `populus migrate --apply` does. `late` are renames that are possible although a start added the new name. With
 * `late` being `null`, somebody has said what is renamed: nothing else is taken for a rename.
 */
export function planMigration(input: PlanInput, late: readonly ProbableRename[] | null): MigrationPlan {
  const renames = late === null ? [] : [...columnRenames(input), ...tableRenames(input)]
  const held = withDependents(input.changes, new Set(renames.map(heldName)))
  // Strapi's next start drops everything that it would not create itself.
  const adopted = input.origin === 'strapi4'
  const changes = input.changes.filter(change => !isHeld(change, held) && (!adopted || isStrapis(change)))
  return Object.freeze({
    steps: [...input.typeChanges.filter(isSafe), ...possible(changes, input), ...publications(input)],
    refused: [
      ...refusedDrafts(input.drafts),
      ...renames.map(rename => refusedRename(rename, input)),
      ...(late === null ? [] : [...late, ...fieldRenames(input)].map(lateRename)),
      ...changes.filter(change => isImpossible(change, input)).map(refusedIndex),
      ...input.typeChanges.filter(change => !isSafe(change)).map(change => refusedType(change, input)),
    ],
    kept: keptParts(input),
  })
}

/** What a start does with a database of ours: it adds all that is missing, and changes types where nothing can be lost. */
export function planStart(input: PlanInput): readonly Step[] {
  return [...input.typeChanges.filter(isSafe), ...possible(input.changes, input), ...publications(input)]
}

/** Lines about unique indexes that cannot be created. */
export function skippedIndexes(input: PlanInput): readonly string[] {
  return input.changes
    .filter(change => isImpossible(change, input))
    .map(change => `skipped ${refusedIndex(change).what}`)
}

function publications({ unpublished }: PlanInput): readonly Publication[] {
  return unpublished.map(entries => ({ kind: 'publish', ...entries }))
}

type NewIndex = Extract<Change, { kind: 'add-index' }>

function isImpossible(change: Change, { impossible }: PlanInput): change is NewIndex {
  return change.kind === 'add-index' && impossible.has(change.index.name)
}

function possible(changes: readonly Change[], input: PlanInput): readonly Change[] {
  return changes.filter(change => !isImpossible(change, input))
}

function refusedIndex({ table, index }: NewIndex): Refusal {
  const columns = index.columns.join(', ')
  return {
    what: `index ${index.name}: ${table}(${columns}) holds the same value more than once`,
    advice: ['new entries are still checked; the index is added at the first start after the values are unique'],
  }
}

/** `articles` or `articles.title`: not added, so the old one can take its name. */
function heldName({ table, to }: ProbableRename): string {
  return table === null ? to : `${table}.${to}`
}

function refusedRename(rename: ProbableRename, input: PlanInput): Refusal {
  const { table, from, to } = rename
  const { dialect } = input
  const command = `to rename it: populus migrate --rename ${renameText(rename)}`
  if (table === null) {
    return {
      what: `table ${to} may be ${from} under a new name`,
      advice: [
        command,
        `or: ${text(renameTable(from, to), dialect)}`,
        'to keep both: populus start creates an empty one',
      ],
    }
  }
  return {
    what: `column ${table}.${to} may be ${table}.${from} under a new name`,
    advice: [command, `or: ${text(renameColumn(table, from, to), dialect)}`, keepBoth(rename, input)],
  }
}

function keepBoth({ table, to }: ProbableRename, { origin, changes, dialect }: PlanInput): string {
  const isIt = (change: Change) => change.kind === 'add-column' && change.table === table && change.column.name === to
  const change = changes.find(isIt)
  if (origin !== 'strapi4' || change?.kind !== 'add-column') return 'to keep both: populus start adds an empty one'
  return `to keep both: ${text(addColumn(change.table, change.column, change.foreignKey, dialect), dialect)}`
}

function lateRename(rename: ProbableRename): Refusal {
  const { table, from, to } = rename
  const place = table === null ? '' : `${table}.`
  return {
    what: `${place}${to} is empty and may be ${place}${from} under a new name`,
    advice: [`to rename it: populus migrate --rename ${renameText(rename)}`],
  }
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

function text(fragment: Parameters<SqlDialect['compile']>[0], dialect: SqlDialect): string {
  return `${dialect.compile(fragment).text};`
}
