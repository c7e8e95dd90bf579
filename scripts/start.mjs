// npm start: installs what is missing, builds the server and the panel, and serves the example project with its content.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { run, runUntilStopped } from './run.mjs'

run('tsc', ['-p', 'tsconfig.build.json'])
await buildAdmin()
runUntilStopped('node', ['dist/cli/main.js', 'start', 'examples/blog', ...process.argv.slice(2)])
