/** Locales over the management API and at the addresses of Strapi's i18n plug-in. */
import { describe, expect, test } from 'vitest'
import { errorBody } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const EN = { id: 1, code: 'en', name: 'English (en)', isDefault: true }

describe.each(CLIENTS)('locales, on %s', client => {
  const app = panelApp(client)
  const strapi = async (method: string, path: string, body?: object, token: string | null = app.token) => {
    const answer = await app.call(`${method} /i18n${path}`, { body, token })
    return { status: answer.status, body: answer.body as { id: number } }
  }
  const listed = async () => (await app.data<{ code: string }[]>('GET /locales')).map(({ code }) => code)

  test('a locale gets the name that Strapi gives it, becomes the default and is removed', async () => {
    const german = await app.data<{ id: number }>('POST /locales', { body: { code: 'de' } })
    expect(german).toEqual({ id: expect.any(Number), code: 'de', name: 'German (de)', isDefault: false })
    expect((await app.call('POST /locales', { body: { code: 'de' } })).body).toEqual(
      errorBody(400, 'ApplicationError', 'This locale already exists'),
    )
    const path = `/locales/${german.id}`
    expect(await app.data(`PUT ${path}`, { body: { name: 'Deutsch', isDefault: true } })).toMatchObject({
      name: 'Deutsch',
      isDefault: true,
    })
    expect(await app.data('GET /locales')).toContainEqual({ ...EN, isDefault: false })
    expect((await app.call(`DELETE ${path}`)).body).toEqual(
      errorBody(400, 'ApplicationError', 'Cannot delete the default locale'),
    )
    expect(await app.data('PUT /locales/1', { body: { isDefault: true } })).toEqual(EN)
    expect(await app.data(`DELETE ${path}`)).toMatchObject({ code: 'de' })
    expect(await listed()).not.toContain('de')
    expect(await app.status(`DELETE ${path}`)).toBe(404)
  })

  test('a locale with entries is removed only by their number', async () => {
    const [french] = (await app.data<{ id: number; code: string }[]>('GET /locales')).filter(
      ({ code }) => code === 'fr',
    )
    const path = `/locales/${french!.id}`
    const uses = await app.data<{ uid: string; entries: number }[]>(`GET ${path}/uses`)
    const count = uses.reduce((sum, { entries }) => sum + entries, 0)
    expect(count).toBeGreaterThan(1)
    for (const query of ['', `?entries=${count - 1}`, '?entries=all']) {
      const { status, body } = await app.call(`DELETE ${path}${query}`)
      expect(status).toBe(409)
      expect(body).toMatchObject({ error: { name: 'ConflictError', details: { entries: count, uses } } })
    }
    expect(await app.data(`DELETE ${path}?entries=${count}`)).toMatchObject({ code: 'fr' })
    const left = await app.call('GET /content/api::article.article?locale=fr')
    expect(left.body).toMatchObject({ data: [] })
    expect(await app.status('POST /locales', { body: { code: 'fr' } })).toBe(201)
  })

  test.each([
    [{}, 'code: expected a string'],
    [{ code: 'french' }, 'code: there is no locale french; did you mean fr?'],
    [{ code: 'pt-BRR' }, 'code: there is no locale pt-BRR; did you mean pt-BR?'],
    [{ code: 'it', name: 'x'.repeat(51) }, 'name: expected at most 50 characters'],
    [{ code: 'it', isDefault: 'yes' }, 'isDefault: expected true or false'],
    [{ code: 'it', nam: 'x' }, 'nam: did you mean name?'],
  ])('%j is refused', async (body, message) => {
    const answer = await app.call('POST /locales', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { name: 'ValidationError', message } })
  })

  test('changes need the permission', async () => {
    const token = app.author
    expect(await app.status('GET /locales', { token })).toBe(200)
    expect(await app.status('POST /locales', { token, body: { code: 'it' } })).toBe(403)
    expect(await app.status('PUT /locales/1', { token, body: { name: 'x' } })).toBe(403)
    expect(await app.status('DELETE /locales/1', { token })).toBe(403)
    expect((await strapi('POST', '/locales', { code: 'it', isDefault: false }, token)).status).toBe(403)
    expect((await strapi('GET', '/locales', undefined, null)).status).toBe(401)
    expect(await listed()).not.toContain('it')
  })

  test("the addresses of Strapi's plug-in answer in its shape", async () => {
    const created = await strapi('POST', '/locales', { code: 'pt-BR', name: null, isDefault: false })
    expect(created).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Portuguese (Brazil) (pt-BR)',
        code: 'pt-BR',
        createdAt: '<moment>',
        updatedAt: '<moment>',
        isDefault: false,
      },
    })
    expect((await strapi('GET', '/locales')).body).toContainEqual(created.body)
    const path = `/locales/${created.body.id}`
    expect((await strapi('PUT', path, { name: 'Brasil' })).body).toMatchObject({ name: 'Brasil', code: 'pt-BR' })
    expect((await strapi('DELETE', path)).body).toMatchObject({ code: 'pt-BR' })
    expect((await strapi('DELETE', '/locales/x')).status).toBe(404)
    const known = (await strapi('GET', '/iso-locales')).body as unknown as object[]
    expect(known).toHaveLength(602)
    expect(known).toContainEqual({ code: 'fr', name: 'French (fr)' })
  })
})
