/** `populus start [folder]`: serves the project in a folder. */
import cluster from 'node:cluster'
import { type App, buildApp, openPort } from '../../../app.ts'
import { serveAsWorker, WORKER_VARIABLE } from '../../../cluster/worker.ts'
import { WorkerPool } from '../../../cluster/worker-pool.ts'
import type { Config } from '../../../config/config.ts'
import { StartError } from '../../../errors.ts'
import { strapiFor } from '../../../strapi-support.ts'
import { holdPlace } from '../../../tables/one-place.ts'
import type { Storage } from '../../../tables/open-storage.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { growHeapSlowly } from '../../serving/grow-heap-slowly.ts'
import { otherServerLines } from '../../serving/other-servers.ts'
import { readyLines } from '../../serving/ready-lines.ts'
import { serverMemory } from '../../serving/running-servers.ts'
import { loadServerConfig, serverSettings, wishedGuards } from '../../serving/server-settings.ts'
import { stopOnSignals } from '../../serving/stop-on-signals.ts'

export async function start(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note } = terminal
  growHeapSlowly()
  if (cluster.isWorker && env[WORKER_VARIABLE] !== undefined) return serveAsWorker(note)
  const config = await loadServerConfig(serverSettings(given, terminal))
  const port = await openPort(config)
  for (const line of otherServerLines(config)) note(line)
  const { app, lines } = await prepare(config, given, terminal).catch(async error => {
    await port.release()
    throw error
  })
  const ready = (address: string) => {
    serverMemory()(config, address)
    for (const line of lines(address)) terminal.print(line)
  }
  const serving = { config, port, ready, note }
  return config.server.workers === 1 ? serve(app, serving) : serveTogether(app, serving)
}

async function prepare(config: Config, given: CommandArguments, { env, note }: Terminal) {
  const strapi = config.adopt.configSync?.importOnBootstrap ? await strapiFor('adopt.configSync') : undefined
  const prepareDatabase = strapi && ((storage: Storage) => strapi.importOnStart(storage, config, env))
  const app = await buildApp(config, { note, prepareDatabase, guards: wishedGuards(given) })
  await holdPlace(config).catch(async error => {
    await app.close()
    throw error
  })
  for (const line of app.report) note(line)
  return { app, lines: await readyLines(app, config) }
}

type Serving = ConstructorParameters<typeof WorkerPool>[0]

async function serve(app: App, { config, note, port, ready }: Serving): Promise<void> {
  stopOnSignals(app, note)
  try {
    const held = await port.release()
    // Another program may take a port that the system chose as soon as it is let go. Nobody has been told its number.
    const chosen = config.port === 0 ? 0 : held
    ready((await app.listen(chosen)).address)
  } catch (error) {
    await app.close()
    throw error
  }
}

/** By now the database has its tables and its content, so the workers do not get in each other's way. */
async function serveTogether(app: App, serving: Serving): Promise<void> {
  await app.close()
  if (cluster.isWorker) throw new StartError('A program that is itself a cluster worker cannot have workers')
  const pool = new WorkerPool(serving)
  stopOnSignals(pool, serving.note)
  try {
    await pool.run()
  } finally {
    void serving.port.release()
  }
}
