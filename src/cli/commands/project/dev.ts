/** `populus dev [folder]`: serves the project in a folder while it is worked on. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { type DevLog, jsonLog, readableLog } from '../../../dev/dev-log.ts'
import { DevServer } from '../../../dev/dev-server.ts'
import { StartError } from '../../../errors.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { otherServerLines } from '../../serving/other-servers.ts'
import { readyLines } from '../../serving/ready-lines.ts'
import { serverMemory } from '../../serving/running-servers.ts'
import { loadServerConfig, type ServerSettings, serverSettings, wishedGuards } from '../../serving/server-settings.ts'
import { stopOnSignals } from '../../serving/stop-on-signals.ts'
import { typesFile } from '../../types-file.ts'

export async function devCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const settings = serverSettings(given, terminal)
  const log = devLog(terminal)
  const { types } = given.flags
  const server = new DevServer({
    folder: settings.folder,
    loadConfig: configLoader(settings, log),
    canMend: problem => isProject(settings.folder) && !isAboutFlag(problem, given),
    log,
    guards: wishedGuards(given),
    served: serverMemory(),
    begins: config => {
      for (const line of otherServerLines(config)) log.info(line)
    },
    typesFile: types === undefined ? typesFile(settings.folder) : resolve(types),
  })
  stopOnSignals(server, terminal.note)
  const { app, config, address } = await server.start()
  for (const line of (await readyLines(app, config))(address)) terminal.print(line)
  log.info('Changes of schema files and settings are live as soon as they are saved. Ctrl-C ends.')
}

function isProject(folder: string): boolean {
  return ['package.json', 'src'].some(name => existsSync(join(folder, name)))
}

/** No file changes what the command line says. */
function isAboutFlag({ message, problems }: StartError, { flags: { database } }: CommandArguments): boolean {
  return problems.some(problem => problem.startsWith('--')) || (database !== undefined && isAboutPath(message))
}

/** A server may be started later. */
function isAboutPath(message: string): boolean {
  return message.startsWith('Cannot open the database /')
}

function devLog({ note, env }: Terminal): DevLog {
  return process.stderr.isTTY ? readableLog(note, env.NO_COLOR === undefined) : jsonLog(note)
}

/** The same warnings are not repeated with every change. */
function configLoader(settings: ServerSettings, log: DevLog): () => Promise<Config> {
  let said = new Set<string>()
  const env = { ...settings.env, NODE_ENV: 'development' }
  return async () => {
    const lines = new Set<string>()
    const config = await loadServerConfig({ ...settings, env, note: line => lines.add(line) })
    for (const line of lines) if (!said.has(line)) log.info(line)
    said = lines
    if (config.database.client === 'sqlite' && config.database.filename === ':memory:')
      throw inMemory(settings.flags.database === undefined ? 'database.filename' : '--database')
    return config
  }
}

function inMemory(setting: string): StartError {
  return new StartError('A database in memory would be lost with every change', [
    `${setting}: name a file, or use populus start`,
  ])
}
