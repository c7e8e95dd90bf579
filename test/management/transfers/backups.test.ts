/** Backups from the panel: made in a process of its own, listed, fetched, deleted. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BackupFacts, BackupList } from '../../../src/admin-api/settings/transfer-api.ts'
import { errorBody, FORBIDDEN, UNAUTHORIZED } from '../../identity/administrators/admin-app.ts'
import { CLIENTS, temporaryFolder } from '../../support/databases.ts'
import { transferApp } from './transfer-app.ts'

const NAME = /^world-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/

describe.each(CLIENTS)('backups, on %s', client => {
  const app = transferApp(client)
  const list = () => app.data<BackupList>('GET /backups')
  const place = (name: string) => join(app.folder, '.data/backups', name)
  const EMPTY = { folder: '.data/backups', server: hostname(), isShared: client === 'postgres', backups: [] }

  test('one is made, listed with what is in it, fetched, and can be restored', async () => {
    expect(await list()).toEqual({ ...EMPTY, task: null })
    const begun = await app.call('POST /backups', { body: {} })
    expect(begun).toMatchObject({
      status: 202,
      body: {
        data: {
          ...{ id: expect.any(String), state: 'running', phase: null, done: 0, total: 0 },
          ...{ startedAt: '<moment>', endedAt: null, by: 'root@example.org', server: hostname(), problem: null },
          facts: { name: null, notes: [] },
        },
      },
    })
    expect((await app.call('POST /backups', { body: {} })).body).toEqual(
      errorBody(409, 'ConflictError', 'A server is busy with this already (backup)'),
    )
    const task = await app.ended<BackupFacts>('backup')
    expect(task).toMatchObject({ state: 'done', endedAt: '<moment>', facts: { name: expect.stringMatching(NAME) } })
    // The world's files are not there. Nothing else is left out.
    const gone = /^public\/uploads\/\S+ does not exist, although the media library lists it$/
    expect([task.facts.notes.length, task.facts.notes.filter(note => !gone.test(note))]).toEqual([7, []])
    const { backups } = await list()
    const name = task.facts.name!
    expect(backups).toEqual([
      {
        ...{ name, size: statSync(place(name)).size, createdAt: '<moment>', encrypted: false },
        content: {
          ...{ version: '0.1.0', database: client, rows: expect.any(Number), tables: expect.any(Number) },
          ...{ files: 0, secrets: true },
        },
      },
    ])
    expect(backups[0]!.content!.rows).toBeGreaterThan(100)
    expect(statSync(place(name)).mode & 0o777).toBe(0o600)

    const file = await app.download(`/backups/${name}/file`)
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
    })
    const fetched = join(temporaryFolder(), 'fetched.tar.gz')
    writeFileSync(fetched, file.rawPayload)
    const entries = execFileSync('tar', ['tzf', fetched], { encoding: 'utf8' }).split('\n')
    expect(entries[0]).toBe('manifest.json')
    expect(entries.at(-2)).toBe('end.json')
    // What only processes know that run is not in it.
    expect(entries.filter(entry => entry.includes('server_tasks'))).toEqual([])

    expect((await app.call(`DELETE /backups/${name}`)).body).toEqual({ data: backups[0] })
    expect((await list()).backups).toEqual([])
    expect(existsSync(place(name))).toBe(false)
    expect((await app.call(`DELETE /backups/${name}`)).body).toEqual(errorBody(404, 'NotFoundError', 'Not Found'))
    expect((await app.download(`/backups/${name}/file`)).statusCode).toBe(404)
  })

  test('an encrypted one shows nothing of what is in it', async () => {
    await app.call('POST /backups', { body: { passphrase: 'twelve letters' } })
    const { facts } = await app.ended<BackupFacts>('backup')
    expect(facts.name).toMatch(/\.tar\.gz\.age$/)
    expect((await list()).backups).toMatchObject([{ name: facts.name, encrypted: true, content: null }])
    await app.call(`DELETE /backups/${facts.name}`)
  })

  test('one that is ended leaves nothing, and makes room for the next one', async () => {
    await app.call('POST /backups', { body: {} })
    expect(await app.status('POST /tasks/backup/cancel')).toBe(202)
    expect(await app.ended('backup')).toMatchObject({ state: 'cancelled', problem: null, facts: { name: null } })
    expect((await list()).backups).toEqual([])
    expect((await app.call('POST /tasks/backup/cancel')).body).toEqual(
      errorBody(409, 'ConflictError', 'No server is busy with this (backup)'),
    )
  })

  test('what a killed process has left is no backup, nor is a link or a folder', async () => {
    mkdirSync(place('folder.tar.gz'), { recursive: true })
    const old = place('world-2020-01-01T00-00-00Z.tar.gz.part')
    writeFileSync(old, 'half')
    utimesSync(old, 0, 0)
    writeFileSync(place('notes.txt'), 'x')
    writeFileSync(join(app.folder, 'secret.tar.gz'), 'secret')
    symlinkSync(join(app.folder, 'secret.tar.gz'), place('link.tar.gz'))
    writeFileSync(place('other.tar.gz'), 'no archive')
    expect((await list()).backups).toEqual([
      { name: 'other.tar.gz', size: 10, createdAt: '<moment>', encrypted: false, content: null },
    ])
    expect((await app.download('/backups/link.tar.gz/file')).statusCode).toBe(404)
    expect(await app.status('DELETE /backups/link.tar.gz')).toBe(404)
    await app.call('POST /backups', { body: {} })
    const { facts } = await app.ended<BackupFacts>('backup')
    expect(existsSync(old)).toBe(false)
    for (const name of ['other.tar.gz', facts.name]) await app.call(`DELETE /backups/${name}`)
  })

  test.each(['..%2Fsecret.tar.gz', '%2Fetc%2Fpasswd', 'x.txt', '.hidden.tar.gz', 'a%5Cb.tar.gz', 'a%00.tar.gz'])(
    'the name %s is refused',
    async name => {
      const message = 'name: expected the name of a backup, such as site-2026-05-01T09-30-00Z.tar.gz'
      for (const answer of [await app.call(`DELETE /backups/${name}`), await app.call(`GET /backups/${name}/file`)])
        expect(answer.body).toMatchObject({ error: { status: 400, name: 'ValidationError', message } })
    },
  )

  test.each([
    [{ passphrase: 'too short' }, 'passphrase: expected at least 12 characters'],
    [{ passphrase: 5 }, 'passphrase: expected a string'],
    [{ file: '/etc/x' }, 'file: not expected; available: passphrase'],
  ])('%j is refused', async (body, message) => {
    expect((await app.call('POST /backups', { body })).body).toMatchObject({ error: { status: 400, message } })
  })

  test('a kind of work that no server knows is refused', async () => {
    expect((await app.call('POST /tasks/restore/cancel')).body).toMatchObject({
      error: { status: 400, message: 'kind: expected backup, export, import' },
    })
  })

  test('only super administrators see, make, fetch and delete them', async () => {
    const routes = ['GET /backups', 'POST /backups', 'DELETE /backups/a.tar.gz', 'GET /backups/a.tar.gz/file']
    for (const route of [...routes, 'POST /tasks/backup/cancel']) {
      const body = /^(POST|PUT)/.test(route) ? {} : undefined
      for (const token of [app.author, app.editor])
        expect((await app.call(route, { token, body })).body).toEqual(FORBIDDEN)
      expect((await app.call(route, { token: null, body })).body).toEqual(UNAUTHORIZED)
    }
  })

  test("no other site's page can fetch one by the cookie of a person", async () => {
    const { headers } = await app.call('POST /login', {
      body: { email: 'root@example.org', password: 'root password', cookie: true },
      token: null,
      remoteAddress: '198.51.100.77',
      headers: { 'x-populus-admin': '1' },
    })
    const cookie = String(headers['set-cookie']).split(';')[0]!
    for (const [site, status] of [
      ['same-origin', 404],
      ['cross-site', 403],
      ['same-site', 403],
    ] as const)
      expect((await app.download('/backups/a.tar.gz/file', { cookie, 'sec-fetch-site': site })).statusCode).toBe(status)
  })
})
