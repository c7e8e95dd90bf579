/** Vitest's global set-up: a PostgreSQL server and a folder for the whole run. Test files get them from `inject`. */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './embedded-server.ts'
import { startPgbouncer } from './pgbouncer-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server through a PgBouncer; empty if the run has none. */
    poolerUrl: string
    /** Removed when the run ends. All temporary files of the tests are in it. */
    runFolder: string
  }
}

/** Databases come and go all the time. Nothing must survive a crash or last, so less is written and nothing is tidied up. */
const FLAGS = [
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'checkpoint_timeout=1h',
  'autovacuum=off',
]

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await quickFolder()
  await removeLeft(place)
  const folder = await mkdtemp(join(place, `populus-run-${process.pid}-`))
  // The servers of databases are run by users of their own.
  await chmod(folder, 0o755)
  process.env.TMPDIR = folder
  project.provide('runFolder', folder)
  const server = await startPostgresServer(FLAGS.flatMap(flag => ['-c', flag]))
  project.provide('postgresUrl', server.url)
  const pooler = process.env.TEST_POOLER === 'pgbouncer' ? await startPgbouncer(server.url) : undefined
  project.provide('poolerUrl', pooler?.url ?? '')
  return async () => {
    await pooler?.stop()
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Files in memory: databases are copied thousands of times, and wait for a disk at every commit. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

/** In memory if there is plenty of it. Long forms write much, and count memory; `TMPDIR` names another place. */
async function quickFolder(): Promise<string> {
  const isElsewhere = process.env.TMPDIR !== undefined || process.env.TEST_RESULTS !== undefined
  if (isElsewhere || freemem() < ENOUGH_BYTES) return tmpdir()
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free < ENOUGH_BYTES ? tmpdir() : MEMORY
}

/** Removes the files of runs that somebody has ended from outside: they may take memory. */
async function removeLeft(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const [, pid] = /^populus-run-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    // Those of other users stay.
    await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
