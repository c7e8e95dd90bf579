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
