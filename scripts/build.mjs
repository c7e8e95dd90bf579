// npm run build: everything that the package contains, in dist/.
import './install.mjs'
import { buildAdmin } from './build-admin.mjs'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { writeTypes } from './check.mjs'

writeTypes()
await buildServer()
await buildAdmin()
await buildDocs()
