import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { failuresReporter } from './test/support/failures-reporter.ts'

/** Long forms run beside each other, and each of them writes its own files. */
const RESULTS = `node_modules/.cache/${process.env.TEST_RESULTS ?? 'test'}`
/** Several times what a test and its hooks may take. Some long forms are one test that takes an hour. */
const PATIENCE = process.env.TEST_RESULTS === undefined ? 900_000 : undefined

export default defineConfig({
  resolve: {
    alias: {
      'populus/client': fileURLToPath(new URL('src/client/client.ts', import.meta.url)),
      '#strapi': fileURLToPath(new URL('src/strapi/strapi.ts', import.meta.url)),
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'admin/src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    globalSetup: ['test/support/servers/postgres-server.ts'],
    pool: 'forks',
    // Files share a process and its modules; loading them again for each file takes a third of the CPU time.
    isolate: false,
    // What a run has transformed serves the next ones. `npx vitest --clearCache` removes it.
    experimental: { fsModuleCache: true },
    // For two cores: tests also wait, for time and for other processes.
    maxWorkers: 3,
    // A busy machine may need twenty times what an idle one does. Only a test that hangs takes this long.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 90_000, interval: 50 } },
    // A passing run prints a summary alone; how long each test took goes to a file.
    silent: 'passed-only',
    reporters: [
      'minimal',
      ['json', { outputFile: `${RESULTS}-results.json` }],
      failuresReporter(`${RESULTS}-failures.json`, PATIENCE),
    ],
  },
})
