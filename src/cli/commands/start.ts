/** `populus start [folder]`: serves the project in a folder. */
import cluster from 'node:cluster'
import { type App, buildApp } from '../../app.ts'
import { serveAsWorker, WORKER_VARIABLE } from '../../cluster/worker.ts'
import { WorkerPool } from '../../cluster/worker-pool.ts'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import { ensureSecrets, hasSecrets } from '../../config/sources/project-secrets.ts'
import { checkSecrets } from '../../config/sources/weak-secrets.ts'
import { StartError } from '../../errors.ts'
import { withStartLock } from '../../layout/start-lock.ts'
import type { CommandArguments, Terminal } from '../command.ts'
import { growHeapSlowly } from '../grow-heap-slowly.ts'
import { stopOnSignals } from '../stop-on-signals.ts'

/** How many example queries are printed. */
const EXAMPLES = 3

export async function start({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note } = terminal
  growHeapSlowly()
  if (cluster.isWorker && env[WORKER_VARIABLE] !== undefined) return serveAsWorker(note)
  const { port, host, database, dialect, workers } = flags
  const loaded = await loadConfig({
    folder: positionals[0] ?? '.',
    flags: { port, host, database, dialect, workers },
    env,
    warn: note,
  })
  const config = await withSecrets(loaded, note)
  checkSecrets(config, note)
  const app = await buildApp(config, { note })
  for (const line of app.report) note(line)
  const examples = config.development ? (await app.examples()).slice(0, EXAMPLES) : []
  const code = await app.firstAdminCode()
  const ready = (address: string) => {
    terminal.print(`Populus is ready at ${address}`)
    terminal.print(`The admin panel is at ${address}/admin`)
    for (const { url } of examples) terminal.print(`  ${address}${url}`)
    if (code !== undefined) terminal.print(firstAdminLine(address, code, config.admin.firstCodeMinutes))
  }
  return config.server.workers === 1 ? serve(app, terminal, ready) : serveTogether(app, config, terminal, ready)
}

/** Servers that start together in one folder generate its secrets only once. */
async function withSecrets(config: Config, note: Terminal['note']): Promise<Config> {
  if (hasSecrets(config)) return config
  return withStartLock(config.database, note, () => ensureSecrets(config, note))
}

function firstAdminLine(address: string, code: string, minutes: number): string {
  const time = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
  return `There is no administrator yet. Create the first one within ${time} at ${address}/admin/auth/register-admin?code=${code}`
}

type Ready = (address: string) => void

async function serve(app: App, { note }: Terminal, ready: Ready): Promise<void> {
  stopOnSignals(app, note)
  try {
    ready((await app.listen()).address)
  } catch (error) {
    await app.close()
    throw error
  }
}

/** By now the database has its tables and its content, so the workers do not get in each other's way. */
async function serveTogether(app: App, config: Config, { note }: Terminal, ready: Ready): Promise<void> {
  await app.close()
  if (cluster.isWorker) throw new StartError('A program that is itself a cluster worker cannot have workers')
  const pool = new WorkerPool({ config, ready, note })
  stopOnSignals(pool, note)
  await pool.run()
}
