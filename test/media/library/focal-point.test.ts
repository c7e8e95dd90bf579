/** `PUT /admin/api/media/:id/focal`: what stays in view when a part of an image is cut off. */
import { describe, expect, test } from 'vitest'
import { query } from '../../content/write/write-app.ts'
import { adminApp, errorBody } from '../../identity/administrators/admin-app.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { CLIENTS } from '../../support/databases.ts'

describe.each(CLIENTS)('the focal point on %s', client => {
  const app = adminApp(client)
  const metadata = async () => {
    const [row] = await query(app.database, 'select provider_metadata from files where id = 3')
    return typeof row![0] === 'string' ? JSON.parse(row![0]) : row![0]
  }

  test('is kept with the file, and can be removed', async () => {
    const before = await app.data<object>('GET /media/3')
    expect(before).toMatchObject({ focalPoint: null })
    const focalPoint = { x: 12.5, y: 100 }
    expect(await app.data('PUT /media/3/focal', { body: focalPoint })).toEqual({ ...before, focalPoint })
    expect(await app.data('GET /media/3')).toEqual({ ...before, focalPoint })
    const headers = { 'content-type': 'application/json' }
    expect(await app.data('PUT /media/3/focal', { body: 'null', headers })).toEqual(before)
  })

  test('leaves alone what the provider keeps', async () => {
    await runOwn(app.database, `update files set provider_metadata = '{"public_id":"a"}' where id = 3`)
    await app.call('PUT /media/3/focal', { body: { x: 1, y: 2 } })
    expect(await metadata()).toEqual({ public_id: 'a', populus: { focalPoint: { x: 1, y: 2 } } })
  })

  test.each([
    [{ x: 101, y: 0 }, 'x'],
    [{ x: 0, y: -1 }, 'y'],
    [{ x: 0 }, 'y'],
    [{ x: '1', y: 1 }, 'x'],
  ])('%j is refused', async (body, path) => {
    const { status, body: answer } = await app.call('PUT /media/3/focal', { body })
    const message = (answer as { error: { message: string } }).error.message
    expect(status).toBe(400)
    expect(message).toMatch(new RegExp(`^${path}: `))
  })

  test('needs a file and a right', async () => {
    expect((await app.call('PUT /media/99/focal', { body: { x: 1, y: 1 } })).body).toEqual(
      errorBody(404, 'NotFoundError', 'Not Found'),
    )
    expect(await app.status('PUT /media/3/focal', { body: { x: 1, y: 1 }, token: null })).toBe(401)
  })
})
