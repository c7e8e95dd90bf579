/** The name and the logo of a project, and what is different from Strapi in it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { errorBody, FORBIDDEN, UNAUTHORIZED } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script><path d="M0 0h4v4z"/></svg>'

describe.each(CLIENTS)('the settings of a project, on %s', client => {
  const app = panelApp(client)
  let other: App
  beforeAll(async () => {
    other = await app.another()
  })
  afterAll(() => other.close())
  const init = async () => {
    const { projectName, brand } = (await other.inject({ url: '/admin/api/init' })).json().data
    return { projectName, brand }
  }
  const NONE = { name: null, folderName: 'world', logo: null, logoLimit: 200_000 }

  test('a name and a logo are shown to everybody, in every process', async () => {
    expect(await app.data('GET /settings/project')).toEqual(NONE)
    expect(await init()).toEqual({ projectName: 'world', brand: { name: null, logo: null } })
    const named = await app.data<{ logo: string }>('PUT /settings/project', {
      body: { name: 'Harbour News', logo: PNG },
    })
    expect(named).toEqual({
      ...NONE,
      name: 'Harbour News',
      logo: expect.stringMatching(/^\/admin\/api\/logo\?v=[\w-]{16}$/),
    })
    expect(await init()).toEqual({ projectName: 'Harbour News', brand: { name: 'Harbour News', logo: named.logo } })
    const shown = await other.inject({ url: named.logo })
    expect(shown.rawPayload).toEqual(Buffer.from(PNG, 'base64'))
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const again = { url: named.logo, headers: { 'if-none-match': String(shown.headers.etag) } }
    expect((await other.inject(again)).statusCode).toBe(304)

    expect(await app.data('PUT /settings/project', { body: { logo: null } })).toEqual({ ...NONE, name: 'Harbour News' })
    expect((await other.inject({ url: named.logo })).statusCode).toBe(404)
    expect(await app.data('PUT /settings/project', { body: { name: null } })).toEqual(NONE)
  })

  test('nothing in a vector image runs', async () => {
    const logo = Buffer.from(SVG).toString('base64')
    const stored = await app.data<{ logo: string }>('PUT /settings/project', { body: { logo } })
    const shown = await other.inject({ url: stored.logo })
    expect(shown.headers['content-type']).toBe('image/svg+xml')
    expect(shown.payload).toContain('d="M0 0h4v4z"')
    expect(shown.payload).not.toContain('script')
  })

  test("a logo that was chosen in Strapi's panel stays", async () => {
    await app.call('PUT /settings/project', { body: { logo: null } })
    const stored = JSON.stringify({ menuLogo: { name: 'a.png', url: '/uploads/a.png', ext: '.png' }, authLogo: null })
    await runOwn(
      app.database,
      `insert into strapi_core_store_settings (key, value, type) values ('core_admin_project-settings', '${stored}', 'object')`,
    )
    expect((await init()).brand).toEqual({ name: null, logo: '/uploads/a.png' })
  })

  test.each([
    [{ logo: Buffer.from('<html>').toString('base64') }, /are not allowed|damaged|not an image/],
    [{ logo: Buffer.from('GIF89a').toString('base64') }, /not a valid image/],
    [{ logo: 'no base64!' }, /^logo: expected an image as base64$/],
    [{ logo: 'A'.repeat(270_000) }, /^logo: expected an image of at most 200 kB$/],
    [{ logo: 5 }, /^logo: expected an image as base64$/],
    [{ name: 'x'.repeat(61) }, /^name: expected at most 60 characters$/],
    [{ name: ' ' }, /^name: expected a non-empty string$/],
    [{ title: 'x' }, /^title: not expected; available: name, logo$/],
  ])('%.60j is refused, and changes nothing', async (body, message) => {
    const before = await app.data('GET /settings/project')
    const { status, body: answer } = await app.call('PUT /settings/project', { body })
    expect(status).toBe(400)
    expect((answer as { error: { message: string } }).error.message).toMatch(message)
    expect(await app.data('GET /settings/project')).toEqual(before)
  })

  test('only super administrators see and change it', async () => {
    for (const route of ['GET /settings/project', 'PUT /settings/project', 'GET /strapi/report']) {
      expect(
        (await app.call(route, { token: app.author, body: route.startsWith('PUT') ? {} : undefined })).body,
      ).toEqual(FORBIDDEN)
      expect((await app.call(route, { token: null, body: route.startsWith('PUT') ? {} : undefined })).body).toEqual(
        UNAUTHORIZED,
      )
    }
  })

  test('a project that is not of Strapi has nothing different', async () => {
    expect((await app.call('GET /strapi/report')).body).toEqual(errorBody(404, 'NotFoundError', 'Not Found'))
    expect(await app.data('GET /session')).toMatchObject({ strapi: false })
  })
})
