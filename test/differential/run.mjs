// npm run test:differential -- [--count 2000 | --minutes 5] [--seed 1] [--database sqlite|postgres] [--url http://127.0.0.1:1337]
// Without --url (or STRAPI_URL) a real Strapi is installed, once, and started on a copy of the recorded content.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { env, execPath, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const FILE = 'test/differential/differential.test.ts'
const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'sqlite' },
    url: { type: 'string', default: env.STRAPI_URL ?? '' },
  },
})
if (values.database !== 'sqlite' && values.database !== 'postgres') {
  console.error(`--database is sqlite or postgres, not ${values.database}`)
  exit(1)
}
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(execPath, [vitest, 'run', FILE, '--disableConsoleIntercept', '--reporter=dot'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...env,
    DIFFERENTIAL_COUNT: values.count ?? (values.minutes === '0' ? '2000' : '0'),
    DIFFERENTIAL_MINUTES: values.minutes,
    DIFFERENTIAL_SEED: values.seed,
    DIFFERENTIAL_DATABASE: values.database,
    STRAPI_URL: values.url,
  },
})
exit(status ?? 1)
