/** `populus adopt --from mysql://...`: copies the database of a Strapi project to SQLite or PostgreSQL. */

import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { nextCommand } from '../../cli/next-command.ts'
import { progressLine } from '../../cli/terminal/progress-line.ts'
import type { Config } from '../../config/config.ts'
import { isTimezone } from '../../config/settings/is-timezone.ts'
import { StartError } from '../../errors.ts'
import { loadProjectConfig } from '../../project-config.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import { mysqlText, parseMysqlAddress } from '../../storage/mysql/mysql-address.ts'
import { databaseText } from '../../tables/open-database.ts'
import { copyMysql } from '../../transfer/copy/copy-mysql.ts'

export async function adoptFrom({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note, print } = terminal
  const address = parseMysqlAddress(flags.from ?? '', env.MYSQL_PWD)
  const config = await loadProjectConfig({
    folder: positionals[0] ?? '.',
    flags: { database: flags.database },
    env,
    warn: note,
  })
  const { schema } = await loadProjectSchema(config)
  const timezone = flags.timezone ?? zoneOf(config, env)
  if (!isTimezone(timezone))
    throw new StartError(`--timezone: expected a time zone such as "UTC" or "Europe/Paris", got "${timezone}"`)
  note(`The date-times of the source are read as ${timezone}, the time zone of the server that ran Strapi (--timezone)`)
  const progress = progressLine()
  try {
    const result = await copyMysql({ address, storage: config, schema, timezone, note, progress: progress.report })
    progress.end()
    const filled = databaseText(config.database)
    if (result.resumed) print('Went on with a copy that was interrupted')
    print(`Copied ${result.tables} tables with ${result.rows} rows from ${mysqlText(address)} to ${filled}`)
    print('The number of rows and the sum of their values are equal in every table')
    for (const line of result.notes) print(`Note: ${line}`)
    print(await nextCommand({ folder: config.folder, filled, flag: flags.database }, terminal))
  } catch (error) {
    progress.end()
    throw error
  }
}

/** As for a PostgreSQL database that Strapi has filled. */
function zoneOf({ database }: Config, env: Terminal['env']): string {
  if (database.client === 'postgres') return database.timezone
  return env.TZ?.replace(/^:/, '') || Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
