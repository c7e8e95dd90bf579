import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { type S3Server, startS3 } from '../support/servers/s3-server.ts'
import { field, form, type MediaApp, openMediaApp, picture } from './media-app.ts'

const SIGNED = /\?X-Amz-Expires=900&X-Amz-Date=\w+&.*X-Amz-Signature=[\da-f]{64}/

describe.each(CLIENTS)('private files on %s', client => {
  let s3: S3Server
  let app: MediaApp
  beforeAll(async () => {
    s3 = await startS3({ acl: 'private' })
    app = await openMediaApp(client, {
      media: s3.media,
      dialect: 'strapi4',
      secrets: { admin: 'private-files-secret' },
    })
    const link = { title: 'One' }
    const answer = await app.send('POST', '/api/posts', form(field('data', link), picture('a.png', 'files.cover')))
    expect(answer.status).toBe(200)
  })

  test('an entry has addresses that work for a time, and is not kept by anyone', async () => {
    for (let again = 0; again < 3; again += 1) {
      const { body, headers } = await app.send('GET', '/api/posts/1?populate=cover')
      const { url } = body.data.attributes.cover.data.attributes
      expect(url).toMatch(SIGNED)
      expect((await fetch(url)).status).toBe(200)
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
      expect(headers).not.toHaveProperty('etag')
    }
    const list = await app.send('GET', '/api/posts?populate=*')
    expect(list.body.data[0].attributes.cover.data.attributes.url).toMatch(SIGNED)
  })

  test('what is stored has no signature, and a text that looks like an address gets none', async () => {
    const [[stored] = []] = await app.rows('select url from files')
    expect(stored).toMatch(/^http:.*\.png$/)
    const text = `{"url":"${stored}"} \u0001{"id":1,"url":"${stored}"}`
    await app.send('PUT', '/api/posts/1', { data: { title: text } })
    const { body } = await app.send('GET', '/api/posts/1?populate=cover')
    expect(body.data.attributes.title).toBe(text)
    expect(body.data.attributes.cover.data.attributes.url).toMatch(SIGNED)
  })

  test('the library has signed addresses', async () => {
    const login = { email: 'root@example.org', password: 'root password' }
    await app.send('POST', '/admin/api/first-admin', { ...login, code: await app.app.firstAdminCode() })
    const { body } = await app.send('POST', '/admin/api/login', login)
    const headers = { authorization: `Bearer ${body.data.token}` }
    const { data } = JSON.parse((await app.app.inject({ url: '/admin/api/media', headers })).body)
    expect(data[0].url).toMatch(SIGNED)
  })

  test('a write answers with signed addresses too', async () => {
    const { body } = await app.send('PUT', '/api/posts/1?populate=cover', { data: { title: 'Two' } })
    expect(body.data.attributes.cover.data.attributes.url).toMatch(SIGNED)
  })
})
