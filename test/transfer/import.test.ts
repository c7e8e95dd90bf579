import { beforeAll, describe, expect, test } from 'vitest'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { execute, query } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { databaseWithTables } from '../support/prepared-database.ts'
import { WORLD, worldDatabase } from '../support/worlds/world.ts'
import { componentFile, typeFile } from '../support/worlds/write-world.ts'
import { bulkSchema, headerFor } from './generated-content.ts'
import { exported, fileOf, imported, using } from './transfers.ts'

const post = (id: number, attributes: object = {}) => ({ type: 'api::post.post', id, attributes })

describe.each(CLIENTS)('populus import (%s)', client => {
  const schema = bulkSchema()
  const header = headerFor(schema, 'post', 'label')
  let world: Schema
  beforeAll(async () => {
    world = (await loadSchema(WORLD)).schema
  })

  test('names file and line of everything that is wrong, and writes nothing', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const file = fileOf([
      header,
      post(1, { titel: 'x' }),
      post(2, { title: 5 }),
      { type: 'api::psot.post', id: 3, attributes: {} },
      post(0),
      '{"type":',
      post(6, { labels: [{ type: 'api::post.post', id: 1 }] }),
      post(7, { seo: { id: 1, sumary: 'x' } }),
      post(8, { labels: 5 }),
      post(9, { publishedAt: 'yesterday' }),
    ])
    await expect(imported(config, schema, file)).rejects.toThrow(
      [
        `Cannot import ${file}`,
        `  - ${file}, line 2: api::post.post has no attribute titel; did you mean title?`,
        `  - ${file}, line 3: title cannot be 5: its type is string`,
        `  - ${file}, line 4: the header does not list the content type api::psot.post; did you mean api::post.post?`,
        `  - ${file}, line 5: id must be a whole number from 1 to 562949953421311, not 0`,
        `  - ${file}, line 6: is not JSON (Unexpected end of JSON input)`,
        `  - ${file}, line 7: labels[0].type must be api::label.label, not api::post.post`,
        `  - ${file}, line 8: seo: shared.seo has no attribute sumary; did you mean summary?`,
        `  - ${file}, line 9: labels must be a list`,
        `  - ${file}, line 10: publishedAt cannot be "yesterday": Invalid format, expected a timestamp or an ISO date`,
      ].join('\n'),
    )
    expect(await exported(config, schema, ['post'])).toHaveLength(1)
  })

  test('refuses what is of the wrong type or does not fit the database, in components too', async () => {
    const config = await freshDatabase(client)
    const types = buildSchema({
      ...typeFile('post', {
        count: { type: 'integer' },
        price: { type: 'decimal' },
        flag: { type: 'boolean' },
        words: { type: 'array' },
        story: { type: 'blocks' },
        kind: { type: 'enumeration', enum: ['a'] },
        name: { type: 'string', minLength: 5 },
        part: { type: 'component', component: 'shared.part' },
      }),
      ...componentFile('shared.part', { size: { type: 'integer' } }),
    }).schema
    const file = fileOf([
      headerFor(types, 'post'),
      post(1, { count: 1.5 }),
      post(2, { count: '1' }),
      post(3, { flag: 'yes', price: 'much' }),
      post(4, { words: { a: 1 }, story: 'text' }),
      post(5, { part: { id: 1, size: 0.5 } }),
      post(6, { kind: 'b', name: 'x', words: [1], story: [], count: null }),
    ])
    await expect(imported(config, types, file)).rejects.toThrow(
      [
        `Cannot import ${file}`,
        `  - ${file}, line 2: count cannot be 1.5: its type is integer`,
        `  - ${file}, line 3: count cannot be "1": its type is integer`,
        `  - ${file}, line 4: flag cannot be "yes": its type is boolean`,
        `  - ${file}, line 4: price cannot be "much": its type is decimal`,
        `  - ${file}, line 5: words cannot be {"a":1}: its type is array`,
        `  - ${file}, line 5: story cannot be "text": its type is blocks`,
        `  - ${file}, line 6: part.size cannot be 0.5: its type is integer`,
      ].join('\n'),
    )
    expect(await exported(config, types, ['post'])).toHaveLength(1)
    const large = fileOf([
      headerFor(types, 'post'),
      post(1, { count: 2 ** 31, name: 'x'.repeat(256) }),
      post(2, { name: '\0' }),
    ])
    if (client === 'sqlite') return void (await imported(config, types, large))
    await expect(imported(config, types, large)).rejects.toThrow(
      [
        `Cannot import ${large}`,
        `  - ${large}, line 2: count must be a number from -2147483648 to 2147483647`,
        `  - ${large}, line 2: name must be at most 255 characters`,
        `  - ${large}, line 3: name must not contain the NUL character`,
      ].join('\n'),
    )
    expect(await exported(config, types, ['post'])).toHaveLength(1)
  })

  test('refuses a file of another project, another version, or none of ours', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const types = [
      { uid: 'api::posts.post', attributes: {} },
      { uid: 'api::post.post', attributes: { title: 'integer', sulg: 'uid' } },
    ]
    const other = fileOf([{ format: 'populus-content', version: 1, types }])
    await expect(imported(config, schema, other)).rejects.toThrow(
      [
        `  - ${other}, line 1: this project has no content type api::posts.post; did you mean api::post.post?`,
        `  - ${other}, line 1: api::post.post.title is "integer" in the file and "string" in this project`,
        `  - ${other}, line 1: api::post.post has no attribute sulg; did you mean slug?`,
      ].join('\n'),
    )
    const newer = fileOf([{ format: 'populus-content', version: 2, types: [] }])
    await expect(imported(config, schema, newer)).rejects.toThrow(
      'has version 2 of the format; this Populus reads version 1',
    )
    await expect(imported(config, schema, fileOf(['[]']))).rejects.toThrow('line 1: is not the header of an export')
    await expect(imported(config, schema, fileOf([]))).rejects.toThrow('is empty')
    await expect(imported(config, schema, '/nowhere.ndjson')).rejects.toThrow('Cannot read /nowhere.ndjson')
  })

  test('notices a file that was cut off', async () => {
    const lines = await exported(await worldDatabase(client), world)
    await expect(imported(await freshDatabase(client), world, fileOf(lines.slice(0, -1)))).rejects.toThrow(
      /the header announces \d+ entries of .*, but the file has \d+/,
    )
  })

  test('all or nothing: a row that the database refuses leaves nothing behind, and is named by its line', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const file = fileOf([header, post(1, { slug: 'a' }), post(2, { slug: 'b' }), post(3, { slug: 'a' })])
    await expect(imported(config, schema, file, { mode: 'all-or-nothing', batch: 2 })).rejects.toThrow(
      `${file}, line 4: posts already has such a row`,
    )
    expect(await exported(config, schema, ['post'])).toHaveLength(1)
    const lost = fileOf([header, post(1, { labels: [{ type: 'api::label.label', id: 9 }] })])
    await expect(imported(config, schema, lost, { mode: 'all-or-nothing' })).rejects.toThrow(
      `${lost}, line 2: a reference has no target`,
    )
    expect(await exported(config, schema, ['post'])).toHaveLength(1)
  })

  test('in batches: what was written stays, and nothing else begins before that is settled', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const file = fileOf([header, post(1, { slug: 'a' }), post(2, { slug: 'a' })])
    await expect(imported(config, schema, file, { batch: 2 })).rejects.toThrow(
      `${file}, line 3: posts already has such a row`,
    )
    expect(await exported(config, schema, ['post'])).toHaveLength(2)
    const other = fileOf([header, post(5)])
    await expect(imported(config, schema, other)).rejects.toThrow(
      `The import of ${file} was interrupted (entries, line 2)`,
    )
    await expect(imported(config, schema, other, { mode: 'resume' })).rejects.toThrow(
      `The interrupted import was of ${file}; ${other} is a different file`,
    )
    await using(config, schema, ({ database }) => execute(database, `update posts set slug = 'z' where id = 1`))
    await imported(config, schema, file, { mode: 'resume' })
    expect(await exported(config, schema, ['post'])).toHaveLength(3)
    await expect(imported(config, schema, file, { mode: 'resume' })).rejects.toThrow('No interrupted import to resume')
  })

  test('an interrupted import can be forgotten', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const file = fileOf([header, post(1, { slug: 'a' }), post(2, { slug: 'a' })])
    await expect(imported(config, schema, file, { batch: 2 })).rejects.toThrow('line 3')
    await imported(config, schema, fileOf([header, post(1, { slug: 'b' })]), { forget: true })
    expect((await exported(config, schema, ['post'])).slice(1).map(line => JSON.parse(line).id)).toEqual([1, 2])
  })

  test('what is left out is empty, but the dates; a plain password is hashed', async () => {
    const config = await freshDatabase(client)
    const article = {
      type: 'api::article.article',
      id: 7,
      attributes: { title: 'Short', locale: 'en', passcode: 'sesame' },
    }
    await imported(config, world, fileOf([headerFor(world, 'article'), article]))
    const [, line = ''] = await exported(config, world, ['article'])
    const { id, attributes } = JSON.parse(line)
    expect([id, attributes.title, attributes.passcode, attributes.createdAt, attributes.publishedAt]).toEqual([
      7,
      'Short',
      { hash: 'hash of sesame' },
      '2024-05-01T12:00:00.000Z',
      null,
    ])
  })

  test('the next entry gets an id of its own', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    await imported(config, schema, fileOf([header, post(41)]))
    const ids = await using(config, schema, async ({ database }) => {
      await execute(database, `insert into posts (title) values ('new')`)
      return query(database, 'select max(id) from posts')
    })
    expect(Number(ids[0]?.[0])).toBeGreaterThan(41)
  })

  test('a single type that is there already is refused', async () => {
    const config = await worldDatabase(client)
    const lines = await exported(config, world, ['homepage'])
    await expect(imported(config, world, fileOf(lines))).rejects.toThrow(
      'api::homepage.homepage is a single type, and this database already has its entry',
    )
  })

  test('roles and locales are recognised by their key', async () => {
    const config = await databaseWithTables(client, 'bulk', schema)
    const uid = 'plugin::users-permissions.role'
    const roles = [
      { type: uid, id: 7, attributes: { name: 'Everybody', type: 'public' } },
      { type: uid, id: 2, attributes: { name: 'Editor', type: 'editor' } },
    ]
    const user = {
      type: 'plugin::users-permissions.user',
      id: 4,
      attributes: { username: 'kai', role: { type: uid, id: 7 } },
    }
    await imported(config, schema, fileOf([headerFor(schema, uid, 'plugin::users-permissions.user'), ...roles, user]))
    const rows = await using(config, schema, ({ database }) =>
      query(database, 'select id, name, type from up_roles order by id'),
    )
    expect(rows).toEqual([
      [1, 'Authenticated', 'authenticated'],
      [2, 'Everybody', 'public'],
      [8, 'Editor', 'editor'],
    ])
    const links = await using(config, schema, ({ database }) =>
      query(database, 'select user_id, role_id from up_users_role_links'),
    )
    expect(links).toEqual([[4, 2]])
  })
})
