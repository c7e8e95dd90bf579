/** Lists of fields of earlier releases, which had them in a table of Populus' own, move to where the permissions are. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadRoleAccess } from '../../src/identity/access/role-rights.ts'
import { grant } from '../../src/management/roles/grants.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { type Fragment, sql } from '../../src/sql/fragment.ts'
import { runningIn } from '../../src/storage/run-fragment.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD, worldDatabase } from '../support/worlds/world.ts'

const AUTHOR = 'api::author.author'

describe.each(CLIENTS)('the lists of an earlier release on %s', client => {
  async function opened() {
    const { schema } = await loadSchema(WORLD)
    const database = await worldDatabase(client, { grants: [{ role: 'public', type: 'author' }] })
    const open = () => openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    const old = [
      sql`create table populus.field_grants (role_id integer not null, action varchar(255) not null, fields text not null, primary key (role_id, action))`,
      sql`insert into populus.field_grants values (2, 'api::author.author.find', '["name","email"]'), (2, 'api::author.author.findOne', '["name"]'),
        (2, 'api::author.author.sort', '[]'), (2, 'api::author.author.write', 'broken'), (1, 'api::tag.tag.filter', '["name"]')`,
    ]
    const change = async (...statements: readonly Fragment[]) => {
      const storage = await open()
      await storage.database.write(async transaction => {
        for (const statement of statements) await runningIn(transaction, storage.database)(statement)
      })
      await storage.database.close()
    }
    const lists = async (role: string) => {
      const { database: other, schema: bound } = await open()
      const { fields, filterFields, sortFields, writeFields } = await loadRoleAccess(other, bound, role)
      await other.close()
      return [fields, filterFields, sortFields, writeFields].map(given =>
        Object.fromEntries([...(given ?? [])].map(([uid, names]) => [uid, [...names]])),
      )
    }
    return { open, old, change, lists }
  }

  test('limit the same things after the next start', async () => {
    const { old, change, lists } = await opened()
    await change(...old)
    for (let start = 0; start < 2; start += 1) {
      expect(await lists('public')).toEqual([{ [AUTHOR]: ['name'] }, {}, { [AUTHOR]: [] }, { [AUTHOR]: [] }])
      expect(await lists('authenticated')).toEqual([{}, { 'api::tag.tag': ['name'] }, {}, {}])
    }
  })

  test('are only removed when a crash has fallen between the move and the removal', async () => {
    const { open, old, change, lists } = await opened()
    await change(...old)
    const { database, schema } = await open()
    await grant(database, schema, { role: 'public', type: 'author', fields: ['born'] })
    await database.close()
    await change(...old)
    expect((await lists('public'))[0]).toEqual({ [AUTHOR]: ['born'] })
  })

  test('that cannot be understood leave nobody any right, and are not written over', async () => {
    const { open, change, lists } = await opened()
    await change(sql`insert into strapi_core_store_settings (key, value) values ('populus_field_lists', '{"2":')`)
    expect(await lists('public')).toEqual([{}, {}, {}, {}])
    const { database, schema } = await open()
    expect((await loadRoleAccess(database, schema, 'public')).actions.size).toBe(0)
    await expect(grant(database, schema, { role: 'public', type: 'author' })).rejects.toThrow()
    await database.close()
  })
})
