import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'populus/client': fileURLToPath(new URL('src/client/client.ts', import.meta.url)) } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'admin/src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    globalSetup: ['test/support/servers/postgres-server.ts'],
    pool: 'forks',
    // Files share a process and its modules; loading them again for each file takes a third of the CPU time.
    isolate: false,
    // For two cores: tests also wait, for time and for other processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // One line per file; what passing tests print goes nowhere, and how long each took goes to a file.
    silent: 'passed-only',
    slowTestThreshold: 60_000,
    reporters: [
      ['default', { summary: false }],
      ['json', { outputFile: 'node_modules/.cache/test-results.json' }],
    ],
  },
})
