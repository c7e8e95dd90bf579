/** Describes a migration plan for the operator. */

import type { DatabaseOrigin } from '../adopt/recognise-database.ts'
import type { Change } from './diff-tables.ts'
import type { MigrationPlan, TypeChange } from './plan-migration.ts'

export function planLines(origin: DatabaseOrigin, plan: MigrationPlan): readonly string[] {
  if (origin === 'empty') return ['The database is empty: populus start creates its tables']
  const { refused, kept } = plan
  const adopted = origin === 'strapi4'
  const additions = plan.changes.flatMap(additionText)
  const dropped = plan.changes.flatMap(change => (change.kind === 'drop-index' ? [`index ${change.name}`] : []))
  const types = plan.typeChanges.map(typeText)
  const lines = [
    ...section(adopted ? 'populus migrate --apply --adopted would add' : 'The next start adds', additions),
    ...section('The next start drops, because the schema no longer needs it', dropped),
    ...section(`populus migrate --apply${adopted ? ' --adopted' : ''} would change`, types),
    ...refused.flatMap(({ what, advice }) => [
      `Not applied automatically: ${what}`,
      ...advice.map(line => `  ${line}`),
    ]),
    ...section('Kept, though no schema file names it', kept),
  ]
  if (adopted) lines.unshift('This database was created by Strapi: populus start leaves its tables as they are')
  return lines.length === (adopted ? 1 : 0) ? [...lines, 'The database matches the schema'] : lines
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map(line => `  ${line}`)]
}

function additionText(change: Change): readonly string[] {
  switch (change.kind) {
    case 'add-table':
      return [`table ${change.table.name}`]
    case 'add-column':
      return [`column ${change.table}.${change.column.name}`]
    case 'add-index':
      return change.fresh ? [] : [`index ${change.index.name}`]
    case 'drop-index':
      return []
  }
}

function typeText({ table, column, from }: TypeChange): string {
  return `column ${table}.${column.name} from ${from.type} to ${column.kind}`
}
