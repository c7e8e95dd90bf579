import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { readingFrom } from '../../src/storage/run-fragment.ts'
import { inspectTables } from '../../src/tables/existing/inspect-tables.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { execute, open, opened, query, world } from './small-world.ts'

describe.each(CLIENTS)('a new database on %s', client => {
  test('has every table, column and index that Strapi makes for the same project, in the same column order', async () => {
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const ours = await open(await freshDatabase(client), schema)
    const strapi = await openDatabase(
      { database: await conformanceDatabase(client), limits: DEFAULT_LIMITS },
      { probe: true },
    )
    const place = client === 'sqlite' ? 'main' : 'public'
    const found = await inspectTables(readingFrom(ours.database), ours.database.dialect, place)
    const wanted = await inspectTables(readingFrom(strapi), strapi.dialect, place)
    await ours.database.close()
    await strapi.close()

    expect(wanted.tables.length).toBe(88)
    expect(found.tables.map(table => table.name)).toEqual(wanted.tables.map(table => table.name))
    for (const table of wanted.tables) {
      const made = found.table(table.name)
      expect([table.name, made?.columns]).toEqual([table.name, table.columns])
      const strapis = made?.indexes.filter(index => !index.name.startsWith('populus_'))
      expect([table.name, strapis]).toEqual([table.name, table.indexes])
    }
  })

  test('begins with the roles, the grants, the locale and the settings of Strapi', async () => {
    await opened(await freshDatabase(client), world({ tag: {} }), async ({ database, origin, report }) => {
      expect(origin).toBe('empty')
      expect(report).toContain('added table tags')
      expect(await query(database, 'select id, name, type, description from up_roles order by id')).toEqual([
        [1, 'Authenticated', 'authenticated', 'Default role given to authenticated user.'],
        [2, 'Public', 'public', 'Default role given to unauthenticated user.'],
      ])
      expect(await query(database, 'select id, code, name from i18n_locale')).toEqual([[1, 'en', 'English (en)']])
      const grants = `select r.type, p.action, l.permission_order from up_permissions p
        join up_permissions_role_links l on l.permission_id = p.id join up_roles r on r.id = l.role_id order by p.id`
      expect(await query(database, grants)).toEqual([
        ['authenticated', 'plugin::users-permissions.user.me', 1],
        ['authenticated', 'plugin::users-permissions.auth.changePassword', 2],
        ['public', 'plugin::users-permissions.auth.callback', 1],
        ['public', 'plugin::users-permissions.auth.connect', 2],
        ['public', 'plugin::users-permissions.auth.forgotPassword', 3],
        ['public', 'plugin::users-permissions.auth.resetPassword', 4],
        ['public', 'plugin::users-permissions.auth.register', 5],
        ['public', 'plugin::users-permissions.auth.emailConfirmation', 6],
        ['public', 'plugin::users-permissions.auth.sendEmailConfirmation', 7],
      ])
      const setting = `select value, type from strapi_core_store_settings where key = 'plugin_i18n_default_locale'`
      expect(await query(database, setting)).toEqual([['"en"', 'string']])
    })
  })

  test('is recognised as ours when it is opened again, and nothing is added', async () => {
    const config = await freshDatabase(client)
    const schema = world({ tag: { name: { type: 'string' } } })
    await opened(config, schema, () => {})
    await opened(config, schema, ({ origin, report, advice }) => {
      expect([origin, report, advice]).toEqual(['ours', [], []])
    })
  })

  test('can be opened by two processes at the same time', async () => {
    const config = await freshDatabase(client)
    const schema = world({ tag: { name: { type: 'string' } } })
    const both = await Promise.all([open(config, schema), open(config, schema)])
    expect(await query(both[0].database, 'select count(*) from up_roles')).toEqual([[2]])
    await Promise.all(both.map(storage => storage.database.close()))
  })

  test('takes names that PostgreSQL cuts to the same 63 bytes', async () => {
    const long = 'a'.repeat(28)
    const schema = world({
      [long]: {
        [`${long}s`]: { type: 'relation', relation: 'manyToMany', target: `api::${long}.${long}`, inversedBy: 'back' },
        back: { type: 'relation', relation: 'manyToMany', target: `api::${long}.${long}`, mappedBy: `${long}s` },
      },
    })
    const config = await freshDatabase(client)
    await opened(config, schema, () => {})
    await opened(config, schema, ({ report }) => expect(report).toEqual([]))
  })
})

describe.each(CLIENTS)('a database of ours on %s grows', client => {
  const before = { tag: { name: { type: 'string' }, old: { type: 'integer' } } }
  const after = {
    tag: {
      name: { type: 'string', unique: true },
      color: { type: 'string', unique: true },
      words: { type: 'relation', relation: 'oneToMany', target: 'api::word.word' },
    },
    word: { text: { type: 'text' } },
  }

  test('by columns and tables, and says so; what the files no longer name is kept', async () => {
    const config = await freshDatabase(client)
    await opened(config, world(before), ({ database }) =>
      execute(database, `insert into tags (name, old) values ('a', 7)`),
    )
    const printed: string[] = []
    const { database } = await open(config, world(after), line => printed.push(line))
    expect(printed).toEqual([
      'added table words',
      'added table tags_words_links',
      'added column tags.color',
      'added index populus_tags_name_unique',
      'added index populus_tags_color_unique',
      'kept column tags.old: no schema file names it',
    ])
    expect(await query(database, 'select name, old, color from tags')).toEqual([['a', 7, null]])
    await database.close()
  })

  test('leaves a unique index out where existing rows do not allow it', async () => {
    const config = await freshDatabase(client)
    await opened(config, world(before), ({ database }) =>
      execute(database, `insert into tags (name) values ('a'), ('a'), (null), (null)`),
    )
    await opened(
      config,
      world({ tag: { name: { type: 'string', unique: true }, old: { type: 'integer' } } }),
      async storage => {
        expect(storage.report).toEqual([
          'skipped index populus_tags_name_unique: tags(name) holds the same value more than once',
        ])
        await execute(storage.database, `insert into tags (name) values ('a')`)
      },
    )
  })

  test('refuses a second equal value of a unique attribute', async () => {
    await opened(
      await freshDatabase(client),
      world({ tag: { name: { type: 'string', unique: true } } }),
      async ({ database }) => {
        await execute(database, `insert into tags (name) values ('a'), (null), (null)`)
        await expect(execute(database, `insert into tags (name) values ('a')`)).rejects.toMatchObject({
          key: 'notUnique',
        })
      },
    )
  })
})
