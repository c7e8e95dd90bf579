/**
 * Asks a real Strapi 4.26.2: `node test/strapi/entities/record.mjs FOLDER`, where FOLDER is an installed Strapi project
 * whose node_modules and config are used. Writes the answers to `calls/` into `recorded/`.
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
writeFileSync(
  join(folder, 'src/index.js'),
  `const { answerCalls } = require(${JSON.stringify(join(here, 'answer-calls.cjs'))})
const utils = require('@strapi/utils')
const { transformResponse } = require(${JSON.stringify(join(installed, 'node_modules/@strapi/strapi/dist/core-api/controller/transform.js'))})
module.exports = {
  async bootstrap({ strapi }) {
    const transform = (resource, meta, contentType) => transformResponse(resource, meta, { contentType })
    const verify = ({ scopes }, { scope }) => { if (!scopes.includes(scope)) throw new Error('no right') }
    const authOf = scopes => ({ scopes, strategy: { name: 'recorded', verify } })
    const { sanitize, validate } = utils.default ?? utils
    const seen = Object.assign(Object.create(strapi), { sanitize, validate, transform, authOf })
    const answers = await answerCalls(seen, require(process.env.CALLS))
    require('node:fs').writeFileSync(process.env.ANSWERS, JSON.stringify(answers, null, 2) + '\\n')
    process.exit(0)
  },
}
`,
)
for (const name of readdirSync(join(here, 'calls')).map(file => file.replace('.cjs', ''))) {
  rmSync(join(folder, '.tmp/data.db'), { force: true })
  const { status } = spawnSync(join(folder, 'node_modules/.bin/strapi'), ['start'], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      CALLS: join(here, 'calls', `${name}.cjs`),
      ANSWERS: join(here, 'recorded', `${name}.json`),
      PORT: '0',
      DB: 'sqlite',
      SQLITE_FILE: '.tmp/data.db',
      NODE_ENV: 'production',
    },
  })
  if (status !== 0) process.exitCode = 1
}
rmSync(folder, { recursive: true, force: true })

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
