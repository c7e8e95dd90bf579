// npm test: installs what is missing, checks format, types, import walls and dead code, builds, and runs every test.
import './install.mjs'
import { run } from './run.mjs'

const args = process.argv.slice(2)
if (args.length === 0) {
  run('biome', ['check', '.'])
  run('tsc', ['-p', 'tsconfig.json'])
  run('tsc', ['-p', 'tsconfig.scripts.json'])
  run('depcruise', ['--config', '.dependency-cruiser.cjs', 'src'])
  run('knip')
}
run('tsc', ['-p', 'tsconfig.build.json'])
run('vitest', ['run', ...args])
