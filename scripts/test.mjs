// npm test: installs what is missing, checks format, types, import walls and dead code, builds, and runs the tests. Without
// `--all`, which is npm run test:all, it leaves the slow ones out.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { check, writeTypes } from './check.mjs'
import { installBrowser } from './install-browser.mjs'
import { installMariadb } from './install-mariadb.mjs'
import { runTests } from './run-tests.mjs'
import { SLOW_TESTS } from './slow-tests.mjs'

const all = process.argv.includes('--all')
const args = process.argv.slice(2).filter(word => word !== '--all')
// Scripts and some tests import what is built, so that comes first.
await buildServer()
writeTypes()
if (args.length === 0) await check([['node', ['scripts/build-admin.mjs']]])
await buildAdmin()
await buildDocs()
installBrowser()
installMariadb()
runTests(args, all || args.length > 0 ? [] : SLOW_TESTS)
