/** `populus adopt`: what the report says about a project is true, and nothing is changed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AdoptReport } from '../../../src/strapi/adopt/adopt-report.ts'
import { makeReport } from '../../../src/strapi/adopt/report/make-report.ts'
import { runHere } from '../../cli/run-here.ts'
import { CLIENTS, freshDatabase, onServer } from '../../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../../support/worlds/conformance-data.ts'
import { projectFolder, typeFile } from './project-folder.ts'

const SECRETS = { JWT_SECRET: 'a-secret-of-users', API_TOKEN_SALT: 'a-salt-of-tokens', ADMIN_JWT_SECRET: 'a-secret' }

const address = (database: Awaited<ReturnType<typeof freshDatabase>>): string =>
  database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url

describe.each(CLIENTS)('a database of Strapi on %s', client => {
  test('is described, and stays as it is', async () => {
    const database = await conformanceDatabase(client)
    const seen = async (): Promise<unknown> => {
      if (database.client === 'sqlite') {
        const bytes = createHash('sha256').update(readFileSync(database.filename)).digest('hex')
        return [bytes, readdirSync(dirname(database.filename))]
      }
      let tables: unknown
      await onServer(database.url, async sql => {
        tables = await sql`select table_schema, table_name from information_schema.tables order by 1, 2`
      })
      return tables
    }
    const before = await seen()
    const flags = { database: address(database) }
    const report = await makeReport({ folder: CONFORMANCE_PROJECT, flags, env: { ...SECRETS, TZ: 'UTC' } })
    expect(await seen()).toEqual(before)
    expect(report).toMatchObject({ version: 1, verdict: 'ready', findings: [] })
    expect(Object.isFrozen(report.schema.types[0])).toBe(true)
    const rowsOf = (uid: string) => report.schema.types.find(type => type.uid === uid)
    expect(rowsOf('api::article.article')).toMatchObject({
      kind: 'collection',
      table: 'articles',
      draftAndPublish: true,
      localized: true,
      rows: { entries: 74, drafts: 12, locales: 2 },
    })
    expect(rowsOf('api::author.author')!.rows).toEqual({ entries: 12, drafts: null, locales: null })
    expect(rowsOf('api::homepage.homepage')!.kind).toBe('single')
    expect(rowsOf('plugin::upload.file')).toMatchObject({ kind: 'built-in', rows: { entries: 24 } })
    expect(report.database).toMatchObject({
      client,
      from: '--database',
      state: 'opened',
      product: expect.stringMatching(client === 'sqlite' ? /^SQLite \d/ : /^PostgreSQL \d/),
      origin: 'strapi4',
      strapiSince: '4.26.0',
      timezone: client === 'sqlite' ? null : 'UTC',
      locales: ['en', 'fr', 'de'],
      files: [{ provider: 'local', count: 24 }],
      missing: [],
      problems: [],
    })
    expect(JSON.stringify(report)).not.toContain('a-secret')
    expect(report.next[0]!.command).toBe('npx populus adopt compare --strapi http://localhost:1337')
  })

  test('without tables is refused', async () => {
    const database = await freshDatabase(client)
    if (database.client === 'sqlite') return
    const folder = projectFolder(typeFile('note', { title: { type: 'string' } }))
    const report = await makeReport({ folder, flags: { database: address(database) }, env: SECRETS })
    expect(report).toMatchObject({ verdict: 'blocked', database: { state: 'empty', tables: 0 } })
    expect(report.findings).toEqual([
      {
        kind: 'database',
        blocks: true,
        what: 'it has no tables, so the content of the project is somewhere else',
        advice: expect.stringContaining('--database'),
      },
    ])
  })
})

const FILES = {
  'package.json': JSON.stringify({
    name: 'shop',
    dependencies: {
      '@strapi/strapi': '~4.15.5',
      '@strapi/plugin-i18n': '4.15.5',
      '@strapi/plugin-graphql': '4.15.5',
      'strapi-plugin-rest-cache': '4.2.0',
      'strapi-location-field-plugin': '1.2.3',
      '@retikolo/drag-drop-content-types': '1.6.0',
      lodash: '4.0.0',
    },
  }),
  ...typeFile('note', {
    title: { type: 'string' },
    price: { type: 'decimal' },
    code: { type: 'password' },
    place: { type: 'customField', customField: 'plugin::location-field.location' },
  }),
  'config/database.js': `module.exports = ({ env }) => ({
    connection: { client: 'sqlite', connection: { filename: env('DATA_FILE', 'data/shop.db') }, useNullAsDefault: true },
  })`,
  'config/server.js': `module.exports = ({ env }) => ({
    host: '0.0.0.0', port: env.int('PORT', 1400), app: { keys: ['one'] }, proxy: true, surprise: 3,
  })`,
  'config/plugins.js': `module.exports = {
    'location-field': { enabled: true },
    'drag-drop-content-types': { enabled: true },
    'own': { enabled: true, resolve: './src/plugins/own' },
    'rest-cache': { enabled: false },
    'users-permissions': { config: { jwtSecret: 'a-secret-of-users' } },
    upload: { config: { provider: 'strapi-provider-upload-imagekit' } },
  }`,
  'config/middlewares.js': `module.exports = ['strapi::errors', { name: 'strapi::security', config: { hsts: false } }]`,
  'config/env/production/server.js': 'module.exports = { port: 80 }',
  'src/api/note/controllers/note.js': `const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::note.note', () => ({ async find(ctx) { return super.find(ctx) } }))`,
  'src/api/note/content-types/note/lifecycles.js': 'module.exports = { beforeCreate() { strapi.webhookStore.find() } }',
  'src/api/note/services/note.js': `const missing = require('there-is-no-such-module')
module.exports = { tell: () => missing }`,
  'data/other.db': '',
}

describe('a project with a bit of everything', async () => {
  const report = await makeReport({ folder: projectFolder(FILES), env: { API_TOKEN_SALT: 'a-salt-of-tokens' } })

  test('is blocked by its missing database, and the report names the files that may be meant', () => {
    expect(report.project).toMatchObject({
      name: 'shop',
      strapi: '~4.15.5',
      language: 'javascript',
      environment: 'development',
      otherEnvironments: ['production'],
      installed: false,
      dialect: 'strapi4',
      prefix: '/api',
    })
    expect(report.database).toMatchObject({ client: 'sqlite', from: 'config/database.js', state: 'missing' })
    expect(report.verdict).toBe('blocked')
    expect(report.findings.map(({ kind, blocks, what }) => [kind, blocks, what])).toEqual([
      ['database', true, expect.stringMatching(/^the file .*data\/shop\.db does not exist$/)],
      ['settings', false, 'ADMIN_JWT_SECRET is not set: no administrator can sign in'],
      ['settings', false, expect.stringContaining('strapi-provider-upload-imagekit is not supported')],
      ['code', false, '2 files with code not run, and 1 route is closed'],
      ['plugins', false, expect.stringMatching(/^@strapi\/plugin-graphql: /)],
      ['plugins', false, expect.stringMatching(/^strapi-location-field-plugin: .*location is read as string\.$/)],
      ['plugins', false, expect.stringMatching(/^@retikolo\/drag-drop-content-types: /)],
      ['plugins', false, expect.stringMatching(/^own: /)],
    ])
    expect(report.findings[0]!.advice).toContain('--database sqlite:data/other.db')
    expect(report.next.map(({ command }) => command)).toContain('NODE_ENV=production npx populus adopt')
  })

  test('has its code and the closed routes listed', () => {
    expect(report.code).toEqual({
      files: [
        {
          file: 'src/api/note/content-types/note/lifecycles.js',
          state: 'not run',
          what: 'it adds beforeCreate (strapi.webhookStore is not available)',
          closes: ['api::note.note.create'],
        },
        { file: 'src/api/note/controllers/note.js', state: 'runs', what: 'it overrides find', closes: [] },
        {
          file: 'src/api/note/services/note.js',
          state: 'not run',
          what: "it adds tell (Cannot find module 'there-is-no-such-module')",
          closes: [],
        },
      ],
      closed: [{ method: 'POST', path: '/api/notes', file: 'src/api/note/content-types/note/lifecycles.js' }],
    })
    expect(report.next[0]!.command).toBe('npm install')
  })

  test('has its plugins listed, without the one that is switched off', () => {
    expect(report.plugins.map(({ name, version, fate }) => [name, version, fate])).toEqual([
      ['@strapi/plugin-i18n', '4.15.5', 'built in'],
      ['@strapi/plugin-graphql', '4.15.5', 'blocks'],
      ['strapi-location-field-plugin', '1.2.3', 'unknown'],
      ['@retikolo/drag-drop-content-types', '1.6.0', 'unknown'],
      ['own', './src/plugins/own', 'unknown'],
    ])
  })

  test('has the settings listed that are taken, and those that are not', () => {
    expect(report.settings.taken).toContainEqual({ setting: 'port', value: '1400', place: 'config/server.js: port' })
    expect(report.settings.taken).toContainEqual({
      setting: 'secrets.jwt',
      value: null,
      place: 'config/plugins.js: users-permissions.config.jwtSecret',
    })
    expect(report.settings.notTaken.filter(({ matters }) => matters)).toEqual([
      { place: 'config/server.js: proxy', matters: true, what: expect.stringContaining('server.trustProxy') },
      { place: 'config/server.js: surprise', matters: true, what: 'Populus does not know it' },
      {
        place: 'config/plugins.js: location-field, drag-drop-content-types, own',
        matters: true,
        what: 'listed under the plugins',
      },
      { place: 'config/middlewares.js: strapi::security', matters: true, what: expect.any(String) },
    ])
    expect(report.schema.customFields).toEqual([
      {
        place: 'api::note.note, place',
        field: 'plugin::location-field.location',
        readAs: 'string',
        decidedBy: 'assumption',
      },
    ])
    expect(report.differences.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['passwords', 'decimals', 'page-size', 'order']),
    )
  })
})

const only = async (files: Parameters<typeof projectFolder>[0]): Promise<AdoptReport> =>
  makeReport({ folder: projectFolder({ ...typeFile('note', { title: { type: 'string' } }), ...files }), env: SECRETS })

test('MySQL, a file without a client and bad settings are not taken for another database', async () => {
  const mysql = await only({ 'config/database.js': `module.exports = { connection: { client: 'mysql' } }` })
  expect(mysql).toMatchObject({ verdict: 'blocked', database: { client: 'mysql', state: 'unknown', address: null } })
  expect(mysql.settings.taken).toEqual([])
  expect(mysql.next[0]!.command).toMatch(/^npx populus adopt --from mysql:/)
  const unset = await only({
    'config/database.js': `module.exports = ({ env }) => ({ connection: { client: env('DATABASE_CLIENT') } })`,
  })
  expect(unset.findings).toMatchObject([
    { kind: 'database', blocks: true, what: 'config/database.js does not say which database the project uses' },
  ])
  const socket = await only({
    'config/database.js': `module.exports = { connection: { client: 'postgres', connection: { host: '/cloudsql/x' } } }`,
  })
  expect(socket.findings).toMatchObject([{ kind: 'database', what: expect.stringContaining('/cloudsql/x') }])
})

test('routes whose controller does not run are closed, as at a start', async () => {
  const report = await only({
    'src/api/shop/routes/shop.js': `module.exports = { routes: [{ method: 'GET', path: '/shop', handler: 'shop.open' }] }`,
    'src/api/shop/controllers/shop.js': `require('there-is-no-such-module'); module.exports = { open() {} }`,
  })
  expect(report.code.closed).toEqual([{ method: 'GET', path: '/api/shop', file: 'src/api/shop/controllers/shop.js' }])
})

test('an extension that cannot be applied is not said to run', async () => {
  const file = 'src/extensions/users-permissions/strapi-server.js'
  const stateOf = async (code: string) => {
    const report = await only({ [file]: `module.exports = plugin => { ${code}; return plugin }` })
    const { state, what } = report.code.files.find(each => each.file === file)!
    return [state, what]
  }
  expect(await stateOf('plugin.controllers.user.find = ctx => ctx.send([])')).toEqual(['runs', expect.anything()])
  expect(await stateOf('plugin.services.user = () => ({ x() {} })')).toEqual([
    'not run',
    expect.stringContaining('a replacement of the services user of users-permissions is not available'),
  ])
  expect(await stateOf('plugin.contentTypes.user.schema.attributes.age = { type: "integer" }')).toEqual([
    'not run',
    expect.stringContaining('a change of the content types of users-permissions in code is not available'),
  ])
})

test('code that ends the process does not end the report', async () => {
  const report = await only({ 'src/index.js': 'module.exports = { bootstrap() { strapi.x() } }\nprocess.exit(0)' })
  expect(report.code.files).toMatchObject([
    { file: 'src/index.js', state: 'not run', what: expect.stringContaining('ended the process') },
  ])
})

test('a schema that cannot be loaded does not keep the rest from being told', async () => {
  const report = await only({
    'src/api/note/content-types/note/schema.json': '{"attributes": ',
    'src/index.js': `module.exports = { bootstrap() { console.log('hello') } }`,
  })
  expect(report.schema.problems).toEqual([expect.stringContaining('src/api/note/content-types/note/schema.json')])
  expect(report.code.files.map(({ file }) => file)).toEqual(['src/index.js'])
})

describe('the command', () => {
  const folder = projectFolder(FILES)

  test('prints lines, JSON or a page, and fails unless the findings are allowed', async () => {
    const text = await runHere(['adopt', folder])
    expect(text).toMatchObject({ code: 1, error: '' })
    expect(text.out).toContain('Blocked: Populus cannot serve this project yet.')
    expect(text.out).toContain('runs: src/api/note/controllers/note.js: it overrides find')
    const page = join(folder, 'report.html')
    const json = await runHere(['adopt', folder, '--json', '--html', page, '--allow', 'database,settings,code,plugins'])
    expect(json.code).toBe(0)
    expect((JSON.parse(json.out) as AdoptReport).verdict).toBe('blocked')
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('<code>src/api/note/controllers/note.js</code>')
    expect(html).not.toMatch(/<script|src="|href="http/)
  })

  test('escapes what it shows', async () => {
    const page = join(folder, 'odd.html')
    const odd = projectFolder({ 'package.json': FILES['package.json'].replace('"shop"', '"<img src=x>"') })
    await runHere(['adopt', odd, '--html', page])
    expect(readFileSync(page, 'utf8')).not.toContain('<img')
  })

  test('refuses other folders and unknown kinds', async () => {
    const five = projectFolder({ 'package.json': '{"dependencies":{"@strapi/strapi":"5.1.0"}}' })
    expect((await runHere(['adopt', five])).error).toContain('is not a Strapi v4 project')
    expect((await runHere(['adopt', folder, '--allow', 'all'])).error).toContain('--allow all is not a kind')
  })
})
