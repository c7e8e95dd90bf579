import { describe, expect, test } from 'vitest'
import type { BulkResult, LocaleCheck, OpenEntry } from '../../src/admin-api/content-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'

describe.each(CLIENTS)('publishing many entries, on %s', client => {
  const app = panelApp(client)
  const create = async (data: object, more: object = {}) =>
    (await app.data<OpenEntry>(`POST ${ARTICLES}`, { body: { data, ...more } })).id

  test('takes as many statements for thirty as for three, and reports every problem of every entry', async () => {
    const ids: number[] = []
    for (let number = 0; number < 30; number += 1)
      ids.push(
        await create({ ...(number % 2 === 0 ? { title: `Many ${number}` } : {}), tags: { connect: [{ id: 1 }] } }),
      )
    const statements: string[] = []
    const watched = await app.watched(text => statements.push(text))
    const dryRun = async (chosen: readonly number[]) => {
      statements.length = 0
      const answer = await watched.inject({
        method: 'POST',
        url: `/admin/api${ARTICLES}/bulk`,
        headers: { authorization: `Bearer ${app.token}` },
        payload: { action: 'publish', ids: chosen, dryRun: true },
      })
      return (JSON.parse(answer.payload) as { data: BulkResult }).data
    }
    await dryRun(ids.slice(0, 3))
    await dryRun(ids.slice(0, 3))
    const few = statements.length
    const problem = { path: ['title'], message: 'title must be defined.', name: 'ValidationError' }
    const untitled = ids.filter((_, index) => index % 2 === 1)
    expect(await dryRun(ids)).toEqual({
      dryRun: true,
      ids: [],
      failed: untitled.map(id => ({ id, message: problem.message, errors: [problem] })),
      incoming: 0,
    })
    expect(few).toBeGreaterThan(3)
    expect(statements.length).toBe(few)
  })

  test('lets the first of two entries have a unique value that both want, and then publishes neither', async () => {
    const first = await create({ title: 'Twin one', slug: 'twin-one' })
    const second = await create({ title: 'Twin two', slug: 'twin-two' })
    const bulk = (ids: readonly number[], dryRun: boolean) =>
      app.data<BulkResult>(`POST ${ARTICLES}/bulk`, { body: { action: 'publish', ids, dryRun } })
    await bulk([first, second], false)
    for (const id of [first, second])
      await app.call(`PUT ${ARTICLES}/${id}`, { body: { data: { slug: 'twin' }, pending: true } })
    const problem = { path: ['slug'], message: 'This attribute must be unique', name: 'ValidationError' }
    for (const dryRun of [true, false])
      expect(await bulk([first, second], dryRun)).toEqual({
        dryRun,
        ids: [],
        failed: [{ id: second, message: problem.message, errors: [problem] }],
        incoming: 0,
      })
    const stored = async (id: number) => {
      const { status, values, pending } = await app.data<OpenEntry>(`GET ${ARTICLES}/${id}`)
      return { status, slug: values.slug, pending: pending?.data ?? null }
    }
    expect(await stored(first)).toEqual({ status: 'modified', slug: 'twin-one', pending: { slug: 'twin' } })
    expect(await bulk([first], false)).toMatchObject({ ids: [first], failed: [] })
    expect(await stored(first)).toEqual({ status: 'published', slug: 'twin', pending: null })
    expect(await bulk([second], false)).toMatchObject({ ids: [], failed: [{ id: second, message: problem.message }] })
    expect(await stored(second)).toEqual({ status: 'modified', slug: 'twin-two', pending: { slug: 'twin' } })
  })

  test('says of each translation what is missing and what is a draft behind it', async () => {
    const english = await create({ title: 'Dunes', tags: { connect: [{ id: 4 }] } })
    const french = await create({ summary: 'Sans titre' }, { locale: 'fr', translationOf: english })
    expect(await app.data<readonly LocaleCheck[]>(`GET ${ARTICLES}/${french}/checks`)).toEqual([
      {
        id: french,
        title: `#${french}`,
        locale: 'fr',
        status: 'draft',
        mayPublish: true,
        problems: [{ path: ['title'], message: 'title must be defined.', name: 'ValidationError' }],
        draftRelations: [],
      },
      {
        id: english,
        title: 'Dunes',
        locale: 'en',
        status: 'draft',
        mayPublish: true,
        problems: [],
        draftRelations: [{ id: 4, uid: 'api::tag.tag', title: 'hidden', status: 'draft', locale: null, path: 'tags' }],
      },
    ])
    const asAuthor = await app.status(`GET ${ARTICLES}/${french}/checks`, { token: app.author })
    expect(asAuthor).toBe(404)
  })
})
