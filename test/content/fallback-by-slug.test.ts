/** One slug, two entries: what has it itself comes before what only another translation of it has. */
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

describe.each(CLIENTS)('an entry by its slug on %s', client => {
  test('with a fallback, the slug of the locale itself counts more than that of another translation', async () => {
    const database = await worldDatabase(client)
    const cache = { responses: true, totals: true, announcedOnly: false }
    const app = await buildTestApp({ folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', cache })
    const title = async (locale: string, fallback: string): Promise<unknown> => {
      const url = `/api/articles/slug:tide?fields[0]=title&locale=${locale}&fallback=${fallback}`
      return (await app.inject({ url })).json<{ data: { attributes: { title: string } } }>().data.attributes.title
    }
    const payload = { data: { title: 'Tide, the detergent', locale: 'fr', publishedAt: '2024-01-01T00:00:00.000Z' } }
    const created = await app.inject({
      method: 'POST',
      url: '/api/articles',
      headers: await headersOf('full-access'),
      payload,
    })
    expect(created.statusCode, created.payload).toBe(200)
    expect(await title('fr', 'en')).toBe('Marée')
    const { id } = created.json<{ data: { id: number } }>().data
    // As in a database of Strapi, which has no such index.
    const unique = 'articles_slug_unique'
    await foreign(
      database,
      client === 'sqlite' ? `drop index ${unique}` : `alter table articles drop constraint ${unique}`,
    )
    await foreign(database, `update articles set slug = 'tide' where id = ${id}`)
    expect(await title('fr', 'en')).toBe('Tide, the detergent')
    expect(await title('en', 'fr')).toBe('Tide')
  })
})
