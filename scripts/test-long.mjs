// npm run test:long: the long forms of the tests that have one. The seed is printed; set PROPERTY_SEED and COST_SEED to repeat a run.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildServer } from './build-server.mjs'
import { installBrowser } from './install-browser.mjs'
import { run } from './run.mjs'

const seed = process.env.PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
Object.assign(process.env, {
  PROPERTY_SEED: seed,
  PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '8',
  CRASH_ROUNDS: process.env.CRASH_ROUNDS ?? '100',
  WRITERS_SECONDS: process.env.WRITERS_SECONDS ?? '30',
  COST_SEARCH: process.env.COST_SEARCH ?? '300',
  COST_SEED: process.env.COST_SEED ?? seed,
  FLOOD_ADDRESSES: process.env.FLOOD_ADDRESSES ?? '100000',
  POPULUS_BULK: process.env.POPULUS_BULK ?? '100000',
  PASSWORD_CROWD: process.env.PASSWORD_CROWD ?? '80',
  MEDIA_STEPS: process.env.MEDIA_STEPS ?? 'all',
  UPLOAD_MEGABYTES: process.env.UPLOAD_MEGABYTES ?? '1000',
  PANEL_WAYS: process.env.PANEL_WAYS ?? 'all',
  EXACT_READS: process.env.EXACT_READS ?? '100000',
  KEPT_EVERY: process.env.KEPT_EVERY ?? '1',
  START_ROUNDS: process.env.START_ROUNDS ?? '5',
  RIGHTS_CHANGES: process.env.RIGHTS_CHANGES ?? '100',
  ATTACK_SHAPES: process.env.ATTACK_SHAPES ?? 'all',
  DEV_CHANGES: process.env.DEV_CHANGES ?? '30',
  DEV_MILLISECONDS: process.env.DEV_MILLISECONDS ?? '1000',
  // The base of images; container tests are skipped on machines without it, or without buildah.
  NODE_IMAGE: process.env.NODE_IMAGE ?? 'localhost/node20',
})
console.log(`PROPERTY_SEED=${seed} COST_SEED=${process.env.COST_SEED}`)
const FILES = [
  'test/content/kept',
  ...['test/properties', 'test/content/write', 'test/transfer', 'test/plan/cost', 'test/content/memory'],
  'test/media/upload',
  'test/attacks',
  ...['test/panel/article', 'test/panel/list-bulk'],
  ...[
    'test/identity/users/password-queue',
    'test/identity/access/withdrawn-rights',
    'test/cluster/servers/start-together',
    'test/cli/dev',
    'test/deploy',
  ],
]
const given = process.argv.slice(2)
await buildServer()
await buildAdmin()
installBrowser()
run('vitest', ['run', ...(given.length > 0 ? given : FILES)])
