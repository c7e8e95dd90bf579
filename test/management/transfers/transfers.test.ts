/** Content as a file from the panel: an export that is sent while it is made, an import that is rehearsed first. */
import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { ImportFacts, ServerTask, TransferState } from '../../../src/admin-api/settings/transfer-api.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { errorBody, FORBIDDEN, SECRETS, UNAUTHORIZED } from '../../identity/administrators/admin-app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { WORLD } from '../../support/worlds/world.ts'
import { exported, fileOf, imported } from '../../transfer/transfers.ts'
import { transferApp } from './transfer-app.ts'

const TAG = 'api::tag.tag'
const ARTICLE = 'api::article.article'
const HEADER = { format: 'populus-content', version: 1, types: [{ uid: TAG }, { uid: ARTICLE }], components: [] }

const text = (...lines: readonly object[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')
const tag = (id: number, attributes: object = {}) => ({
  type: TAG,
  id,
  attributes: { name: `new ${id}`, ...attributes },
})

describe.each(CLIENTS)('exports and imports, on %s', client => {
  const app = transferApp(client)
  const state = () => app.data<TransferState>('GET /transfers')
  const count = async (uid: string) => (await app.data<{ count: number }>(`GET /content/${uid}/count?locale=all`)).count
  const tags = () => count(TAG)
  const rehearsed = async (name: string, content: string) => {
    expect((await app.upload(name, content)).statusCode).toBe(202)
    return app.ended<ImportFacts>('import')
  }
  const run = async (body: object = {}) => {
    expect(await app.call('POST /import/run', { body })).toMatchObject({ status: 202 })
    await expect.poll(async () => (await app.task('import'))!.state).not.toBe('waiting')
    return app.ended<ImportFacts>('import')
  }
  const cancel = () => app.call('POST /tasks/import/cancel')

  /** Nothing is kept of a file whose import has ended. */
  afterEach(async () => {
    if ((await app.task('import'))?.state === 'waiting') await cancel()
    await app.ended('import')
    const { database } = app
    const places = [join(app.folder, '.tmp'), ...(database.client === 'sqlite' ? [dirname(database.filename)] : [])]
    const kept = () => places.flatMap(place => filesBelow(place)).filter(name => name.endsWith('content.ndjson'))
    await expect.poll(kept).toEqual([])
  })

  test('say what there is to choose', async () => {
    const { types, ...rest } = await state()
    expect(rest).toEqual({ sizeLimit: 1_000_000_000, strapi: true, locales: ['en', 'fr'], export: null, import: null })
    expect(types.filter(({ uid }) => [TAG, ARTICLE, 'plugin::upload.file'].includes(uid))).toEqual([
      { uid: ARTICLE, displayName: 'Article', localized: true, draftAndPublish: true, builtIn: false },
      { uid: TAG, displayName: 'Tag', localized: false, draftAndPublish: true, builtIn: false },
      { uid: 'plugin::upload.file', displayName: 'File', localized: false, draftAndPublish: false, builtIn: true },
    ])
    expect(types.filter(({ uid }) => uid.startsWith('admin::'))).toEqual([])
  })

  describe('an export', () => {
    const lines = async (query: string) => (await app.download(`/export?${query}`)).payload.trimEnd().split('\n')

    test('is what the command writes', async () => {
      const answer = await app.download('/export')
      expect(answer.headers).toMatchObject({
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''world-[\dTZ-]+\.ndjson$/),
        'cache-control': 'no-store',
      })
      const { schema } = await loadSchema(WORLD)
      expect(answer.payload.trimEnd().split('\n')).toEqual(await exported(app.database, schema))
      expect(await app.ended('export')).toEqual({
        ...{
          id: expect.any(String),
          state: 'done',
          phase: 'entries',
          done: expect.any(Number),
          total: expect.any(Number),
        },
        ...{ startedAt: '<moment>', endedAt: '<moment>', by: 'root@example.org', server: hostname(), problem: null },
        facts: { name: expect.stringMatching(/^world-.*\.ndjson$/) },
      })
    })

    test('of some types, one locale and what is published has no reference to anything else', async () => {
      const all = (await lines(`types=${TAG},${ARTICLE}`)).slice(1).map(line => JSON.parse(line))
      const some = (await lines(`types=${TAG},${ARTICLE}&locale=fr&drafts=false`)).map(line => JSON.parse(line))
      const [header, ...entries] = some
      const isMeant = ({ type, attributes }: { type: string; attributes: Record<string, unknown> }) =>
        attributes.publishedAt !== null && (type !== ARTICLE || attributes.locale === 'fr')
      const meant = all.filter(isMeant)
      expect(entries.map(({ type, id }) => [type, id])).toEqual(meant.map(({ type, id }) => [type, id]))
      expect(meant.length).toBeLessThan(all.length)
      expect(header.types.map(({ entries: announced }: { entries: number }) => announced)).toEqual(
        [ARTICLE, TAG].map(uid => meant.filter(({ type }) => type === uid).length),
      )
      const there = new Set(meant.map(({ type, id }) => `${type} ${id}`))
      const mentioned = [
        ...JSON.stringify(entries).matchAll(/\{"type":"(api::(?:tag|article)[^"]*)","id":(\d+),"order/g),
      ]
      expect(mentioned.filter(([, type, id]) => !there.has(`${type} ${id}`))).toEqual([])
      // What was left out was referred to.
      expect(JSON.stringify(all).match(/"id":\d+,"order"/g)!.length).toBeGreaterThan(mentioned.length)
    })

    test('is not made for whoever asks only for the headers', async () => {
      const headers = { authorization: `Bearer ${app.token}` }
      const before = await app.task('export')
      const asked = await app.site.inject({ method: 'HEAD', url: '/admin/api/export', headers })
      expect(asked.statusCode).toBe(404)
      expect(await app.task('export')).toEqual(before)
    })

    test('can be an archive for Strapi', async () => {
      const { headers, rawPayload } = await app.download('/export?format=strapi')
      expect(headers['content-type']).toBe('application/gzip')
      expect([...rawPayload.subarray(0, 2)]).toEqual([0x1f, 0x8b])
      await app.ended('export')
    })

    test.each([
      ['types=api::nothing.nothing', 'types: there is no content type api::nothing.nothing'],
      ['types=admin::user', 'types: there is no content type admin::user'],
      ['types=', 'types: expected a non-empty string'],
      ['locale=xx', 'locale: there is no locale xx'],
      ['drafts=maybe', 'drafts: expected true or false'],
      ['format=csv', 'format: expected populus or strapi'],
      ['format=strapi&locale=en', 'locale: an archive for Strapi always has everything'],
      ['type=x', 'type: did you mean types?'],
    ])('%s is refused', async (query, message) => {
      const answer = await app.download(`/export?${query}`)
      expect(answer.json()).toMatchObject({ error: { status: 400, name: 'ValidationError', message } })
    })
  })

  describe('an import', () => {
    test('is rehearsed: it says what it would do, and nothing changes until it is run', async () => {
      const before = await tags()
      const task = await rehearsed('tags.ndjson', text(HEADER, tag(1), tag(2, { weight: 5 })))
      expect(task).toEqual({
        ...{ id: expect.any(String), state: 'waiting', phase: 'try', done: 2, total: 2 },
        ...{ startedAt: '<moment>', endedAt: null, by: 'root@example.org', server: hostname(), problem: null },
        facts: {
          ...{ name: 'tags.ndjson', size: expect.any(Number), imported: null },
          rehearsal: {
            ...{ entries: 2, types: [{ uid: TAG, create: 2, change: 0, skip: 0 }] },
            ...{ problems: [], more: false, tried: true, atOnce: true, notes: [], interrupted: null },
          },
        },
      })
      expect(await tags()).toBe(before)
      expect(await run()).toMatchObject({ state: 'done', problem: null, facts: { imported: { entries: 2, files: 0 } } })
      expect(await tags()).toBe(before + 2)
      expect((await app.call('POST /import/run', { body: {} })).body).toEqual(
        errorBody(409, 'ConflictError', 'There is no checked file that can be imported: done'),
      )
    })

    test('that is cancelled leaves nothing, and nobody else can begin one meanwhile', async () => {
      const before = await tags()
      await rehearsed('tags.ndjson', text(HEADER, tag(1)))
      expect((await app.upload('more.ndjson', text(HEADER, tag(1)))).json()).toEqual(
        errorBody(409, 'ConflictError', 'A server is busy with this already (import)'),
      )
      expect((await cancel()).status).toBe(202)
      await expect.poll(async () => (await app.task('import'))!.state).toBe('cancelled')
      expect(await tags()).toBe(before)
    })

    test('of an unfit file names each problem with its line', async () => {
      const task = await rehearsed(
        'bad.ndjson',
        `${text(HEADER, tag(1, { nme: 'x' }), tag(2, { weight: 'heavy' }))}no json\n`,
      )
      expect(task).toMatchObject({ state: 'failed', problem: 'bad.ndjson cannot be imported', endedAt: '<moment>' })
      expect(task.facts.rehearsal).toEqual({
        ...{ entries: 0, types: [], more: false, tried: false, atOnce: true, notes: [], interrupted: null },
        problems: [
          { line: 2, text: 'api::tag.tag has no attribute nme; did you mean name?' },
          { line: 3, text: 'weight cannot be "heavy": its type is integer' },
          { line: 4, text: expect.stringMatching(/^is not JSON/) },
        ],
      })
    })

    test('names only so many problems', async () => {
      const lines = Array.from({ length: 1000 }, (_, index) => tag(index + 1, { nme: 'x'.repeat(2000) }))
      const { facts } = await rehearsed('bad.ndjson', text(HEADER, ...lines))
      expect(facts.rehearsal).toMatchObject({ more: true })
      expect(facts.rehearsal!.problems.length).toBe(200)
    })

    test('learns from the database what is wrong, and stores nothing', async () => {
      const before = await count(ARTICLE)
      const article = { type: ARTICLE, id: 1, attributes: { title: 'x', locale: 'en', tags: [{ type: TAG, id: 99 }] } }
      const { state: ended, facts } = await rehearsed('lost.ndjson', text(HEADER, article))
      expect(ended).toBe('failed')
      expect(facts.rehearsal!.problems).toEqual([
        { line: 2, text: expect.stringMatching(/^a reference has no target/) },
      ])
      expect(await count(ARTICLE)).toBe(before)
    })

    test.each([
      ['empty.ndjson', '', { line: null, text: 'the file is empty' }],
      ['x.ndjson', '{}\n', { line: 1, text: expect.stringMatching(/^is not the header of an export file/) }],
    ])('%s is no file to import', async (name, content, problem) => {
      // An empty part is none, for browsers.
      const { facts } = await rehearsed(name, content === '' ? '\n' : content)
      expect(facts.rehearsal!.problems).toEqual([problem])
    })

    test('of a damaged archive of Strapi says so', async () => {
      expect(await rehearsed('site.tar.gz', 'no archive')).toMatchObject({
        state: 'failed',
        problem: expect.stringMatching(/site\.tar\.gz|archive/),
        facts: { rehearsal: null, imported: null },
      })
    })

    test('of an archive of Strapi is rehearsed, too', async () => {
      const { rawPayload } = await app.download('/export?format=strapi')
      await app.ended('export')
      await app.upload('site.tar.gz', rawPayload)
      // Its single type is there already.
      expect(await app.ended<ImportFacts>('import')).toMatchObject({
        state: 'failed',
        facts: { rehearsal: { problems: [{ line: null, text: expect.stringMatching(/is a single type/) }] } },
      })
    })

    test('can be told to run on another server than the one that has the file', async () => {
      const before = await tags()
      const other = await buildTestApp({ folder: app.folder, database: app.database, secrets: SECRETS })
      await rehearsed('tags.ndjson', text(HEADER, tag(1)))
      const ask = async (method: 'GET' | 'POST', url: string) =>
        other.inject({
          ...{ method, url: `/admin/api${url}`, headers: { authorization: `Bearer ${app.token}` } },
          ...(method === 'POST' ? { payload: {} } : {}),
        })
      const seen = async () => (await ask('GET', '/transfers')).json().data.import as ServerTask<ImportFacts>
      // It learns what the first server knows a moment later.
      await expect
        .poll(seen)
        .toMatchObject({ state: 'waiting', facts: { name: 'tags.ndjson', rehearsal: { entries: 1 } } })
      expect((await ask('POST', '/import/run')).statusCode).toBe(202)
      await expect.poll(seen).toMatchObject({ state: 'done', facts: { imported: { entries: 1 } } })
      expect(await tags()).toBe(before + 1)
      await other.close()
    })

    test('of a server that has ended is interrupted, and the next one can begin', async () => {
      const other = await buildTestApp({ folder: app.folder, database: app.database, secrets: SECRETS })
      const { site } = app
      app.site = other
      await app.upload('tags.ndjson', text(HEADER, tag(1)))
      app.site = site
      await expect.poll(async () => (await app.task('import'))!.state).toBe('waiting')
      await other.close()
      expect(await app.task('import')).toMatchObject({ state: 'interrupted', endedAt: '<moment>' })
      expect((await rehearsed('tags.ndjson', text(HEADER, tag(1)))).state).toBe('waiting')
    })

    test('that was interrupted can be continued with the same file, or left', async () => {
      const before = await tags()
      const file = text(HEADER, tag(1), tag(2), tag(3))
      const { schema } = await loadSchema(WORLD)
      const interrupt = (_phase: string, done: number) => {
        if (done > 1) throw new Error('interrupted')
      }
      const path = fileOf(file.trimEnd().split('\n'))
      const begun = imported(app.database, schema, path, { batch: 1, name: 'first.ndjson', progress: interrupt })
      await expect(begun).rejects.toThrow('interrupted')
      const { facts } = await rehearsed('same.ndjson', file)
      expect(facts.rehearsal).toMatchObject({
        ...{ entries: 3, types: [{ uid: TAG, create: 3, change: 0, skip: 0 }], tried: false },
        interrupted: { file: 'first.ndjson', line: expect.any(Number), isSame: true },
      })
      expect((await app.call('POST /import/run', { body: {} })).body).toMatchObject({
        error: {
          status: 400,
          message: 'interrupted: expected resume or forget: the import of first.ndjson was interrupted',
        },
      })
      expect(await run({ interrupted: 'resume' })).toMatchObject({ state: 'done', facts: { imported: { entries: 3 } } })
      expect(await tags()).toBe(before + 3)

      await expect(
        imported(app.database, schema, path, { batch: 1, name: 'first.ndjson', progress: interrupt }),
      ).rejects.toThrow('interrupted')
      await rehearsed('other.ndjson', text(HEADER, tag(9)))
      expect((await app.call('POST /import/run', { body: { interrupted: 'resume' } })).body).toMatchObject({
        error: { message: 'interrupted: the interrupted import was of first.ndjson, which is another file' },
      })
      expect(await run({ interrupted: 'forget' })).toMatchObject({ state: 'done', facts: { imported: { entries: 1 } } })
    })

    test('of a large file is checked only, and imported in steps', async () => {
      const before = await tags()
      const lines = Array.from({ length: 5001 }, (_, index) => tag(index + 1))
      const { facts } = await rehearsed('large.ndjson', text(HEADER, ...lines))
      expect(facts.rehearsal).toMatchObject({ entries: 5001, tried: false, atOnce: false, problems: [] })
      expect(await run()).toMatchObject({ state: 'done', done: 5001, facts: { imported: { entries: 5001 } } })
      expect(await tags()).toBe(before + 5001)
    })

    test.each([
      ['no file', { field: 'other' }, 'other: not expected; available: file, key'],
      ['no form', null, 'file: expected a form with a file'],
    ])('with %s is refused', async (_what, given, message) => {
      const body =
        given === null
          ? (await app.call('POST /import', { body: {} })).body
          : (await app.upload('a.ndjson', 'x', given.field)).json()
      expect(body).toMatchObject({ error: { status: 400, name: 'ValidationError', message } })
    })

    test('is told nothing that it does not know', async () => {
      expect((await app.call('POST /import/run', { body: { interrupted: 'yes' } })).body).toMatchObject({
        error: { status: 400, message: 'interrupted: expected resume or forget' },
      })
      expect((await app.call('POST /import/run', { body: { force: true } })).body).toMatchObject({
        error: { status: 400, message: 'force: not expected; available: interrupted' },
      })
    })
  })

  test('only super administrators see, export and import anything', async () => {
    for (const route of [
      'GET /transfers',
      'GET /export',
      'POST /import',
      'POST /import/run',
      'POST /tasks/import/cancel',
    ]) {
      const body = route.startsWith('POST') ? {} : undefined
      for (const token of [app.author, app.editor])
        expect((await app.call(route, { token, body })).body).toEqual(FORBIDDEN)
      expect((await app.call(route, { token: null, body })).body).toEqual(UNAUTHORIZED)
    }
    for (const token of [app.author, app.editor])
      expect((await app.upload('a.ndjson', text(HEADER, tag(1)), 'file', token)).json()).toEqual(FORBIDDEN)
  })
})

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true }).map(String)
  } catch {
    return []
  }
}
