// npm start: installs what is missing, builds, and serves the example project with its content.
import './install.mjs'
import { run } from './run.mjs'

run('tsc', ['-p', 'tsconfig.build.json'])
run('node', ['dist/cli/main.js', 'start', 'examples/blog', ...process.argv.slice(2)])
