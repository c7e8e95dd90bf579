/** Everything that is stored under the name of an attribute follows it, when `populus migrate --rename` renames it. */
import { describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { migrateDatabase, ONLY_LOOK } from '../../src/tables/migrate/migrate-database.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { execute, opened, world } from '../storage/small-world.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { selectRows } from '../support/worlds/select-rows.ts'

const person = { name: { type: 'string' } }
const relation = { type: 'relation', relation: 'manyToOne', target: 'api::person.person' }
const BEFORE = world({ post: { subTitle: { type: 'string' }, author: relation, cover: { type: 'media' } }, person })
const AFTER = world({ post: { tagline: { type: 'string' }, writer: relation, photo: { type: 'media' } }, person })
const RENAMES = ['posts.sub_title=tagline', 'posts_author_links=posts_writer_links', 'posts.cover=photo']

const VIEW = 'plugin_content_manager_configuration_content_types::api::post.post'
const json = (given: unknown) => `'${JSON.stringify(given)}'`

async function stored(config: DatabaseConfig, key: string): Promise<unknown> {
  const rows = await selectRows(config, 'strapi_core_store_settings', ['key', 'value'])
  return JSON.parse(String(rows.find(row => row[0] === key)?.[1]))
}

describe.each(CLIENTS)('populus migrate --rename (%s)', client => {
  test('rights, views, lists and saved changes have the new names', async () => {
    const config = await freshDatabase(client)
    const setting = (key: string, value: object) =>
      `insert into strapi_core_store_settings (key, value, type) values ('${key}', ${json(value)}, 'object')`
    await opened(config, BEFORE, ({ database }) =>
      execute(
        database,
        "insert into posts (sub_title) values ('a')",
        "insert into files (name) values ('bread')",
        "insert into files_related_morphs (file_id, related_id, related_type, field) values (1, 1, 'api::post.post', 'cover')",
        setting(VIEW, {
          settings: { mainField: 'subTitle' },
          layouts: { list: ['id', 'subTitle', 'author', 'cover'] },
        }),
        setting('populus_field_lists', { 2: { 'api::post.post': { fields: ['subTitle', 'author'] } } }),
        `insert into admin_permissions (action, subject, properties) values
          ('plugin::content-manager.explorer.read', 'api::post.post', ${json({ fields: ['cover', 'subTitle'], locales: ['en'] })}),
          ('plugin::content-manager.explorer.read', 'api::person.person', ${json({ fields: ['subTitle'] })}),
          ('plugin::upload.read', null, ${json({})})`,
      ),
    )
    await runOwn(
      config,
      `insert into populus.pending_changes (uid, entry_id, changes, admin_id, saved_at)
       values ('api::post.post', 1, ${json({ subTitle: 'b', author: 2 })}, 1, 1)`,
    )
    const { done } = await migrateDatabase({ database: config, limits: DEFAULT_LIMITS }, AFTER, {
      ...ONLY_LOOK,
      renames: RENAMES,
    })
    expect(done).toEqual([
      'renamed column posts.sub_title to tagline',
      'renamed table posts_author_links to posts_writer_links',
      'renamed posts.cover to photo',
      'stored under the new name: views 1, lists of fields 1, rights of administrators 1, saved changes 1',
    ])
    expect(await stored(config, VIEW)).toEqual({
      settings: { mainField: 'tagline' },
      layouts: { list: ['id', 'tagline', 'writer', 'photo'] },
    })
    expect(await stored(config, 'populus_field_lists')).toEqual({
      2: { 'api::post.post': { fields: ['tagline', 'writer'] } },
    })
    const properties = (await selectRows(config, 'admin_permissions', ['id', 'properties']))
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([, value]) => (typeof value === 'string' ? JSON.parse(value) : value))
    expect(properties.slice(-3)).toEqual([
      { fields: ['photo', 'tagline'], locales: ['en'] },
      { fields: ['subTitle'] },
      {},
    ])
    const [pending] = await runOwn(config, 'select changes from populus.pending_changes')
    expect(JSON.parse(String(Object.values(pending as object)[0]))).toEqual({ tagline: 'b', writer: 2 })
  })

  test('a rename that is refused changes none of them', async () => {
    const config = await freshDatabase(client)
    await opened(config, BEFORE, ({ database }) =>
      execute(
        database,
        "insert into posts (sub_title) values ('a')",
        `insert into strapi_core_store_settings (key, value, type) values ('${VIEW}', '{"settings":{"mainField":"subTitle"}}', 'object')`,
      ),
    )
    const renames = ['posts.sub_title=tagline', 'posts.nothing=photo']
    await expect(
      migrateDatabase({ database: config, limits: DEFAULT_LIMITS }, AFTER, { ...ONLY_LOOK, renames }),
    ).rejects.toThrow('Cannot rename posts.nothing=photo')
    expect(await stored(config, VIEW)).toEqual({ settings: { mainField: 'subTitle' } })
  })
})
