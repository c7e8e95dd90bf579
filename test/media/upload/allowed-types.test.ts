/** `allowedTypes` of media attributes, for files that are named by id. Uploaded files are tested with their forms. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { form, type MediaApp, mediaAppOn, openMediaApp, paper, picture } from '../media-app.ts'

describe.each(CLIENTS)('files named by id on %s', client => {
  let media: MediaApp
  let image: number
  let text: number
  beforeAll(async () => {
    media = await openMediaApp(client)
    const { body } = await media.send('POST', '/api/upload', form(picture('a.png'), paper('a.txt')))
    ;[image, text] = body.map((file: { id: number }) => file.id)
  })
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const { status, body } = await media.send(method, `/api/${path}`, { data })
    return { status, id: body.data?.id, errors: body.error?.details.errors }
  }
  const refused = (path: readonly string[], message: string) => ({
    status: 400,
    errors: [{ path, message, name: 'ValidationError' }],
  })

  test('a file of another type is refused, wherever it is, and whatever form names it', async () => {
    const cover = refused(['cover'], 'cover accepts only images, but a.txt is text/plain')
    for (const value of [text, `${text}`, { id: text }, [text], { set: [text] }])
      expect(await send('POST', 'posts', { title: 'x', cover: value })).toMatchObject(cover)
    const card = { title: 'x', card: { image: text } }
    expect(await send('POST', 'posts', card)).toMatchObject(
      refused(['card', 'image'], 'image accepts only images, but a.txt is text/plain'),
    )
    const zone = { title: 'x', blocks: [{ __component: 'parts.note' }, { __component: 'parts.note', papers: [image] }] }
    expect(await send('POST', 'posts', zone)).toMatchObject(
      refused(['blocks', '1', 'papers'], 'papers accepts only files, but a.png is image/png'),
    )
    expect(await media.rows('select count(*) from posts')).toEqual([[0]])
  })

  test('files that fit are accepted, and any file where there is no list', async () => {
    const data = { title: 'x', cover: image, gallery: [text, image], card: { inner: [{ papers: [text] }] } }
    expect((await send('POST', 'posts', data)).status).toBe(200)
    expect((await send('PUT', 'page', { cover: image })).status).toBe(200)
    expect(await send('PUT', 'page', { cover: text })).toMatchObject({ status: 400 })
  })

  test('a file that is already there may stay, and comes back from nowhere else', async () => {
    const { id } = await send('POST', 'posts', { title: 'x', cover: image })
    // As a database from before the list was made stricter.
    await media.app.close()
    await foreign(media.database, `update files set mime = 'video/mp4' where id = ${image}`)
    media = await reopened(media)
    expect((await send('PUT', `posts/${id}`, { cover: image })).status).toBe(200)
    expect(await send('POST', 'posts', { title: 'y', cover: image })).toMatchObject(
      refused(['cover'], 'cover accepts only images, but a.png is video/mp4'),
    )
  })

  test('a file that does not exist is reported as such', async () => {
    const { status, errors } = await send('POST', 'posts', { title: 'x', cover: 99999 })
    expect({ status, message: errors[0].message }).toEqual({
      status: 400,
      message: '1 relation(s) of type plugin::upload.file associated with this entity do not exist',
    })
  })
})

function reopened({ folder, database }: MediaApp): Promise<MediaApp> {
  return mediaAppOn({ folder, database })
}
