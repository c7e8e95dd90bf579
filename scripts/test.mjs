// npm test: installs what is missing, checks format, types, import walls and dead code, builds, and runs every test.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { installBrowser } from './install-browser.mjs'
import { run } from './run.mjs'

const args = process.argv.slice(2)
// Scripts and some tests import what is built, so that comes first.
await buildServer()
if (args.length === 0) {
  run('biome', ['check', '.'])
  // The package ships these types.
  run('tsc', ['-p', 'tsconfig.build.json'])
  run('tsc', ['-p', 'tsconfig.json'])
  run('tsc', ['-p', 'tsconfig.scripts.json'])
  run('tsc', ['-p', 'admin/tsconfig.json'])
  run('depcruise', ['--config', '.dependency-cruiser.cjs', 'src'])
  run('depcruise', ['--config', 'admin/.dependency-cruiser.cjs', 'admin/src'])
  run('knip')
}
await buildAdmin()
buildDocs()
installBrowser()
run('vitest', ['run', ...args])
