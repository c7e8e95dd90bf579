// npm test: installs what is missing, checks format, types, import walls and dead code, builds, and runs every test.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { check, writeTypes } from './check.mjs'
import { installBrowser } from './install-browser.mjs'
import { installMariadb } from './install-mariadb.mjs'
import { runTests } from './run-tests.mjs'

const args = process.argv.slice(2)
// Scripts and some tests import what is built, so that comes first.
await buildServer()
writeTypes()
if (args.length === 0) await check([['node', ['scripts/build-admin.mjs']]])
await buildAdmin()
await buildDocs()
installBrowser()
installMariadb()
runTests(args)
