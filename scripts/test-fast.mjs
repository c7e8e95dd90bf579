// npm run test:fast: what a change breaks most often, in two minutes. Types, format, the unit tests, and the examples of reads and
// writes, on SQLite alone.
import './install.mjs'
import { buildServer } from './build-server.mjs'
import { run, runTogether } from './run.mjs'
import { runTests } from './run-tests.mjs'

const QUICK = ['src/', 'admin/src/', 'test/spec/', 'test/plan/', 'test/wire/', 'test/content/write/']

await buildServer()
await runTogether([
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'admin/tsconfig.json']],
])
run('biome', ['check', '.'])
process.env.TEST_DATABASES = 'sqlite'
runTests([...QUICK, ...process.argv.slice(2)])
