/** What was done last, as the first page of the panel lists it. */
import { describe, expect, test } from 'vitest'
import type { Recent } from '../../src/admin-api/draft-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const TAGS = 'api::tag.tag'
const ARTICLES = 'api::article.article'

describe.each(CLIENTS)('what was done last, on %s', client => {
  const app = panelApp(client)
  const recent = (token?: string) => app.data<Recent>('GET /recent', token === undefined ? {} : { token })
  const titles = (entries: Recent['edited']) => entries.map(({ title }) => title)
  const create = async (name: string, token = app.editor) =>
    (await app.data<{ id: number }>(`POST /content/${TAGS}`, { body: { data: { name } }, token })).id

  test('is listed by entry, the newest first, with the drafts of the person', async () => {
    const [first] = [await create('first'), await create('second')]
    await app.call(`PUT /content/${TAGS}/${first}`, { body: { data: { weight: 4 } }, token: app.editor })
    await create('by somebody else', app.author)
    const { edited, mine } = await recent(app.editor)
    expect(titles(edited).slice(0, 3)).toEqual(['by somebody else', 'first', 'second'])
    expect(edited[1]).toEqual({ uid: TAGS, id: first, title: 'first', status: 'draft', locale: null, at: '<moment>' })
    expect(titles(mine)).toEqual(['first', 'second'])
  })

  test('knows what was published, what waits to be published, and forgets what was deleted', async () => {
    const id = await create('out')
    await app.call(`POST /content/${TAGS}/${id}/publish`, { body: {} })
    expect(titles((await recent()).published)[0]).toBe('out')
    const pending = { data: { weight: 9 }, pending: true }
    await create('later')
    await app.call(`PUT /content/${TAGS}/${id}`, { body: pending, token: app.editor })
    expect(titles((await recent()).edited)[0]).toBe('out')
    await app.call(`DELETE /content/${TAGS}/${id}`)
    const { edited, published } = await recent()
    expect([...titles(edited), ...titles(published)]).not.toContain('out')
  })

  test('names the locales that an edited entry is missing in, once for all of its translations', async () => {
    const write = async (title: string, more: object = {}) =>
      (await app.data<{ id: number }>(`POST /content/${ARTICLES}`, { body: { data: { title }, ...more } })).id
    const english = await write('Only English')
    const both = await write('In both')
    await write('Dans les deux', { locale: 'fr', translationOf: both })
    expect((await recent()).untranslated).toEqual([
      {
        uid: ARTICLES,
        id: english,
        title: 'Only English',
        status: 'draft',
        locale: 'en',
        at: '<moment>',
        missing: ['fr'],
      },
    ])
    await write('Seulement', { locale: 'fr' })
    await write('En français', { locale: 'fr', translationOf: english })
    expect((await recent()).untranslated.map(({ title, missing }) => [title, missing])).toEqual([['Seulement', ['en']]])
  })

  test('says nothing of translations to people who cannot see or write them', async () => {
    expect((await recent(app.author)).untranslated).toEqual([])
    await app.limit(ARTICLES, [{ action: 'read' }])
    expect((await recent(app.editor)).untranslated).toEqual([])
  })

  test('finds the newest of more entries than are read at once', async () => {
    const ids: number[] = []
    for (let number = 250; number > 0; number -= 1) ids.push(await create(`t${String(number).padStart(3, '0')}`))
    await app.call(`PUT /content/${TAGS}/${ids[0]}`, { body: { data: { weight: 1 } } })
    expect(titles((await recent()).edited).slice(0, 3)).toEqual(['t250', 't001', 't002'])
  })

  test('shows nothing of a type that the person may not read', async () => {
    await app.limit(TAGS, [])
    expect((await recent(app.editor)).edited.filter(({ uid }) => uid === TAGS)).toEqual([])
  })
})
