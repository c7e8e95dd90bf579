/** The files of strapi-plugin-config-sync as rights and settings. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { DEFAULT_CACHE } from '../../../src/config/config.ts'
import { runHere } from '../../cli/run-here.ts'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { projectFolder, typeFile } from '../adopt/project-folder.ts'

const SECRETS = {
  JWT_SECRET: 'a-secret-of-users',
  API_TOKEN_SALT: 'a-salt-of-tokens',
  ADMIN_JWT_SECRET: 'a-secret-of-administrators',
}
const FIND = 'api::product.product.find'
const READ = 'plugin::content-manager.explorer.read'
const LOCALIZED = { pluginOptions: { i18n: { localized: true } } }

const role = (type: string, ...actions: string[]) => ({
  name: type,
  description: null,
  type,
  permissions: actions.map(action => ({ action })),
})

const FILES = {
  'user-role.public.json': role('public', FIND),
  'user-role.authenticated.json': role('authenticated', 'plugin::users-permissions.user.me', FIND),
  'user-role.editor.json': { ...role('editor', FIND), description: 'Writes', id: 7, updatedAt: '2024-01-01' },
  'admin-role.reviewer.json': {
    name: 'Reviewer',
    code: 'reviewer',
    description: 'Reads',
    permissions: [
      {
        action: READ,
        subject: 'api::product.product',
        properties: { locales: ['en'], fields: ['name'] },
        conditions: [],
      },
    ],
  },
  'i18n-locale.en.json': { name: 'English (en)', code: 'en' },
  'i18n-locale.fr.json': { name: 'Français', code: 'fr' },
  'core-store.plugin_i18n_default_locale.json': entry('plugin_i18n_default_locale', 'en', 'string'),
  'core-store.plugin_upload_settings.json': entry('plugin_upload_settings', { sizeOptimization: false }, 'object'),
  'core-store.plugin_content_manager_configuration_content_types##api##product.product.json': entry(
    'plugin_content_manager_configuration_content_types::api::product.product',
    { settings: { pageSize: 20 } },
    'object',
  ),
  'core-store.plugin_users-permissions_grant.json': entry('plugin_users-permissions_grant', {}, 'object'),
  'redirect.1.json': { from: '/a' },
}

function entry(key: string, value: unknown, type: string) {
  return { key, value, type, environment: null, tag: null }
}

function project(files: Readonly<Record<string, unknown>> = FILES, options: object = {}): string {
  const dependencies = { '@strapi/strapi': '4.26.2', 'strapi-plugin-config-sync': '1.2.3' }
  const texts = Object.entries(files).map(([file, content]) => [`config/sync/${file}`, JSON.stringify(content)])
  return projectFolder({
    'package.json': JSON.stringify({ name: 'shop', dependencies }),
    'config/plugins.js': `module.exports = { 'config-sync': { enabled: true, config: ${JSON.stringify(options)} } }`,
    ...typeFile('product', { name: { type: 'string' } }, LOCALIZED),
    ...Object.fromEntries(texts),
  })
}

describe.each(CLIENTS)('config-sync on %s', client => {
  const folder = project()
  const sync = join(folder, 'config/sync')
  let app: App
  let address: string

  beforeAll(async () => {
    const database = await freshDatabase(client)
    address = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    app = await buildTestApp({ folder, database, dialect: 'strapi4', cache: DEFAULT_CACHE })
  })

  const run = async (...words: string[]) => {
    const { code, out, error } = await runHere(
      ['config-sync', ...words, '--folder', folder, '--database', address],
      SECRETS,
    )
    return { code, lines: out.split('\n').slice(0, -1), error }
  }
  const status = async (url: string) => (await app.inject({ url })).statusCode
  const write = (file: string, content: unknown) =>
    writeFileSync(join(sync, file), typeof content === 'string' ? content : JSON.stringify(content))
  const NOTES = [
    'not read: core-store.plugin_users-permissions_grant.json: excludedConfig contains core-store.plugin_users-permissions_grant',
    'not read: redirect.1.json: this kind of file is not known',
  ]
  const SAME = 'The database and the files are the same; nothing to do'

  test('a plan shows every change and makes none', async () => {
    const { code, lines, error } = await run('import', '--plan')
    expect([code, lines.slice(0, 2)]).toEqual([0, NOTES])
    expect(lines).toContain(`user-role.public: + ${FIND}`)
    expect(lines).toContain(`user-role.editor: + ${FIND}`)
    expect(lines).toContain(`admin-role.reviewer: + ${READ} on api::product.product`)
    expect(lines).toContain('i18n-locale.fr: added')
    expect(lines).toContain(
      'left alone: core-store.plugin_users-permissions_advanced has no file (it says who may register)',
    )
    expect(lines.at(-1)).toMatch(/^\d+ changes would be imported$/)
    expect(error).not.toContain('Changed the database')
    expect(await status('/api/products')).toBe(403)
  })

  test('an import changes what the running server answers; a second one has nothing to do', async () => {
    expect(await status('/api/products')).toBe(403)
    const first = await run('import')
    expect([first.code, first.lines.at(-1)]).toEqual([0, expect.stringMatching(/^\d+ changes imported$/)])
    expect(await status('/api/products')).toBe(200)
    expect(await status('/api/products?locale=fr')).toBe(200)
    const second = await run('import')
    expect([second.code, second.lines.filter(line => !line.startsWith('left alone'))]).toEqual([0, [...NOTES, SAME]])
    expect(second.error).not.toContain('Changed the database')
  })

  test('an export writes the same again, and what the files lack', async () => {
    expect((await run('export')).lines).toEqual([
      'new: core-store.plugin_users-permissions_advanced.json',
      '1 change exported',
    ])
    expect((await run('export')).lines).toEqual([SAME])
    const before = readFileSync(join(sync, 'user-role.editor.json'), 'utf8')
    rmSync(join(sync, 'user-role.editor.json'))
    expect((await run('export', '--plan')).lines).toEqual(['new: user-role.editor.json', '1 change would be exported'])
    expect(existsSync(join(sync, 'user-role.editor.json'))).toBe(false)
    await run('export')
    const { id: _, updatedAt: __, ...content } = JSON.parse(before) as Record<string, unknown>
    expect(JSON.parse(readFileSync(join(sync, 'user-role.editor.json'), 'utf8'))).toEqual(content)
    expect(readdirSync(sync).filter(file => file.endsWith('.new'))).toEqual([])
  })

  test('what has no file is removed, except what is needed', async () => {
    for (const file of ['user-role.editor.json', 'user-role.authenticated.json', 'i18n-locale.fr.json'])
      rmSync(join(sync, file))
    write('user-role.public.json', role('public'))
    write(
      'core-store.plugin_upload_settings.json',
      entry('plugin_upload_settings', { sizeOptimization: true }, 'object'),
    )
    expect((await run('import')).lines.filter(line => !NOTES.includes(line))).toEqual([
      'left alone: user-role.authenticated has no file (users need this role)',
      `user-role.public: - ${FIND}`,
      'user-role.editor: removed',
      'i18n-locale.fr: removed',
      'core-store.plugin_upload_settings: value.sizeOptimization changed',
      '4 changes imported',
    ])
    expect(await status('/api/products')).toBe(403)
  })

  test('files that cannot be used are named, and then nothing is imported', async () => {
    write('user-role.public.json', { ...role('public', FIND), permissions: [{ action: 5 }] })
    write('user-role.authenticated.json', role('other'))
    write('i18n-locale.de.json', '{')
    write('core-store.plugin_i18n_default_locale.json', entry('plugin_i18n_default_locale', 'xx', 'string'))
    write('user-role.editor.json', role('editor', FIND))
    const { code, lines, error } = await run('import')
    expect([code, lines]).toEqual([1, []])
    expect(error.split('\n').filter(line => line.includes('config/sync'))).toEqual([
      expect.stringMatching(/^ {2}- config\/sync\/i18n-locale\.de\.json: not valid JSON: /),
      '  - config/sync/user-role.authenticated.json: type: expected "authenticated", as in the name of the file',
      expect.stringMatching(
        /^ {2}- config\/sync\/user-role\.public\.json: permissions\[0\]\.action: .*expected string/,
      ),
      '  - config/sync/core-store.plugin_i18n_default_locale.json: value: there is no locale "xx"',
    ])
    rmSync(join(sync, 'i18n-locale.de.json'))
    write('core-store.plugin_i18n_default_locale.json', entry('plugin_i18n_default_locale', 'en', 'string'))
    write('user-role.authenticated.json', FILES['user-role.authenticated.json'])
    write('user-role.public.json', role('public', FIND))
    expect((await run('import')).lines.filter(line => !NOTES.includes(line))).toEqual([
      'user-role.editor: added',
      `user-role.editor: + ${FIND}`,
      `user-role.public: + ${FIND}`,
      '3 changes imported',
    ])
  })

  test('soft only adds, and excluded kinds and names are left alone', async () => {
    const options = { soft: true, excludedTypes: ['core-store'], excludedConfig: ['user-role.vi'], minify: true }
    const configured = (given: object) =>
      writeFileSync(
        join(folder, 'config/plugins.js'),
        `module.exports = { 'config-sync': { config: ${JSON.stringify(given)} } }`,
      )
    configured(options)
    rmSync(join(sync, 'user-role.editor.json'))
    write('user-role.public.json', role('public'))
    write('user-role.visitor.json', role('visitor', FIND))
    write('user-role.guest.json', role('guest', FIND))
    const { lines } = await run('import')
    expect(lines.filter(line => !line.includes('core-store') && !NOTES.includes(line))).toEqual([
      'not read: user-role.visitor.json: excludedConfig contains user-role.vi',
      `left alone (soft): user-role.public: - ${FIND}`,
      'left alone: user-role.editor has no file (soft)',
      'user-role.guest: added',
      `user-role.guest: + ${FIND}`,
      '2 changes imported',
    ])
    expect(await status('/api/products')).toBe(200)
    await run('export')
    expect(readFileSync(join(sync, 'user-role.public.json'), 'utf8')).toBe(JSON.stringify(role('public', FIND)))
    configured({})
  })
})

test('importOnBootstrap lets start import, but not in development', async () => {
  const folder = project({ 'user-role.public.json': role('public', FIND) }, { importOnBootstrap: true })
  const serve = async (NODE_ENV: string) => {
    const server = startPopulus(['start', folder, '--port', '0', '--create'], { ...SECRETS, NODE_ENV })
    try {
      const answer = await fetch(`${await addressOf(server)}/api/products`)
      return [answer.status, server.error()] as const
    } finally {
      server.process.kill('SIGTERM')
      await server.finished
    }
  }
  expect(await serve('development')).toEqual([
    403,
    expect.stringContaining('importOnBootstrap has no effect in development'),
  ])
  expect(await serve('production')).toEqual([200, expect.stringContaining(`config-sync: user-role.public: + ${FIND}`)])
})

test('a project without the plugin is told so', async () => {
  const folder = projectFolder(typeFile('product', { name: { type: 'string' } }))
  const database = await freshDatabase('sqlite')
  await buildTestApp({ folder, database })
  const { code, error } = await runHere(
    ['config-sync', 'import', '--folder', folder, '--database', `sqlite:${database.filename}`],
    SECRETS,
  )
  expect([code, error]).toEqual([1, expect.stringContaining('does not list strapi-plugin-config-sync')])
})
