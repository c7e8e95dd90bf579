/** The set-up of all tests, with the one file that RUNNER_FILE names. */
import { defineConfig, mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { failuresReporter } from '../support/failures-reporter.ts'

const reporters = [
  'default',
  failuresReporter('node_modules/.cache/runner-failures.json', Number(process.env.RUNNER_PATIENCE ?? 8000)),
]
const include = [`test/runner/${process.env.RUNNER_FILE}.ts`]

export default defineConfig({ ...config, test: { ...mergeConfig(config, {}).test, reporters, include } })
