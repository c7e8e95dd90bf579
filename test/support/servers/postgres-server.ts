/** Vitest's global set-up: a PostgreSQL server and a folder for the whole run. Test files get them from `inject`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './embedded-server.ts'
import { startPgbouncer } from './pgbouncer-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server through a PgBouncer; empty if the run has none. */
    poolerUrl: string
    /** Removed when the run ends. */
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
  const server = await startPostgresServer(FLAGS.flatMap(flag => ['-c', flag]))
  project.provide('postgresUrl', server.url)
  const pooler = process.env.TEST_POOLER === 'pgbouncer' ? await startPgbouncer(server.url) : undefined
  project.provide('poolerUrl', pooler?.url ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'populus-run-'))
  project.provide('runFolder', folder)
  return async () => {
    await pooler?.stop()
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
