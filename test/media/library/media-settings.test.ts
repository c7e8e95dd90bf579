/** The settings of the media library, and the test of its storage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORBIDDEN, ROOT, SECRETS, UNAUTHORIZED } from '../../identity/administrators/admin-app.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { panelApp } from '../../management/panel-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { copyOfMediaProject, form, type MediaApp, mediaAppOn, mediaDatabase, PIXEL } from '../media-app.ts'
import { FakeBucket } from '../upload/fake-bucket.ts'

interface Trial {
  readonly works: boolean
  readonly steps: readonly { readonly step: string; readonly problem: string | null }[]
}

/** The media project with its first administrator. */
async function administered(media: MediaApp) {
  const call = async (request: string, payload?: object) => {
    const [method, url] = request.split(' ')
    const options = { method: method as 'GET', url: `/admin/api${url}`, headers }
    const answer = await media.app.inject({ ...options, ...(payload === undefined ? {} : { payload }) })
    return answer.json()
  }
  let headers = {}
  await call('POST /first-admin', { ...ROOT, code: await media.app.firstAdminCode() })
  headers = { authorization: `Bearer ${(await call('POST /login', ROOT)).data.token}` }
  return call
}

describe.each(CLIENTS)('settings of the media library, on %s', client => {
  const bucket = new FakeBucket()
  const open = async (settings: object = {}) => {
    const input = { folder: copyOfMediaProject(), database: await mediaDatabase(client), secrets: SECRETS }
    const media = await mediaAppOn({ ...input, ...settings })
    return { media, call: await administered(media) }
  }
  afterAll(() => bucket.close())

  test('say what is made of images, under the key that Strapi reads', async () => {
    const { media, call } = await open()
    const { data: before } = await call('GET /settings/media')
    expect(before).toEqual({
      sizeOptimization: true,
      responsiveDimensions: true,
      autoOrientation: false,
      server: {
        provider: 'local',
        problem: null,
        place: null,
        sizeLimit: 1_000_000_000,
        breakpoints: { large: 1000, medium: 750, small: 500 },
        formats: [],
        allow: [],
        deny: expect.any(Array),
      },
    })
    const wish = { responsiveDimensions: false, autoOrientation: true }
    expect((await call('PUT /settings/media', wish)).data).toEqual({ ...before, ...wish })
    expect((await call('GET /settings/media')).data).toEqual({ ...before, ...wish })
    const [[stored]] = (await media.rows(
      `select value from strapi_core_store_settings where key = 'plugin_upload_settings'`,
    )) as [[string]]
    expect(JSON.parse(stored)).toEqual({ sizeOptimization: true, ...wish })
    for (const [body, message] of [
      [{ autoOrientation: 'yes' }, 'autoOrientation: expected true or false'],
      [{ sizeOptimisation: true }, 'sizeOptimisation: did you mean sizeOptimization?'],
    ] as const)
      expect(await call('PUT /settings/media', body)).toMatchObject({ error: { status: 400, message } })
    expect((await call('GET /settings/media')).data).toEqual({ ...before, ...wish })
  })

  test('the folder of the project passes the test, and nothing is left in it', async () => {
    const { media, call } = await open()
    const { data } = (await call('POST /settings/media/test')) as { data: Trial }
    expect(data).toMatchObject({ provider: 'local', works: true })
    expect(data.steps.map(({ step, problem }) => [step, problem])).toEqual([
      ['store', null],
      ['read', null],
      ['delete', null],
    ])
    expect(media.stored()).toEqual([])
    expect(await media.rows('select count(*) from files')).toEqual([[0]])
  })

  test('a bucket is tested, and says why it refuses', async () => {
    const { media, call } = await open({ media: await bucket.listen() })
    const tried = async () => ((await call('POST /settings/media/test')) as { data: Trial }).data
    expect(await tried()).toMatchObject({ provider: 'aws-s3', works: true })
    expect(bucket.objects.size).toBe(0)
    bucket.refuse = method => method === 'PUT'
    expect(await tried()).toMatchObject({
      works: false,
      steps: [{ step: 'store', problem: expect.stringMatching(/refused the request: 403 .*AccessDenied/) }],
    })
    bucket.refuse = method => method === 'GET'
    const { works, steps } = await tried()
    expect(works).toBe(false)
    expect(steps.map(({ step, problem }) => [step, problem === null])).toEqual([
      ['store', true],
      ['read', false],
      ['delete', true],
    ])
    expect(bucket.objects.size).toBe(0)
    bucket.refuse = () => false
    expect(
      (await media.send('POST', '/api/upload', form({ name: 'files', value: PIXEL, file: 'a.png', type: 'image/png' })))
        .status,
    ).toBe(200)
  })
})

describe.each(CLIENTS)('who may see the settings of the media library, on %s', client => {
  const app = panelApp(client)
  beforeAll(() => runOwn(app.database, `delete from admin_permissions where action = 'plugin::upload.settings.read'`))
  const routes = ['GET /settings/media', 'PUT /settings/media', 'POST /settings/media/test']
  const asked = (route: string, token: string | null) =>
    app.call(route, { token, body: route.startsWith('GET') ? undefined : {} })

  test('nobody without the permission of Strapi, and nobody who is not logged in', async () => {
    for (const route of routes) {
      expect((await asked(route, app.editor)).body).toEqual(FORBIDDEN)
      expect((await asked(route, null)).body).toEqual(UNAUTHORIZED)
    }
  })
})
