import { describe, expect, test } from 'vitest'
import { errorBody, UNAUTHORIZED } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'

describe.each(CLIENTS)('previews, on %s', client => {
  const preview = { 'api::article.article': 'https://site.example/{locale}/{slug}?id={id}&t={token}' }
  const app = panelApp(client, { preview })
  const tokenOf = async (id: number) => {
    const { url } = await app.data<{ url: string }>(`GET ${ARTICLES}/${id}/preview-url`)
    return new URL(url).searchParams.get('t')!
  }

  test('the address of an entry carries a token that expires', async () => {
    const answer = await app.data<{ url: string; expiresAt: string }>(`GET ${ARTICLES}/1/preview-url`)
    expect(answer).toEqual({
      url: expect.stringMatching(/^https:\/\/site\.example\/en\/tide\?id=1&t=[\w-]+\.[\w-]+$/),
      expiresAt: '<moment>',
    })
    expect(await app.call('GET /content/api::tag.tag/1/preview-url')).toMatchObject({
      status: 404,
      body: errorBody(404, 'NotFoundError', 'The type api::tag.tag has no preview address (setting admin.preview)'),
    })
    expect(await app.status(`GET ${ARTICLES}/1/preview-url`, { token: app.author })).toBe(404)
    const types = (await app.data<{ types: { uid: string; preview: boolean }[] }>('GET /schema')).types
    expect(types.filter(type => type.preview).map(({ uid }) => uid)).toEqual(['api::article.article'])
  })

  test('the token shows the draft, and pending changes, without storing them', async () => {
    const draft = await app.call(`GET /preview?token=${await tokenOf(5)}&fields[0]=title`, { token: null })
    expect(draft).toMatchObject({
      status: 200,
      body: { data: { id: 5, attributes: { title: 'Sketch' } }, meta: {} },
    })
    await app.call(`PUT ${ARTICLES}/2`, {
      body: { data: { title: 'Soon', tags: { set: [{ id: 3 }] } }, pending: true },
    })
    const query = 'fields[0]=title&populate[tags][fields][0]=name&populate[secret][fields][0]=code'
    const shown = await app.call(`GET /preview?token=${await tokenOf(2)}&${query}`, { token: null })
    expect(shown.body).toMatchObject({ data: { attributes: { title: 'Soon', tags: { data: [{ id: 3 }] } } } })
    expect(JSON.stringify(shown.body)).not.toContain('secret')
    const live = await app.call('GET /api/articles/2?fields[0]=title', { token: null })
    expect(live.body).toEqual({ data: { id: 2, attributes: { title: 'Ridge' } }, meta: {} })
  })

  test('a token that is wrong shows nothing', async () => {
    const token = await tokenOf(5)
    const [text = '', mark = ''] = token.split('.')
    const other = Buffer.from(JSON.stringify({ uid: 'api::secret.secret', id: 1, expiresAt: 9e15 })).toString(
      'base64url',
    )
    for (const wrong of ['', 'x', text, `${text}.${mark.slice(1)}`, `${other}.${mark}`])
      expect(await app.call(`GET /preview?token=${wrong}`, { token: null })).toMatchObject({
        status: 401,
        body: UNAUTHORIZED,
      })
  })
})
