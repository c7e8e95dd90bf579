/** `/admin/api/media/tus`: resumable uploads of administrators. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { picture } from '../../support/worlds/images.ts'
import { type MediaApp, openMediaApp } from '../media-app.ts'

const SECRETS = { jwt: 'a secret', apiTokenSalt: 'a salt', admin: 'another secret' }
const LOGIN = { email: 'root@example.org', password: 'root password' }
const TUS = { 'tus-resumable': '1.0.0' }

describe.each(CLIENTS)('resumable uploads of administrators on %s', client => {
  let opened: MediaApp
  let authorization: string
  beforeAll(async () => {
    opened = await openMediaApp(client, { secrets: SECRETS })
    await opened.send('POST', '/admin/api/first-admin', { ...LOGIN, code: await opened.app.firstAdminCode() })
    const { body } = await opened.send('POST', '/admin/api/login', LOGIN)
    authorization = `Bearer ${body.data.token}`
  })

  async function upload(bytes: Buffer, values: Record<string, string>) {
    const metadata = Object.entries(values).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    const begun = await opened.app.inject({
      method: 'POST',
      url: '/admin/api/media/tus',
      headers: { ...TUS, authorization, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
    })
    expect(begun.statusCode).toBe(201)
    return opened.app.inject({
      method: 'PATCH',
      url: String(begun.headers.location),
      headers: { ...TUS, authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: bytes,
    })
  }

  test('a file goes into a folder of the library, and is replaced', async () => {
    const folder = await opened.app.inject({
      method: 'POST',
      url: '/admin/api/folders',
      headers: { authorization },
      payload: { name: 'Photos' },
    })
    const { id } = folder.json().data
    const image = await picture(300, 200).png().toBuffer()
    const stored = await upload(image, {
      filename: 'a.png',
      filetype: 'image/png',
      folder: String(id),
      fileInfo: JSON.stringify({ caption: 'one' }),
    })
    expect(stored.statusCode).toBe(200)
    const [file] = stored.json().data
    expect(file).toMatchObject({
      name: 'a.png',
      caption: 'one',
      width: 300,
      folder: { id, name: 'Photos' },
      focalPoint: null,
    })
    const replaced = await upload(await picture(30, 20).png().toBuffer(), {
      filename: 'b.png',
      filetype: 'image/png',
      id: String(file.id),
    })
    expect(replaced.json().data).toMatchObject({ id: file.id, url: file.url, width: 30, height: 20 })
  })

  test('only with a session', async () => {
    const headers = { ...TUS, 'upload-length': '1' }
    const answer = await opened.app.inject({ method: 'POST', url: '/admin/api/media/tus', headers })
    expect(answer.statusCode).toBe(401)
    const cookie = `populus_admin=${authorization.slice(7)}`
    const forged = await opened.app.inject({
      method: 'POST',
      url: '/admin/api/media/tus',
      headers: { ...headers, cookie },
    })
    expect([forged.statusCode, forged.headers['x-populus-error']]).toEqual([403, 'M510'])
  })

  test('uploads of the content API are not found here, and the other way round', async () => {
    const metadata = `filename ${Buffer.from('a.txt').toString('base64')}`
    const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': metadata }
    const begun = await opened.app.inject({ method: 'POST', url: '/api/upload/tus', headers })
    const id = String(begun.headers.location).split('/').at(-1)
    const asked = { ...TUS, authorization }
    const other = await opened.app.inject({ method: 'HEAD', url: `/admin/api/media/tus/${id}`, headers: asked })
    expect(other.statusCode).toBe(404)
  })
})
