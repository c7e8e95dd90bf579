// npm run docs: writes the parts of docs/ that are made from the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

run('tsc', ['-p', 'tsconfig.build.json'])
const { withSettingsTable } = await import('../dist/config/settings/settings-table.js')
const page = join(root, 'docs/reference/settings.md')
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')))
