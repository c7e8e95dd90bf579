/** The differential test is not part of `npm test`: `npm run test:differential` runs it. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const HOURS = 3_600_000

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    environment: 'node',
    include: ['test/differential/run.ts'],
    globalSetup: process.env.DIFFERENTIAL_DATABASE === 'postgres' ? ['test/support/servers/postgres-server.ts'] : [],
    pool: 'forks',
    reporters: ['dot'],
    disableConsoleIntercept: true,
    testTimeout: 12 * HOURS,
    hookTimeout: HOURS / 2,
    teardownTimeout: 30_000,
  },
})
