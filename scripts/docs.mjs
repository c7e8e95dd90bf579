// npm run docs: writes the parts of docs/ that are made from the code, and the static site in dist/docs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocs } from './build-docs.mjs'
import { buildServer } from './build-server.mjs'
import { root } from './run.mjs'

await buildServer()
const { withSettingsTable } = await import('../dist/config/settings/settings-table.js')
const page = join(root, 'docs/reference/settings.md')
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')))
await buildDocs()
