/** `populus triggers install|remove|status`: triggers that announce what other programs write to the database. */
import { StartError } from '../../../errors.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { Schema } from '../../../schema/schema.ts'
import { installTriggers, removeTriggers, triggerStatus } from '../../../tables/migrate/announce-triggers.ts'
import type { StorageConfig } from '../../../tables/open-database.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { commandConfig } from '../../command-config.ts'

const NOT_NEEDED = 'SQLite needs no triggers: the file itself shows when another program has changed it'

export function triggersInstall(given: CommandArguments, terminal: Terminal): Promise<void> {
  return onPostgres(given, terminal, async (config, schema) => {
    const { announced, silent } = await installTriggers(config, schema)
    const had = announced.length === 0 ? '' : `; ${tables(announced)} already had them`
    terminal.print(`Added triggers to ${tables(silent)}${had}`)
  })
}

export function triggersRemove(given: CommandArguments, terminal: Terminal): Promise<void> {
  return onPostgres(given, terminal, async (config, schema) => {
    terminal.print(`Removed the triggers from ${tables(await removeTriggers(config, schema))}`)
  })
}

export function triggersStatus(given: CommandArguments, terminal: Terminal): Promise<void> {
  return onPostgres(given, terminal, async (config, schema) => {
    const { announced, silent } = await triggerStatus(config, schema)
    for (const table of announced) terminal.print(`${table}: announced`)
    for (const table of silent) terminal.print(`${table}: no trigger`)
    if (silent.length === 0) return
    throw new StartError(`Changes to ${tables(silent)} are not announced`, [
      'populus triggers install adds what is missing',
    ])
  })
}

const tables = ({ length }: readonly string[]): string => (length === 1 ? '1 table' : `${length} tables`)

async function onPostgres(
  given: CommandArguments,
  terminal: Terminal,
  work: (config: StorageConfig, schema: Schema) => Promise<void>,
): Promise<void> {
  const { config } = await commandConfig(given, terminal)
  if (config.database.client === 'sqlite') return terminal.print(NOT_NEEDED)
  const { schema } = await loadProjectSchema(config)
  await work(config, schema)
}
