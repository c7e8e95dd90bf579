/** The file `populus/panel` of a project: who gets it, and what a browser gets. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { type Answer, type ExtendApp, noteProject, openExtendApp } from './extend-app.ts'

const ADDRESS = 'GET /admin/api/panel.js'
const LOGIN = { email: 'root@example.org', password: 'root password' }
const TYPED = `import { definePanel, type Panel } from 'populus/panel'
import type { FieldGiven } from 'populus/panel'
const name: string = 'colour'
const panel: Panel = { fields: { [name]: ({ element }: FieldGiven) => element.append('x') } }
export default definePanel(panel)
`

class OwnPanel {
  readonly app: ExtendApp
  cookie = ''

  constructor(app: ExtendApp) {
    this.app = app
  }

  async signIn(login = LOGIN): Promise<string> {
    const { headers } = await this.app.send('POST /admin/api/login', { ...login, cookie: true }, MARKED)
    return String(headers['set-cookie']).split(';')[0]!
  }

  /** With the cookie of the first administrator. */
  ask(request = ADDRESS, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.app.send(request, undefined, { cookie: this.cookie, ...headers })
  }
}

const MARKED = { 'x-populus-admin': '1' }

async function open(client: 'sqlite' | 'postgres', files: Readonly<Record<string, string>>): Promise<OwnPanel> {
  const own = new OwnPanel(await openExtendApp(client, { folder: await noteProject(files) }))
  await own.app.send('POST /admin/api/first-admin', { ...LOGIN, code: await own.app.app.firstAdminCode() })
  own.cookie = await own.signIn()
  return own
}

describe.each(CLIENTS)('a project with populus/panel.ts, on %s', client => {
  let own: OwnPanel
  beforeAll(async () => {
    own = await open(client, { 'populus/panel.ts': TYPED })
  })

  test('gives administrators a script that needs nothing else', async () => {
    const { status, body, headers } = await own.ask()
    expect(status).toBe(200)
    expect(body).toBe(`const definePanel = panel => panel;

const name = 'colour'
const panel = { fields: { [name]: ({ element }) => element.append('x') } }
export default definePanel(panel)
`)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
    })
    const again = await own.ask(ADDRESS, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.body]).toEqual([304, ''])
    expect(own.app.app.report).toContain('shows populus/panel.ts in the panel')
  })

  test('says where it is to those who are signed in', async () => {
    const { body } = await own.ask('GET /admin/api/session', MARKED)
    expect(body.data.panelModule).toMatch(/^\/admin\/api\/panel\.js\?v=[\w-]{16}$/)
    expect((await own.ask(`GET ${body.data.panelModule}`)).status).toBe(200)
    expect(JSON.stringify((await own.app.send('GET /admin/api/init')).body)).not.toContain('panel.js')
  })

  test('gives it to every administrator, and to nobody else', async () => {
    const editor = { email: 'eda@example.org', password: 'some password' }
    const made = { ...editor, firstname: 'Eda', roles: ['strapi-editor'] }
    await own.app.send('POST /admin/api/admins', made, { cookie: own.cookie, ...MARKED })
    const cookie = await own.signIn(editor)
    expect((await own.ask(ADDRESS, { cookie })).status).toBe(200)
    await own.app.send('POST /admin/api/logout', undefined, { cookie, ...MARKED })
    expect((await own.ask(ADDRESS, { cookie })).status).toBe(401)

    const user = { username: 'Ada', email: 'ada@example.org', password: 'password 1' }
    const { jwt } = (await own.app.send('POST /auth/local/register', user)).body
    expect(jwt).toBeTypeOf('string')
    const refused = [{}, { authorization: `Bearer ${jwt}` }, { cookie: 'populus_admin=guess' }]
    for (const headers of refused) {
      const { status, body } = await own.app.send(ADDRESS, undefined, headers)
      expect([status, JSON.stringify(body).includes('colour')]).toEqual([401, false])
    }
  })

  test('gives it to no page of another site', async () => {
    const status = async (headers: Readonly<Record<string, string>>) => (await own.ask(ADDRESS, headers)).status
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    for (const site of ['same-site', 'cross-site', 'none']) expect(await status({ 'sec-fetch-site': site })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'none', ...MARKED })).toBe(200)
  })

  test('serves it nowhere else, and no other file of the folder', async () => {
    for (const path of ['/admin/panel.js', '/api/panel.js', '/populus/panel.ts', '/admin/api/hooks.js', '/panel.js']) {
      const { payload } = await own.app.app.inject({ url: path, headers: { cookie: own.cookie, ...MARKED } })
      expect([path, payload.includes('colour')]).toEqual([path, false])
    }
    const posted = await own.app.send('POST /admin/api/panel.js', {}, { cookie: own.cookie, ...MARKED })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'HEAD, GET'])
  })
})

test('a project without the file has no such script', async () => {
  const own = await open('sqlite', {})
  expect((await own.ask()).status).toBe(404)
  expect((await own.app.send(ADDRESS)).status).toBe(401)
  expect((await own.ask('GET /admin/api/session', MARKED)).body.data.panelModule).toBeNull()
})

test('lines stay where they are, and other names work', async () => {
  const code = `import {
  definePanel as own,
} from "populus/panel"
const panel = own({})
export { panel as default }`
  const own = await open('sqlite', { 'populus/panel.mjs': code })
  expect((await own.ask()).body).toBe(`const own = panel => panel;

\nconst panel = own({})\nexport { panel as default }`)
})

test.each([
  ['panel.js', 'export default {\n  fields: {', 'Unexpected token (2:11)'],
  ['panel.ts', 'export default {\n  fields: {', '(2:'],
  ['panel.js', '\nimport x from "./x.js"\nexport default x', 'line 2: it imports ./x.js, but it must be one file'],
  ['panel.js', 'import "https://example.org/x.js"\nexport default {}', 'line 1: it imports https://example.org/x.js'],
  ['panel.js', 'export * from "react"\nexport default {}', 'line 1: it imports react'],
  ['panel.js', 'import { refuse } from "populus/panel"\nexport default {}', 'populus/panel has no refuse'],
  ['panel.js', 'import * as all from "populus/panel"\nexport default {}', 'populus/panel has no *'],
  ['panel.js', 'export { definePanel } from "populus/panel"\nexport default {}', 'can be imported, not exported'],
  ['panel.js', 'export const fields = {}', 'it has no default export'],
  ['panel.js', 'module.exports = {}', 'it has no default export'],
])('populus/%s with %j stops the start', async (file, text, message) => {
  const folder = await noteProject({ [`populus/${file}`]: text })
  await expect(openExtendApp('sqlite', { folder })).rejects.toThrow(message)
})
