/** A PostgreSQL of the benchmark's own; its data stays in the cache between runs. */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { cache, here } from '../paths.mjs'
import { stopLater } from '../processes.mjs'

const FLAGS = ['-c', 'fsync=off', '-c', 'max_wal_size=4GB', '-c', 'max_connections=100']

/** How it is run, for the report. */
export const POSTGRES_HOW = 'default settings except fsync=off and max_wal_size=4GB, content vacuumed and analysed'

/** `url` has no database name; `pid` is the process whose children are the backends. */
export async function startPostgres() {
  const folder = join(cache, 'postgres')
  const child = fork(join(here, 'servers/postgres-process.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const stop = stopLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await ended
  })
  const port = await freePort()
  const answer = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('PostgreSQL did not start')))
    child.send({ folder, port, flags: FLAGS })
  })
  if (answer.problem) {
    await stop()
    throw new Error(`PostgreSQL did not start (BENCH_CACHE names another folder for its data):\n${answer.problem}`)
  }
  const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  return { url: answer.url, pid, stop }
}
