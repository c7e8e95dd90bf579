// npm start: installs what is missing, builds the server and the panel, and serves the example project with its content.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildServer } from './build-server.mjs'
import { runUntilStopped } from './run.mjs'

await buildServer()
await buildAdmin()
runUntilStopped('node', ['dist/cli/main.js', 'start', 'examples/blog', ...process.argv.slice(2)])
