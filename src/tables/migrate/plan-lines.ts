/** Describes a migration plan for the operator. */
import type { DatabaseOrigin } from '../existing/recognise-database.ts'
import { keptText } from '../renames/kept-parts.ts'
import { type Step, stepText } from './migration-step.ts'
import type { MigrationPlan } from './plan-migration.ts'

export function planLines(origin: DatabaseOrigin, plan: MigrationPlan): readonly string[] {
  if (origin === 'empty') return ['The database is empty: populus start creates its tables']
  const adopted = origin === 'strapi4'
  const apply = `populus migrate --apply${adopted ? ' --adopted' : ''} would`
  const texts = (...kinds: readonly Step['kind'][]) =>
    plan.steps.filter(({ kind }) => kinds.includes(kind)).flatMap(step => stepText(step) ?? [])
  const lines = [
    ...section(adopted ? `${apply} add` : 'The next start adds', texts('add-table', 'add-column', 'add-index')),
    ...section('The next start drops, because the schema no longer needs it', texts('drop-index')),
    ...section(adopted ? `${apply} change` : 'The next start changes', texts('change-type')),
    ...section(adopted ? `${apply} publish` : 'The next start publishes', texts('publish')),
    ...plan.refused.flatMap(({ what, advice }) => [
      `Not applied automatically: ${what}`,
      ...advice.map(line => `  ${line}`),
    ]),
    ...section('Kept, though no schema file names it', plan.kept.map(keptText)),
  ]
  if (adopted) lines.unshift('This database was created by Strapi: populus start leaves its tables as they are')
  return lines.length === (adopted ? 1 : 0) ? [...lines, 'The database matches the schema'] : lines
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map(line => `  ${line}`)]
}
