// npm start: installs what is missing, builds the server, the panel and the documentation, and serves the example project with its content.
import './install-to-serve.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { runUntilStopped } from './run.mjs'

await buildServer()
await buildAdmin()
await buildDocs()
runUntilStopped('node', ['dist/cli/main.js', 'start', 'examples/blog', ...process.argv.slice(2)])
