/** PostgreSQL servers of the benchmark's own; the data of those that follow no other stays in the cache between runs. */
import { fork } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '../../scripts/free-port.mjs'
import { makeStandbyData } from '../../scripts/standby-data.mjs'
import { cache, here } from '../paths.mjs'
import { stopLater } from '../processes.mjs'

const FLAGS = ['-c', 'fsync=off', '-c', 'max_wal_size=4GB', '-c', 'max_connections=100']
/** A replica that was stopped for some minutes still finds what it has missed. */
const WITH_REPLICAS = [...FLAGS, '-c', 'wal_keep_size=2GB']

/** How it is run, for the report. */
export const POSTGRES_HOW = 'default settings except fsync=off and max_wal_size=4GB, content vacuumed and analysed'

/** `url` has no database name; `pid` is the process whose children are the backends. */
export function startPostgres() {
  return start({ folder: join(cache, 'postgres'), flags: FLAGS })
}

/** One that others follow. It has data of its own, which each of them copies. */
export function startPrimary() {
  return start({ folder: join(cache, 'postgres-primary'), flags: WITH_REPLICAS })
}

/** Copies a primary and follows it. Gives a function that starts the replica, again and again; its data goes with the benchmark. */
export async function makeReplica(primary, name) {
  const folder = join(cache, `postgres-${name}`)
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  await remove()
  stopLater(remove)
  mkdirSync(folder, { recursive: true })
  const sql = postgres(`${primary.url}/postgres`, { max: 1, onnotice: () => undefined })
  try {
    await makeStandbyData({ sql, primary, data: join(folder, 'data') })
  } finally {
    await sql.end()
  }
  return () => start({ folder, flags: WITH_REPLICAS, isStandby: true })
}

async function start({ folder, flags, isStandby = false }) {
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
    child.send({ folder, port, flags, isStandby })
  })
  if (answer.problem) {
    await stop()
    throw new Error(`PostgreSQL did not start (BENCH_CACHE names another folder for its data):\n${answer.problem}`)
  }
  const data = join(folder, 'data')
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return { url: answer.url, data, pid, stop }
}
