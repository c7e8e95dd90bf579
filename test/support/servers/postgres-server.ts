/** Vitest's global set-up: one PostgreSQL server for the whole run. Test files get its address from `inject`. */
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './embedded-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('postgresUrl', server.url)
  return () => server.remove()
}
