/**
 * `kill -9` in the middle of uploads, replacements and deletions, again and again. After each restart rows and objects
 * are in step, and what was acknowledged is there. A few rounds here, more by `npm run test:long`.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import { query } from '../../content/write/write-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { copyOfMediaProject, filesIn, form, mediaAppOn, mediaDatabase } from '../media-app.ts'
import { IN_STEP, mediaState, notesIn } from './media-state.ts'
import { until } from './raw-upload.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2)
const WRITERS = 6

describe.each(CLIENTS)('a server killed at random on %s', client => {
  test(
    'keeps rows and objects in step',
    async () => {
      const folder = copyOfMediaProject()
      const database =
        client === 'postgres'
          ? await mediaDatabase('postgres')
          : ({ client, filename: join(folder, '.data', 'content.db') } as const)
      const env: Record<string, string> =
        database.client === 'postgres'
          ? { DATABASE_CLIENT: 'postgres', DATABASE_URL: database.url }
          : { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: database.filename }
      const known = { stored: new Set<number>(), deleted: new Set<number>() }
      for (let round = 0; round < ROUNDS; round++) {
        const server = startPopulus(['start', folder, '--port', '0'], env)
        const address = await addressOf(server)
        const stop = { now: false }
        const writers = Array.from({ length: WRITERS }, (_, index) => write(address, index, known, stop))
        // However slow the machine is at the moment: something is stored, and the rest is in the middle of it.
        const enough = known.stored.size + 2
        await until(() => known.stored.size >= enough, 40_000)
        await new Promise(resolve => setTimeout(resolve, Math.random() * 1500))
        stop.now = true
        server.process.kill('SIGKILL')
        await server.finished
        await Promise.all(writers)
        const media = await mediaAppOn({ folder, database })
        await media.app.close()
        expect(await mediaState(folder, database)).toEqual(IN_STEP)
        expect(await notesIn(database)).toEqual([])
        expect(media.temporary()).toEqual([])
      }
      const ids = new Set((await query(database, 'select id from files')).map(([id]) => Number(id)))
      expect([...known.stored].filter(id => !ids.has(id) && !known.deleted.has(id))).toEqual([])
      expect(known.stored.size).toBeGreaterThan(ROUNDS)
      expect(filesIn(join(folder, 'public', 'uploads')).length).toBeGreaterThan(0)
    },
    ROUNDS * 60_000,
  )
})

interface Known {
  readonly stored: Set<number>
  /** Also those that may have been deleted: the answer never came. */
  readonly deleted: Set<number>
}

/** Uploads, replaces and deletes until the server is gone. */
async function write(
  address: string,
  index: number,
  { stored, deleted }: Known,
  stop: { now: boolean },
): Promise<void> {
  const image = await sharp({ create: { width: 300 + index, height: 200, channels: 3, background: '#a0b0c0' } })
    .png()
    .toBuffer()
  const body = () => form({ name: 'files', value: image, file: `${index}.png`, type: 'image/png' })
  for (let count = 0; !stop.now; count++) {
    try {
      const made = await fetch(`${address}/api/upload`, { method: 'POST', body: body() })
      if (made.status !== 200) throw new Error(`${made.status} ${await made.text()}`)
      const [{ id }] = (await made.json()) as [{ id: number }]
      stored.add(id)
      if (count % 3 === 1)
        await (await fetch(`${address}/api/upload?id=${id}`, { method: 'POST', body: body() })).text()
      if (count % 3 !== 2) continue
      deleted.add(id)
      await (await fetch(`${address}/api/upload/files/${id}`, { method: 'DELETE' })).text()
    } catch (error) {
      if (!stop.now && /^\d/.test((error as Error).message)) throw error
      // The connection may end a moment before we know that we have killed the server.
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}
