/**
 * `kill -9` before and after every statement, and whenever a file appears or disappears, of an upload, an entry with
 * files, a replacement and a deletion. The next start brings rows and objects back in step.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import {
  copyOfMediaProject,
  field,
  filesIn,
  form,
  type MediaApp,
  mediaAppOn,
  mediaDatabase,
  type Part,
  payloadOf,
} from '../media-app.ts'
import { IN_STEP, mediaState, notesIn } from './media-state.ts'

const SERVER = fileURLToPath(new URL('killed-server.mjs', import.meta.url))
const EVERY = Array.from({ length: 120 }, (_, step) => step)
/** Some of the steps here, all of them by `npm run test:long`. */
const STEPS = process.env.MEDIA_STEPS === 'all' ? { sqlite: EVERY, postgres: EVERY } : { sqlite: [16], postgres: [11] }
/** For all steps; each of them starts two servers. */
const TIMEOUT = 30 * 60_000

let large: Part
let small: Part
beforeAll(async () => {
  const image = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a0b0c0' } })
      .png()
      .toBuffer()
  large = { name: 'files', value: await image(600, 400), file: 'large.png', type: 'image/png' }
  small = { name: 'files', value: await image(300, 200), file: 'small.png', type: 'image/png' }
})

interface Request {
  readonly method: 'POST' | 'DELETE'
  readonly url: string
  readonly body?: FormData
}

const REQUESTS: readonly (readonly [string, (existing: number) => Request])[] = [
  ['an upload', () => ({ method: 'POST', url: '/api/upload', body: form(large) })],
  [
    'an entry',
    () => ({
      method: 'POST',
      url: '/api/posts',
      body: form(field('data', { title: 'x' }), { ...large, name: 'files.cover' }),
    }),
  ],
  ['a replacement', existing => ({ method: 'POST', url: `/api/upload?id=${existing}`, body: form(small) })],
  ['a deletion', existing => ({ method: 'DELETE', url: `/api/upload/files/${existing}` })],
]

describe.each(CLIENTS)('a server killed on %s', client => {
  test.each(REQUESTS)(
    'during %s',
    async (_what, requestOf) => {
      const folder = copyOfMediaProject()
      const database =
        client === 'postgres'
          ? await mediaDatabase('postgres')
          : ({ client, filename: join(folder, '.data', 'content.db') } as const)
      const env =
        database.client === 'postgres'
          ? { DATABASE_CLIENT: 'postgres', DATABASE_URL: database.url }
          : { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: database.filename }
      const temporary =
        database.client === 'postgres' ? join(folder, '.tmp', 'uploads') : join(folder, '.data', 'uploads')
      const restarted = async (when: string): Promise<MediaApp> => {
        const media = await mediaAppOn({ folder, database })
        expect(await mediaState(folder, database), when).toEqual(IN_STEP)
        expect(await notesIn(database)).toEqual([])
        expect(filesIn(temporary)).toEqual([])
        return media
      }
      let media = await restarted('at first')
      let kills = 0
      let existing: number | undefined
      for (const step of STEPS[client]) {
        existing = await stillThere(media, existing)
        await media.app.close()
        const status = await runKilled({ folder, env, step, request: requestOf(existing) })
        media = await restarted(`after a kill at step ${step}`)
        if (status !== null) break
        kills++
      }
      expect(kills).toBeGreaterThanOrEqual(Math.min(20, STEPS[client].length))
    },
    TIMEOUT,
  )
})

/** The file to change: the one that is there, or a new one. */
async function stillThere(media: MediaApp, id: number | undefined): Promise<number> {
  if (id !== undefined && (await media.send('GET', `/api/upload/files/${id}`)).status === 200) return id
  const { status, body } = await media.send('POST', '/api/upload', form(large))
  expect(status).toBe(200)
  return body[0].id
}

interface KilledRun {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly step: number
  readonly request: Request
}

/** The status, or `null` if the server was killed. */
async function runKilled({ folder, env, step, request }: KilledRun): Promise<number | null> {
  const { payload, headers } = await payloadOf(request.body)
  const sent = JSON.stringify({ ...request, body: undefined, headers, payload: payload?.toString('base64') })
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [SERVER, folder, JSON.stringify(env), sent, String(step)], (error, out, err) => {
      if (error === null) resolve(Number(out.trim().split('\n').at(-1)))
      else if (error.signal === 'SIGKILL') resolve(null)
      else reject(new Error(`${error.message}\n${err}`))
    })
  })
}
