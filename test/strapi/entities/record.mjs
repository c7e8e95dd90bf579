/**
 * Asks a real Strapi 4.26.2: `node test/strapi/entities/record.mjs FOLDER`, where FOLDER is an installed Strapi project
 * whose node_modules and config are used. Writes `recorded.json`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const installed = resolve(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'recorded-calls-'))
cpSync(join(here, 'project'), folder, { recursive: true })
for (const part of ['config', 'package.json']) cpSync(join(installed, part), join(folder, part), { recursive: true })
symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
for (const part of ['public/uploads', 'database/migrations', '.tmp']) mkdirSync(join(folder, part), { recursive: true })
for (const name of readdirSync(join(folder, 'src/api'))) writeCoreFiles(name)
const output = join(here, 'recorded.json')
writeFileSync(
  join(folder, 'src/index.js'),
  `const { answerCalls } = require(${JSON.stringify(join(here, 'answer-calls.cjs'))})
module.exports = {
  async bootstrap({ strapi }) {
    const answers = await answerCalls(strapi, require(${JSON.stringify(join(here, 'calls.cjs'))}))
    require('node:fs').writeFileSync(${JSON.stringify(output)}, JSON.stringify(answers, null, 2) + '\\n')
    process.exit(0)
  },
}
`,
)
const { status } = spawnSync(join(folder, 'node_modules/.bin/strapi'), ['start'], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, PORT: '0', DB: 'sqlite', SQLITE_FILE: '.tmp/data.db', NODE_ENV: 'production' },
})
rmSync(folder, { recursive: true, force: true })
process.exit(status ?? 1)

/** Populus needs none of these files. */
function writeCoreFiles(name) {
  const kinds = { controllers: 'Controller', services: 'Service', routes: 'Router' }
  for (const [part, kind] of Object.entries(kinds)) {
    const place = join(folder, 'src/api', name, part)
    mkdirSync(place, { recursive: true })
    const text = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}')`
    writeFileSync(join(place, `${name}.js`), text)
  }
}
