/** `populus migrate`: shows what a changed schema means for the database, and applies it. */
import { existsSync } from 'node:fs'
import { StartError } from '../../../errors.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { DraftsChoice } from '../../../tables/migrate/draft-publish.ts'
import { type Migrated, migrateDatabase } from '../../../tables/migrate/migrate-database.ts'
import { planLines } from '../../../tables/migrate/plan-lines.ts'
import { databaseText } from '../../../tables/open-database.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { commandConfig } from '../../command-config.ts'
import { splitList } from '../../split-list.ts'

export async function migrateCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { flags } = given
  const { note, print } = terminal
  const { plan, apply, adopted, rename, convert } = flags
  const drafts = draftsChoice(flags.drafts)
  const changes = apply !== undefined || rename !== undefined || convert !== undefined || drafts !== null
  if (plan !== undefined && changes) throw new StartError('--plan only shows the changes; leave it out to make them')
  const { config } = await commandConfig(given, terminal)
  const { database } = config
  if (database.client === 'sqlite' && !existsSync(database.filename)) {
    throw new StartError(`The database ${database.filename} does not exist`, ['populus start creates it'])
  }
  const { schema } = await loadProjectSchema(config)
  const renames = splitList(rename) ?? []
  const conversions = splitList(convert) ?? []
  const order = { apply: apply !== undefined, adopted: adopted !== undefined, renames, conversions, drafts }
  const migrated = await migrateDatabase(config, schema, order, note)
  for (const line of changes ? doneLines(migrated) : planLines(migrated.origin, migrated.plan)) print(line)
  if (migrated.done.length > 0) note(`Changed the database ${databaseText(database)}`)
}

function draftsChoice(given: string | undefined): DraftsChoice | null {
  if (given === undefined || given === 'publish' || given === 'delete') return given ?? null
  throw new StartError(`--drafts ${given} is not a choice`, [
    '--drafts publish makes drafts public, --drafts delete deletes them',
  ])
}

/** What was done, then what is left to decide. */
function doneLines({ done, plan }: Migrated): readonly string[] {
  const left = plan.refused.flatMap(({ what, advice }) => [`Not applied: ${what}`, ...advice.map(line => `  ${line}`)])
  return [...(done.length === 0 ? ['Nothing to do'] : done), ...left]
}
