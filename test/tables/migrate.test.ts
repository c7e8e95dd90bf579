import { describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { type MigrationOrder, migrateDatabase, ONLY_LOOK } from '../../src/tables/migrate/migrate-database.ts'
import { planLines } from '../../src/tables/migrate/plan-lines.ts'
import { execute, opened, query, world } from '../storage/small-world.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { preparedDatabase } from '../support/prepared-database.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { selectRows } from '../support/worlds/select-rows.ts'

const migrate = (database: DatabaseConfig, schema: Schema, order: Partial<MigrationOrder> = {}) =>
  migrateDatabase({ database, limits: DEFAULT_LIMITS }, schema, { ...ONLY_LOOK, ...order })

async function plan(database: DatabaseConfig, schema: Schema): Promise<readonly string[]> {
  const migrated = await migrate(database, schema)
  return planLines(migrated.origin, migrated.plan)
}

/** A database that was made for a schema, with one entry. */
async function filled(client: Client, schema: Schema, insert: string): Promise<DatabaseConfig> {
  const fill = (config: DatabaseConfig) => opened(config, schema, ({ database }) => execute(database, insert))
  if (schema === HEADLINE && insert === INSERT) return preparedDatabase(client, 'one headline', fill)
  const config = await freshDatabase(client)
  await fill(config)
  return config
}

const HEADLINE = world({ post: { headline: { type: 'string' } } })
/** What the plan says if lists are no longer sorted by the headline. */
const DROPPED = ['The next start drops, because the schema no longer needs it:', '  index populus_posts_by_headline']
const INSERT = `insert into posts (headline) values ('Bread')`

describe.each(CLIENTS)('schema changes while content exists (%s)', client => {
  test('nothing to do is said', async () => {
    expect(await plan(await filled(client, HEADLINE, INSERT), HEADLINE)).toEqual(['The database matches the schema'])
  })

  test('an empty database is left to the start', async () => {
    const config = await freshDatabase(client)
    expect(await plan(config, HEADLINE)).toEqual(['The database is empty: populus start creates its tables'])
    await expect(migrate(config, HEADLINE, { apply: true })).rejects.toThrow('populus start creates its tables')
  })

  test('new attributes, types and components are added, by the plan and by the start alike', async () => {
    const schema = buildSchema({
      'src/api/post/content-types/post/schema.json': {
        collectionName: 'posts',
        info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
        attributes: {
          headline: { type: 'string' },
          views: { type: 'integer' },
          seo: { type: 'component', component: 'shared.seo' },
        },
      },
      'src/components/shared/seo.json': {
        collectionName: 'components_shared_seos',
        info: { displayName: 'seo' },
        attributes: { text: { type: 'string' } },
      },
    }).schema
    const config = await filled(client, HEADLINE, INSERT)
    expect(await plan(config, schema)).toEqual([
      'The next start adds:',
      '  table components_shared_seos',
      '  table posts_components',
      '  column posts.views',
    ])
    expect((await migrate(config, schema, { apply: true })).done).toEqual([
      'added table components_shared_seos',
      'added table posts_components',
      'added column posts.views',
    ])
    expect(await plan(config, schema)).toEqual(['The database matches the schema'])
    expect(await selectRows(config, 'posts', ['headline', 'views'])).toEqual([['Bread', null]])
  })

  test('what need not be unique any more may be stored twice', async () => {
    const unique = world({ post: { headline: { type: 'string', unique: true } } })
    const config = await filled(client, unique, INSERT)
    await expect(opened(config, unique, ({ database }) => execute(database, INSERT))).rejects.toThrow('must be unique')
    const name = 'populus_posts_headline_unique'
    expect(await plan(config, HEADLINE)).toEqual([
      'The next start drops, because the schema no longer needs it:',
      `  index ${name}`,
    ])
    expect((await migrate(config, HEADLINE, { apply: true })).done).toEqual([
      `dropped index ${name}, which the schema no longer needs`,
    ])
    await opened(config, HEADLINE, ({ database }) => execute(database, INSERT))
    expect(await plan(config, unique)).toEqual([
      `Not applied automatically: index ${name}: posts(headline) holds the same value more than once`,
      '  new entries are still checked; the index is added at the first start after the values are unique',
    ])
    expect((await migrate(config, unique, { apply: true })).done).toEqual([])
    const report = await opened(config, unique, storage => storage.report)
    expect(report).toEqual([`skipped index ${name}: posts(headline) holds the same value more than once`])
  })

  test('a value that translations begin to share is unique in each locale', async () => {
    const post = (localized: boolean) =>
      buildSchema({
        'src/api/post/content-types/post/schema.json': {
          collectionName: 'posts',
          info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
          pluginOptions: { i18n: { localized: true } },
          attributes: { headline: { type: 'string', unique: true, pluginOptions: { i18n: { localized } } } },
        },
      }).schema
    const config = await filled(client, post(true), INSERT)
    expect((await migrate(config, post(false), { apply: true })).done).toEqual([
      'dropped index populus_posts_headline_unique, which the schema no longer needs',
      'added index populus_posts_headline_unique_by_locale',
    ])
    expect(await plan(config, post(false))).toEqual(['The database matches the schema'])
  })

  test('a removed attribute keeps its column', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: {} })
    expect(await plan(config, schema)).toEqual([
      ...DROPPED,
      'Kept, though no schema file names it:',
      '  column posts.headline',
    ])
    expect((await migrate(config, schema, { apply: true })).done).toEqual([
      'dropped index populus_posts_by_headline, which the schema no longer needs',
    ])
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([['Bread']])
  })

  test('a probable rename is refused, with what does it on purpose', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { title: { type: 'string' }, views: { type: 'integer' } } })
    const lines = await plan(config, schema)
    expect(lines).toEqual([
      'The next start adds:',
      '  column posts.views',
      ...DROPPED,
      'Not applied automatically: column posts.title may be posts.headline under a new name',
      '  to rename it: populus migrate --rename posts.headline=title',
      '  or: alter table "posts" rename column "headline" to "title";',
      '  to keep both: populus start adds an empty one',
      'Kept, though no schema file names it:',
      '  column posts.headline',
    ])
    expect((await migrate(config, schema, { renames: ['posts.headline=title'] })).done).toEqual([
      'renamed column posts.headline to title',
    ])
    expect((await migrate(config, schema, { apply: true })).done).toEqual(['added column posts.views'])
    expect(await plan(config, schema)).toEqual(['The database matches the schema'])
    expect(await selectRows(config, 'posts', ['title'])).toEqual([['Bread']])
  })

  test('after a start under the new name, the rename is suggested and still possible', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { title: { type: 'string', unique: true } } })
    const report = await opened(config, schema, storage => storage.report)
    expect(report).toEqual([
      'dropped index populus_posts_by_headline, which the schema no longer needs',
      'added column posts.title',
      'added index populus_posts_by_title',
      'added index populus_posts_title_unique',
      'posts.title is empty. If it is posts.headline under a new name, keep the content with: populus migrate --rename posts.headline=title',
      'kept column posts.headline: no schema file names it',
    ])
    expect(await plan(config, schema)).toEqual([
      'Not applied automatically: posts.title is empty and may be posts.headline under a new name',
      '  to rename it: populus migrate --rename posts.headline=title',
      'Kept, though no schema file names it:',
      '  column posts.headline',
    ])
    expect((await migrate(config, schema, { renames: ['posts.headline=title'] })).done).toEqual([
      'dropped the empty column posts.title',
      'renamed column posts.headline to title',
    ])
    expect(await plan(config, schema)).toEqual([
      'The next start adds:',
      '  index populus_posts_by_title',
      '  index populus_posts_title_unique',
    ])
    expect(await selectRows(config, 'posts', ['title'])).toEqual([['Bread']])
  })

  test('a rename onto a column with values is refused, with the command that fills its gaps', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { title: { type: 'string' } } })
    await opened(config, schema, ({ database }) => execute(database, `insert into posts (title) values ('Cake')`))
    const renamed = migrate(config, schema, { renames: ['posts.headline=title'] })
    await expect(renamed).rejects.toThrow('column posts.title already has values')
    const fill = await renamed.catch((error: Error) => /values: (update .*);/.exec(error.message)?.[1] ?? '')
    await opened(config, schema, ({ database }) => execute(database, String(fill)))
    expect((await selectRows(config, 'posts', ['title'])).flat().sort()).toEqual(['Bread', 'Cake'])
  })

  test('a reference column and a relation can be renamed after a start, with their keys', async () => {
    const person = { name: { type: 'string' } }
    const relation = { type: 'relation', relation: 'manyToOne', target: 'api::person.person' }
    const before = world({ post: { author: relation, editor: { ...relation, useJoinTable: false } }, person })
    const after = world({ post: { writer: relation, reviser: { ...relation, useJoinTable: false } }, person })
    const config = await filled(client, before, 'insert into persons (name) values (null)')
    await opened(config, before, ({ database }) =>
      execute(
        database,
        'insert into posts (editor_id) select id from persons',
        'insert into posts_author_links (post_id, person_id) select posts.id, persons.id from posts, persons',
      ),
    )
    await opened(config, after, () => undefined)
    const renames = ['posts.editor_id=reviser_id', 'posts_author_links=posts_writer_links']
    expect((await migrate(config, after, { renames })).done).toEqual([
      'dropped the empty column posts.reviser_id',
      'renamed column posts.editor_id to reviser_id',
      'dropped the empty table posts_writer_links',
      'renamed table posts_author_links to posts_writer_links',
    ])
    expect(await plan(config, after)).toEqual(['The database matches the schema'])
    expect(await selectRows(config, 'posts_writer_links', ['post_id', 'person_id'])).toEqual([[1, 1]])
    await opened(config, after, ({ database }) => execute(database, 'delete from persons'))
    expect(await selectRows(config, 'posts', ['reviser_id'])).toEqual([[null]])
    expect(await selectRows(config, 'posts_writer_links', ['post_id'])).toEqual([])
  })

  test('a renamed type can be renamed after a start, and what refers to it follows', async () => {
    const named = (collectionName: string) =>
      buildSchema({
        'src/api/post/content-types/post/schema.json': {
          collectionName,
          info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
          attributes: {
            title: { type: 'string' },
            next: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
          },
        },
      }).schema
    const config = await filled(client, named('posts'), `insert into posts (title) values ('Bread')`)
    const after = named('articles')
    await opened(config, after, () => undefined)
    const { done } = await migrate(config, after, { renames: ['posts=articles'] })
    expect(done).toEqual(['dropped the empty table articles', 'renamed table posts to articles'])
    expect(await selectRows(config, 'articles', ['title'])).toEqual([['Bread']])
    const link = 'insert into articles_next_links (post_id, inv_post_id) values (1, 1)'
    await opened(config, after, ({ database }) => execute(database, link, 'delete from articles'))
    expect(await selectRows(config, 'articles_next_links', ['post_id'])).toEqual([])
  })

  test('components, dynamic zones and media keep their content under a new name', async () => {
    const named = (seo: string, body: string, cover: string) =>
      buildSchema({
        'src/api/post/content-types/post/schema.json': {
          collectionName: 'posts',
          info: { singularName: 'post', pluralName: 'posts', displayName: 'post' },
          attributes: {
            [seo]: { type: 'component', component: 'shared.seo' },
            [body]: { type: 'dynamiczone', components: ['shared.quote'] },
            [cover]: { type: 'media' },
          },
        },
        ...Object.fromEntries(
          ['seo', 'quote'].map(name => [
            `src/components/shared/${name}.json`,
            { collectionName: `components_${name}s`, info: {}, attributes: { text: { type: 'string' } } },
          ]),
        ),
      }).schema
    const config = await filled(client, named('seo', 'body', 'cover'), 'insert into posts (created_at) values (null)')
    await opened(config, named('seo', 'body', 'cover'), ({ database }) =>
      execute(
        database,
        "insert into components_seos (text) values ('a')",
        "insert into posts_components (entity_id, component_id, component_type, field) values (1, 1, 'shared.seo', 'seo'), (1, 1, 'shared.quote', 'body')",
        "insert into files (name) values ('bread')",
        "insert into files_related_morphs (file_id, related_id, related_type, field) values (1, 1, 'api::post.post', 'cover')",
      ),
    )
    const after = named('meta', 'blocks', 'photo')
    const report = await opened(config, after, storage => storage.report)
    const hint = (from: string, to: string) =>
      `posts.${to} is empty. If it is posts.${from} under a new name, keep the content with: populus migrate --rename posts.${from}=${to}`
    expect(report).toEqual([hint('body', 'blocks'), hint('seo', 'meta'), hint('cover', 'photo')])
    expect((await plan(config, after)).slice(-4)).toEqual([
      'Kept, though no schema file names it:',
      '  content of posts.body',
      '  content of posts.seo',
      '  content of posts.cover',
    ])
    const rename = (text: string) => migrate(config, after, { renames: [text] })
    await expect(rename('posts.seo=photo')).rejects.toThrow('posts.photo cannot hold the content of posts.seo')
    const row =
      "insert into posts_components (entity_id, component_id, component_type, field) values (1, 2, 'shared.seo', 'meta')"
    await opened(config, after, ({ database }) => execute(database, row))
    await expect(rename('posts.seo=meta')).rejects.toThrow(
      'Cannot rename posts.seo=meta\n  - posts.meta already has content',
    )
    await opened(config, after, ({ database }) =>
      execute(database, "delete from posts_components where field = 'meta'"),
    )
    const renames = ['posts.seo=meta', 'posts.body=blocks', 'posts.cover=photo']
    expect((await migrate(config, after, { renames })).done).toEqual([
      'renamed posts.seo to meta',
      'renamed posts.body to blocks',
      'renamed posts.cover to photo',
    ])
    expect(await plan(config, after)).toEqual(['The database matches the schema'])
    expect((await selectRows(config, 'posts_components', ['field'])).flat().sort()).toEqual(['blocks', 'meta'])
    expect(await selectRows(config, 'files_related_morphs', ['field'])).toEqual([['photo']])
  })

  test('a renamed relation is recognised by its table', async () => {
    const before = world({
      post: { author: { type: 'relation', relation: 'oneToOne', target: 'api::person.person' } },
      person: { name: { type: 'string' } },
    })
    const after = world({
      post: { writer: { type: 'relation', relation: 'oneToOne', target: 'api::person.person' } },
      person: { name: { type: 'string' } },
    })
    const config = await filled(client, before, 'insert into posts (created_at) values (null)')
    expect((await plan(config, after)).slice(0, 2)).toEqual([
      'Not applied automatically: table posts_writer_links may be posts_author_links under a new name',
      '  to rename it: populus migrate --rename posts_author_links=posts_writer_links',
    ])
    expect((await migrate(config, after, { apply: true })).done).toEqual([])
    const { done } = await migrate(config, after, { renames: ['posts_author_links=posts_writer_links'] })
    expect(done).toEqual(['renamed table posts_author_links to posts_writer_links'])
    expect(await plan(config, after)).toEqual(['The database matches the schema'])
  })

  test('a rename that the schema does not wait for is refused with the nearest names', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { title: { type: 'string' } } })
    const rename = (text: string) => migrate(config, schema, { renames: [text] })
    await expect(rename('posts.headlin=titel')).rejects.toThrow(
      'Cannot rename posts.headlin=titel\n  - the database has no column posts.headlin; did you mean headline?\n  - the schema has no column posts.titel; did you mean title?',
    )
    await expect(rename('nonsense')).rejects.toThrow('nonsense is not a rename')
    await expect(rename('posts=articles')).rejects.toThrow('the schema still has table posts')
  })

  test('a text becomes a long one without a loss', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { headline: { type: 'richtext' } } })
    const change = '  column posts.headline from character varying(255) to text'
    // SQLite has one kind of text, whatever the column says.
    const expected = client === 'sqlite' ? DROPPED : [...DROPPED, 'The next start changes:', change]
    expect(await plan(config, schema)).toEqual(expected)
    await migrate(config, schema, { apply: true })
    expect(await plan(config, schema)).toEqual(['The database matches the schema'])
    const long = 'x'.repeat(1000)
    await opened(config, schema, ({ database }) => execute(database, `update posts set headline = '${long}'`))
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([[long]])
  })

  test('a type change that may lose values stops the start, and a command makes it', async () => {
    const config = await filled(client, HEADLINE, `insert into posts (headline) values ('42')`)
    const schema = world({ post: { headline: { type: 'integer' } } })
    const [dropped, index, ...lines] = await plan(config, schema)
    expect([dropped, index]).toEqual(DROPPED)
    expect(lines).toEqual([
      expect.stringMatching(
        /^Not applied automatically: column posts\.headline has the type .*\(255\), but the schema needs integer$/,
      ),
      '  to convert its values: populus migrate --convert posts.headline',
      '  to keep them as they are: change the type back in the schema file',
    ])
    await expect(opened(config, schema, async () => undefined)).rejects.toThrow(
      /^Columns that have values would change their type\n {2}- column posts\.headline has[^\n]*\n.*--convert posts\.headline/,
    )
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([['42']])
    const { done } = await migrate(config, schema, { conversions: ['posts.headline'] })
    expect(done).toEqual([expect.stringMatching(/^converted column posts\.headline from .*\(255\) to integer$/)])
    expect(await plan(config, schema)).toEqual(['The database matches the schema'])
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([[42]])
    await expect(migrate(config, schema, { conversions: ['posts.headline'] })).rejects.toThrow(
      'it is no column whose type',
    )
  })

  test('values that another type cannot hold are never lost', async () => {
    const config = await filled(client, HEADLINE, INSERT)
    const schema = world({ post: { headline: { type: 'integer' } } })
    await expect(migrate(config, schema, { conversions: ['posts.headline'] })).rejects.toThrow(
      'change the type back in the schema file',
    )
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([['Bread']])
    expect(await plan(config, HEADLINE)).toEqual(['The database matches the schema'])
  })

  test('a column without values gets its new type at the next start, with its indexes', async () => {
    const config = await filled(client, HEADLINE, 'insert into posts (headline) values (null)')
    const schema = world({ post: { headline: { type: 'integer', unique: true } } })
    expect((await plan(config, schema)).join('\n')).toMatch(
      /The next start changes:\n {2}column posts\.headline from .*\(255\) to integer/,
    )
    await opened(config, schema, ({ database }) => execute(database, 'update posts set headline = 7'))
    expect(await plan(config, schema)).toEqual(['The database matches the schema'])
    expect(await selectRows(config, 'posts', ['headline'])).toEqual([[7]])
  })

  test('also where the types have nothing in common', async () => {
    const kinds = ['string', 'text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'time', 'json'] as const
    const pairs = kinds.flatMap(from => kinds.map(to => ({ name: `${from}_to_${to}`, from, to })))
    const typed = (side: 'from' | 'to') =>
      world({ post: Object.fromEntries(pairs.map(pair => [pair.name, { type: pair[side] }])) })
    const config = await filled(client, typed('from'), 'insert into posts (string_to_text) values (null)')
    await opened(config, typed('to'), async () => undefined)
    expect(await plan(config, typed('to'))).toEqual(['The database matches the schema'])
  })

  test('a database of Strapi is not changed unless its owner says so', async () => {
    const config = await conformanceDatabase(client)
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const missing = 'alter table tags drop column name'
    await opened(config, schema, ({ database }) => execute(database, missing))
    const lines = await plan(config, schema)
    expect(lines.slice(0, 3)).toEqual([
      'This database was created by Strapi: populus start leaves its tables as they are',
      'populus migrate --apply --adopted would add:',
      '  column tags.name',
    ])
    expect(lines.join('\n')).not.toMatch(/Not applied|would change/)
    await expect(migrate(config, schema, { apply: true })).rejects.toThrow('not changed unless its owner agrees')
    expect((await migrate(config, schema, { apply: true, adopted: true })).done[0]).toBe('added column tags.name')
    const [row] = await opened(config, schema, ({ database }) => query(database, 'select count(name) from tags'))
    expect(Number(row?.[0])).toBe(0)
  })
})
