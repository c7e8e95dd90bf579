/** Draft and publish, switched on and off while there is content. */
import { describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { type MigrationOrder, migrateDatabase, ONLY_LOOK } from '../../src/tables/migrate/migrate-database.ts'
import { planLines } from '../../src/tables/migrate/plan-lines.ts'
import { execute, opened, query } from '../storage/small-world.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'

const schemaOf = (draftAndPublish: boolean) =>
  buildSchema({
    'src/api/post/content-types/post/schema.json': {
      collectionName: 'posts',
      info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
      options: { draftAndPublish },
      attributes: { title: { type: 'string' } },
    },
  }).schema
const WITH = schemaOf(true)
const WITHOUT = schemaOf(false)

const migrate = (database: DatabaseConfig, schema = WITHOUT, order: Partial<MigrationOrder> = {}) =>
  migrateDatabase({ database, limits: DEFAULT_LIMITS }, schema, { ...ONLY_LOOK, ...order })

const moment = (client: Client) => (client === 'sqlite' ? '1700000000000' : "timestamp '2023-11-14 22:13:20'")

/** How many posts there are, and how many of them have no date of publication. */
const counts = (config: DatabaseConfig, schema = WITHOUT) =>
  opened(config, schema, async ({ database }) => {
    const [row = []] = await query(database, 'select count(*), count(*) - count(published_at) from posts')
    return row.map(Number)
  })

describe.each(CLIENTS)('on %s', client => {
  const insert = (title: string, published = false) =>
    `insert into posts (title, created_at${published ? ', published_at' : ''}) values ('${title}', ${moment(client)}${published ? `, ${moment(client)}` : ''})`

  /** One published post and two drafts. */
  const withDrafts = async () => {
    const config = await freshDatabase(client)
    await opened(config, WITH, ({ database }) => execute(database, insert('a', true), insert('b'), insert('c')))
    return config
  }

  test('switched on, what is there is published as of its creation', async () => {
    const config = await freshDatabase(client)
    await opened(config, WITHOUT, ({ database }) => execute(database, insert('a'), insert('b')))
    const report = await opened(config, WITH, storage => storage.report)
    expect(report).toEqual([
      'dropped index populus_posts_by_title, which the schema no longer needs',
      'added column posts.published_at',
      'added index populus_posts_list',
      'added index populus_posts_by_published_at',
      'added index populus_posts_by_title',
      'published 2 entries of posts, because their type now has drafts',
    ])
    const rows = await opened(config, WITH, ({ database }) =>
      query(database, 'select count(*) from posts where published_at = created_at'),
    )
    expect(Number(rows[0]?.[0])).toBe(2)
  })

  test('a new draft stays a draft at the next start', async () => {
    const config = await withDrafts()
    expect(await counts(config, WITH)).toEqual([3, 2])
    expect(await counts(config, WITH)).toEqual([3, 2])
  })

  test('switched off, the start refuses until somebody has decided about the drafts', async () => {
    const config = await withDrafts()
    await expect(opened(config, WITHOUT, () => undefined)).rejects.toThrow(
      'Drafts would become public\n  - posts has 2 drafts, which would become public: its type no longer has draft and publish',
    )
    const { origin, plan } = await migrate(config)
    expect(planLines(origin, plan)).toEqual([
      'The next start adds:',
      '  index populus_posts_by_title',
      'The next start drops, because the schema no longer needs it:',
      '  index populus_posts_by_published_at',
      '  index populus_posts_by_title',
      'Not applied automatically: posts has 2 drafts, which would become public: its type no longer has draft and publish',
      '  to publish the drafts of all such types: populus migrate --drafts publish',
      '  to delete them: populus migrate --drafts delete',
      '  to keep them hidden: leave draftAndPublish on in the schema',
      'Kept, though no schema file names it:',
      '  column posts.published_at',
    ])
  })

  test('the choice is to publish', async () => {
    const config = await withDrafts()
    expect((await migrate(config, WITHOUT, { drafts: 'publish' })).done).toEqual(['published 2 drafts of posts'])
    expect(await counts(config)).toEqual([3, 0])
  })

  test('the choice is to delete', async () => {
    const config = await withDrafts()
    expect((await migrate(config, WITHOUT, { drafts: 'delete' })).done).toEqual(['deleted 2 drafts of posts'])
    expect(await counts(config)).toEqual([1, 0])
  })

  test('entries made while it is off are no drafts, and are published when it is on again', async () => {
    const config = await withDrafts()
    await migrate(config, WITHOUT, { drafts: 'delete' })
    await opened(config, WITHOUT, ({ database }) => execute(database, insert('d'), insert('e')))
    expect(await counts(config)).toEqual([3, 2])
    expect(await counts(config, WITH)).toEqual([3, 0])
  })
})
