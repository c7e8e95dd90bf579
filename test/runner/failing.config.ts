/** The set-up of all tests, with the one test that fails. */
import { defineConfig, mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

export default defineConfig({
  ...config,
  test: { ...mergeConfig(config, {}).test, reporters: ['default'], include: ['test/runner/failing.ts'] },
})
