/** Vitest's global set-up: a PostgreSQL server and a folder for the whole run. Test files get them from `inject`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './embedded-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Removed when the run ends. */
    runFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url)
  const folder = await mkdtemp(join(tmpdir(), 'populus-run-'))
  project.provide('runFolder', folder)
  return async () => {
    await server.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
