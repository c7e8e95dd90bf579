/** What the start makes of each state in which a killed server can leave an upload, a replacement or a deletion. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import type { PlacedRef } from '../../../src/media/providers/provider.ts'
import type { Note } from '../../../src/media/upload/notes.ts'
import { processIdentity } from '../../../src/util/process/process-identity.ts'
import { CLIENTS } from '../../support/databases.ts'
import { copyOfMediaProject, filesIn, form, type MediaApp, mediaAppOn, mediaDatabase, picture } from '../media-app.ts'
import { changeNotes, IN_STEP, insertNote, mediaState, notesIn } from './media-state.ts'

/** A process of this host that no longer runs. */
const DEAD = processIdentity().replace(/:\d+:\d*$/, ':999999999:1')
const FAR = 'another-host:1:1'
const LATER = Date.now() + 3_600_000

describe.each(CLIENTS)('a start after a crash on %s', client => {
  let folder: string
  let database: DatabaseConfig
  beforeAll(async () => {
    folder = copyOfMediaProject()
    database = await mediaDatabase(client)
    await (await start()).app.close()
  })
  const start = () => mediaAppOn({ folder, database })
  const upload = async (media: MediaApp) => (await media.send('POST', '/api/upload', form(picture('a.png')))).body[0]
  const uploads = () => join(folder, 'public', 'uploads')
  const temporary = () =>
    database.client === 'sqlite' ? join(dirname(database.filename), 'uploads') : join(folder, '.tmp', 'uploads')
  const put = (name: string, content = 'bytes') => {
    mkdirSync(uploads(), { recursive: true })
    writeFileSync(join(uploads(), name), content)
  }
  const object = (name: string): PlacedRef => {
    const [, hash = '', ext = ''] = /^(.*)(\.\w+)$/.exec(name) ?? []
    return { hash, ext, mime: 'text/plain', path: null, url: '', providerMetadata: null }
  }
  const objects = (hash: string, ...names: string[]): Note => ({
    kind: 'objects',
    provider: 'local',
    files: [{ hash, objects: names.map(object) }],
  })
  const deletion = (...files: readonly { id: number; hash: string }[]): Note => ({
    kind: 'delete',
    files: files.map(({ id, hash }) => ({ id, hash, provider: 'local', objects: [object(`${hash}.png`)] })),
  })
  /** A running server with one file; then the note, and a new start. */
  const crashed = async (
    leave: (file: { id: number; hash: string; size: number }) => Note,
    owner = DEAD,
    expires = LATER,
  ) => {
    const first = await start()
    const file = await upload(first)
    await first.app.close()
    await insertNote(database, { owner, expires, note: leave(file) })
    const media = await start()
    const state = await mediaState(folder, database)
    const left = (await notesIn(database)).length
    const exists = (await media.send('GET', `/api/upload/files/${file.id}`)).status === 200
    await media.app.close()
    return { state, left, exists, file }
  }
  const CLEAN = { state: IN_STEP, left: 0, exists: true }

  test('an upload that had stored nothing', async () => {
    expect(await crashed(() => objects('new_1', 'new_1.txt', 'thumbnail_new_1.txt'))).toMatchObject(CLEAN)
  })

  test('an upload that had stored some of its objects, and one in part', async () => {
    const found = await crashed(() => {
      put('new_2.txt')
      put('.thumbnail_new_2.txt.part', 'by')
      return objects('new_2', 'new_2.txt', 'thumbnail_new_2.txt')
    })
    expect(found).toMatchObject(CLEAN)
    expect(filesIn(uploads()).filter(name => name.includes('new_2'))).toEqual([])
  })

  test('an upload whose row was committed', async () => {
    expect(await crashed(({ hash }) => objects(hash, `${hash}.png`))).toMatchObject(CLEAN)
  })

  test('a deletion whose row was not yet deleted', async () => {
    expect(await crashed(file => deletion(file))).toMatchObject(CLEAN)
  })

  test('a deletion of several files, one of them in a storage that is not configured: the rows decide', async () => {
    const gone = { id: 900, hash: 'gone_1' }
    put('gone_1.png')
    const far = { id: 901, hash: 'far_1', provider: 'aws-s3', objects: [object('far_1.png')] }
    const found = await crashed(file => {
      const { files } = deletion(file, gone) as Extract<Note, { kind: 'delete' }>
      return { kind: 'delete', files: [far, ...files] }
    })
    expect(found).toMatchObject(CLEAN)
    expect(filesIn(uploads()).filter(name => name.includes('gone_1'))).toEqual([])
  })

  test('a deletion whose row was deleted', async () => {
    const media = await start()
    const file = await upload(media)
    await media.send('DELETE', `/api/upload/files/${file.id}`)
    await media.app.close()
    put(`${file.hash}.png`)
    put(`small_${file.hash}.png`)
    await insertNote(database, {
      owner: DEAD,
      expires: LATER,
      note: {
        kind: 'delete',
        files: [
          {
            id: file.id,
            hash: file.hash,
            provider: 'local',
            objects: [object(`${file.hash}.png`), object(`small_${file.hash}.png`)],
          },
        ],
      },
    })
    await (await start()).app.close()
    expect(await mediaState(folder, database)).toEqual(IN_STEP)
    expect(await notesIn(database)).toEqual([])
  })

  /** The new content is there in part, and a copy of the old one. */
  const replacing = (
    file: { id: number; hash: string; size: number },
    parts: Partial<Extract<Note, { kind: 'replace' }>> = {},
    owner = DEAD,
  ): Note => {
    const backup = join(temporary(), encodeURIComponent(owner), file.hash, '0')
    mkdirSync(dirname(backup), { recursive: true })
    const old = readFileSync(join(uploads(), `${file.hash}.png`))
    writeFileSync(backup, old)
    put(`${file.hash}.png`, 'new content')
    put(`small_${file.hash}.png`, 'new format')
    const { hash, ext, mime, path } = { ...object(`${file.hash}.png`), mime: 'image/png' }
    return {
      kind: 'replace',
      provider: 'local',
      fileId: file.id,
      backups: [{ path: backup, object: { hash, ext, mime, path, size: old.length, name: 'a.png' } }],
      added: [object(`small_${file.hash}.png`)],
      obsolete: [],
      after: null,
      ...parts,
    }
  }

  test('a replacement that had stored some of the new content: the old one comes back', async () => {
    const found = await crashed(file => replacing(file))
    expect(found).toMatchObject(CLEAN)
    expect(readFileSync(join(uploads(), `${found.file.hash}.png`)).length).toBe(70)
  })

  test('copies of the old content go with the note, also those of another host', async () => {
    const found = await crashed(file => replacing(file, {}, FAR), FAR, Date.now() - 3_600_000)
    expect(found).toMatchObject(CLEAN)
    expect(filesIn(temporary())).toEqual([])
  })

  test('a replacement that was about to commit: the old content comes back', async () => {
    const facts = { mime: 'text/plain', size: 0.01, width: null, height: null, formats: {} }
    const found = await crashed(file => replacing(file, { after: facts }))
    expect(found).toMatchObject(CLEAN)
    expect(readFileSync(join(uploads(), `${found.file.hash}.png`)).length).toBe(70)
  })

  test('a replacement whose row was committed: what only the old one had goes', async () => {
    const found = await crashed(file => {
      put(`large_${file.hash}.png`)
      const note = replacing(file, {
        after: { mime: 'image/png', size: file.size, width: 1, height: 1, formats: null },
        obsolete: [object(`large_${file.hash}.png`), object(`small_${file.hash}.png`)],
        added: [],
      })
      // The new content happens to be as large as the old one.
      put(`${file.hash}.png`, 'x'.repeat(70))
      return note
    })
    expect(found).toMatchObject(CLEAN)
    expect(readFileSync(join(uploads(), `${found.file.hash}.png`), 'utf8')).toBe('x'.repeat(70))
  })

  test('a replacement of a file that somebody has deleted since', async () => {
    const media = await start()
    const file = await upload(media)
    const note = replacing(file)
    await media.send('DELETE', `/api/upload/files/${file.id}`)
    await media.app.close()
    put(`${file.hash}.png`)
    await insertNote(database, { owner: DEAD, expires: LATER, note })
    await (await start()).app.close()
    expect(await mediaState(folder, database)).toEqual(IN_STEP)
    expect(await notesIn(database)).toEqual([])
  })

  test('uploads of a process that still runs, and of another host, are left alone until they expire', async () => {
    for (const [owner, expiresIn, left] of [
      [processIdentity(), 50_000, 1],
      [FAR, 50_000, 1],
      [FAR, -3_600_000, 0],
      // It was written before the clock was set back.
      [FAR, 3_600_000, 0],
    ] as const) {
      put('new_3.txt')
      const found = await crashed(() => objects('new_3', 'new_3.txt'), owner, Date.now() + expiresIn)
      expect({ left: found.left, orphans: found.state.orphans }).toEqual({
        left,
        orphans: left === 1 ? ['new_3.txt'] : [],
      })
      await changeNotes(database, 'delete from media_journal')
    }
  })

  test('a note of a storage that does not work any more stays, and the server starts', async () => {
    const note: Note = { kind: 'objects', provider: 'aws-s3', files: [{ hash: 'x', objects: [object('x.txt')] }] }
    // No bucket is configured: the objects cannot be reached, so there is nothing to wait for.
    expect(await crashed(() => note)).toMatchObject(CLEAN)
  })

  test('temporary files of dead processes are removed, those of running ones stay', async () => {
    const root = temporary()
    for (const owner of [DEAD, processIdentity()]) {
      const place = join(root, encodeURIComponent(owner), 'some-upload')
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, '0'), 'bytes')
    }
    await (await start()).app.close()
    expect(filesIn(root)).toEqual([join(encodeURIComponent(processIdentity()), 'some-upload', '0')])
  })
})
