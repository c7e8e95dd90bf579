// npm test: installs what is missing, checks format, types, import walls and dead code, builds, and runs every test.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { installBrowser } from './install-browser.mjs'
import { installMariadb } from './install-mariadb.mjs'
import { run, runTogether } from './run.mjs'

const args = process.argv.slice(2)
// Scripts and some tests import what is built, so that comes first.
await buildServer()
// The package ships these types, and scripts are checked against them.
run('tsc', ['-p', 'tsconfig.build.json'])
if (args.length === 0) {
  await runTogether([
    ['tsc', ['-p', 'tsconfig.json']],
    ['tsc', ['-p', 'admin/tsconfig.json']],
    ['tsc', ['-p', 'tsconfig.scripts.json']],
    ['depcruise', ['--config', '.dependency-cruiser.cjs', 'src']],
    ['depcruise', ['--config', 'admin/.dependency-cruiser.cjs', 'admin/src']],
    ['knip'],
    ['biome', ['check', '.']],
  ])
}
await buildAdmin()
await buildDocs()
installBrowser()
installMariadb()
run('vitest', ['run', ...args])
