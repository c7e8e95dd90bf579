/**
 * A database that older versions of Strapi have left: links without numbers, and a table that has grown. The answers are
 * those of a real Strapi 4.26.2 on the same SQLite file; on PostgreSQL unnumbered links come last, as they were stored.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'

const CHANGES = [
  'delete from articles_tags_links where article_id in (2, 5)',
  'insert into articles_tags_links (id, article_id, tag_id) values (901, 5, 6), (902, 2, 10), (903, 2, 3), (904, 5, 3), (905, 2, 6)',
  'alter table tags add column moved varchar(255)',
  'update tags set moved = name',
  'alter table tags drop column name',
  'alter table tags rename column moved to name',
]
const OTHER_ARTICLES = ['en-article-15', 'en-article-22', 'en-article-25', 'en-article-35', 'en-article-38']
const FRENCH_ARTICLES = ['fr-article-2', 'fr-article-5', 'fr-article-15', 'fr-article-22', 'fr-article-25']
const EXPECTED = {
  sqlite: {
    tags: ['tag-3', 'tag-6', 'tag-10'],
    articles: ['en-article-5', 'en-article-2', ...OTHER_ARTICLES, ...FRENCH_ARTICLES],
  },
  postgres: {
    tags: ['tag-10', 'tag-3', 'tag-6'],
    articles: [...OTHER_ARTICLES, ...FRENCH_ARTICLES, 'en-article-5', 'en-article-2'],
  },
}
const TAG = [
  ['slug', 'tag-1'],
  ['weight', 3],
  ['createdAt', '2023-01-01T01:00:00.123Z'],
  ['updatedAt', '2023-01-08T00:00:00.456Z'],
  ['publishedAt', '2023-01-01T02:00:00.789Z'],
] as const
const NAME = ['name', 'Tag J'] as const

describe.each(CLIENTS)('an old database on %s', client => {
  let strapi4: App
  let document: App

  beforeAll(async () => {
    const database = await conformanceDatabase(client)
    await foreign(database, ...CHANGES)
    const project = { folder: CONFORMANCE_PROJECT, database }
    strapi4 = await buildTestApp({ ...project, dialect: 'strapi4' })
    document = await buildTestApp({ ...project, dialect: 'document' })
  })

  const attributes = async (app: App, url: string) =>
    (await app.inject({ url })).json<{ data: { attributes: Record<string, unknown> } }>().data.attributes
  const slugs = async (url: string, name: string) => {
    const { data } = (await attributes(strapi4, url))[name] as { data: { attributes: { slug: string } }[] }
    return data.map(entry => entry.attributes.slug)
  }

  test('related entries without numbers come in the order in which Strapi gives them', async () => {
    const { tags, articles } = EXPECTED[client]
    expect(await slugs('/api/articles/2?populate[tags][fields][0]=slug', 'tags')).toEqual(tags)
    expect(await slugs('/api/tags/6?populate[articles][fields][0]=slug', 'articles')).toEqual(articles)
  })

  test('keys come in the order of the columns in strapi4, in the order of the file in document', async () => {
    expect(Object.entries(await attributes(strapi4, '/api/tags/1'))).toEqual([...TAG, NAME])
    expect(Object.entries(await attributes(document, '/api/tags/1'))).toEqual([NAME, ...TAG])
    expect(Object.keys(await attributes(strapi4, '/api/tags/1?fields[0]=name&fields[1]=slug'))).toEqual([
      'name',
      'slug',
    ])
  })
})
