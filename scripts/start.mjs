// npm start: installs what is missing, builds, and serves the example project with its content.
import './install.mjs'
import { run, runUntilStopped } from './run.mjs'

run('tsc', ['-p', 'tsconfig.build.json'])
runUntilStopped('node', ['dist/cli/main.js', 'start', 'examples/blog', ...process.argv.slice(2)])
