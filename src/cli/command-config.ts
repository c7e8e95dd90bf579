/** The settings of a command that opens a project's database: the one that the running server has, if there is one. */
import type { Config, DatabaseConfig } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { loadProjectConfig } from '../project-config.ts'
import { databaseText } from '../tables/open-database.ts'
import { singleHosts } from '../util/postgres-hosts.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { changePassword, type RunningServer, runningServers } from './serving/running-servers.ts'

export interface CommandConfig {
  readonly config: Config
  /** Set if the database is that of a running server and not the one of the settings. */
  readonly server?: RunningServer
}

export async function commandConfig(
  { flags }: CommandArguments,
  { env, note }: Pick<Terminal, 'env' | 'note'>,
): Promise<CommandConfig> {
  const create = flags.create !== undefined
  const config = await loadProjectConfig({
    folder: flags.folder ?? '.',
    flags: { database: flags.database },
    env,
    warn: note,
    create,
  })
  const own = databaseText(config.database)
  const others = runningServers(config.folder).filter(({ database }) => databaseText(database) !== own)
  const [server, another] = distinct(others)
  if (server === undefined) return { config }
  const used = databaseText(server.database)
  if (flags.database !== undefined) {
    note(`The running server (process ${server.pid}) has another database: ${used}`)
    return { config }
  }
  // One of several servers has the database of the settings.
  if (another !== undefined || runningServers(config.folder).length > others.length)
    throw new StartError('Servers of this project are running with different databases', [
      ...runningServers(config.folder).map(({ pid, database }) => `process ${pid}: ${databaseText(database)}`),
      'say which one you mean with --database',
    ])
  note(`The running server (process ${server.pid}) has the database ${used}, which is used here, too`)
  return {
    config: Object.freeze({ ...config, database: withPassword(server.database, config.database, env.PGPASSWORD) }),
    server,
  }
}

function distinct(servers: readonly RunningServer[]): readonly RunningServer[] {
  return [...new Map(servers.map(server => [databaseText(server.database), server])).values()]
}

/** The password of the settings, if they are for the same user of the same server; otherwise PGPASSWORD. */
function withPassword(database: DatabaseConfig, own: DatabaseConfig, password = ''): DatabaseConfig {
  if (database.client === 'sqlite') return database
  const [known, wanted] = [own.client === 'sqlite' ? null : own.url, database.url].map(url =>
    url === null ? null : new URL(singleHosts(url)[0]!),
  )
  const isSame = known?.username === wanted?.username && known?.host === wanted?.host
  const given = isSame ? decodeURIComponent(known?.password ?? '') : password
  return { ...database, url: changePassword(database.url, encodeURIComponent(given)) }
}

/** Adds what the person can do if the database of a running server cannot be opened. */
export function explainServer(error: unknown, server: RunningServer | undefined): unknown {
  if (server === undefined || !(error instanceof StartError)) return error
  return new StartError(error.message, [
    'the password of a running server is not stored: set PGPASSWORD, or name the database with --database or DATABASE_URL',
  ])
}
