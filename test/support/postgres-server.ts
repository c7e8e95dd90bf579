/** Vitest's global set-up: one PostgreSQL for the whole run, whose address the test files get by `inject`. */
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
