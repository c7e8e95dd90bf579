import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticate } from '../../../src/identity/access/authenticate.ts'
import { loadRoleAccess } from '../../../src/identity/access/role-rights.ts'
import { grant, listGrants, revoke } from '../../../src/management/roles/grants.ts'
import { type Fragment, sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { openRecorded, type Recorded, SECRETS } from './open-recorded.ts'

const ARTICLE = 'api::article.article'

describe.each(CLIENTS)('grants, on %s', client => {
  let recorded: Recorded
  beforeAll(async () => {
    recorded = await openRecorded(client)
  })
  beforeEach(() => take())
  afterAll(() => recorded.database.close())

  /** What the public role may do with articles: action and fields. */
  async function granted() {
    const grants = await listGrants(recorded.database, recorded.schema)
    const wanted = grants.filter(({ role, action }) => role === 'public' && action.startsWith(`${ARTICLE}.`))
    return wanted.map(({ action, fields }) => [action.slice(ARTICLE.length + 1), fields])
  }
  const give = (more: object = {}) =>
    grant(recorded.database, recorded.schema, { role: 'public', type: 'article', ...more })
  const take = (more: object = {}) =>
    revoke(recorded.database, recorded.schema, { role: 'public', type: 'article', ...more })
  const count = async (fragment: Fragment) => Number((await recorded.change(fragment))[0]?.[0])

  test('reading is granted when no action is named; a type has three names', async () => {
    for (const type of ['article', 'articles', ARTICLE]) {
      await give({ type })
      expect(await granted()).toEqual([
        ['find', null],
        ['findOne', null],
      ])
      await take({ type })
      expect(await granted()).toEqual([])
    }
  })

  test('a single type is granted find', async () => {
    const { actions } = await give({ type: 'homepage' })
    expect(actions).toEqual(['find'])
  })

  test('a part of a plugin is granted by its short name or its whole one', async () => {
    for (const type of ['upload', 'plugin::upload.content-api']) {
      const { target, actions } = await give({ type, actions: ['upload', 'find'] })
      expect([target.uid, actions]).toEqual(['plugin::upload.content-api', ['upload', 'find']])
      const held = async () =>
        (await listGrants(recorded.database, recorded.schema))
          .filter(({ role, action }) => role === 'public' && action.startsWith('plugin::upload.'))
          .map(({ action }) => action)
      expect(await held()).toEqual(['plugin::upload.content-api.find', 'plugin::upload.content-api.upload'])
      await take({ type })
      expect(await held()).toEqual([])
    }
  })

  test('a part of a plugin has no fields and no actions of content', async () => {
    await expect(give({ type: 'upload', actions: ['create'], fields: ['name'] })).rejects.toMatchObject({
      problems: [
        'there is no action create; available: find, findOne, destroy, upload',
        'plugin::upload.content-api has no fields',
      ],
    })
  })

  test('a grant given twice is stored once, and leaves nothing behind when it is revoked', async () => {
    const before = await count(sql`select count(*) from up_permissions_role_links`)
    await give({ actions: ['find'] })
    await give({ actions: ['find', 'create'] })
    expect(await count(sql`select count(*) from up_permissions_role_links`)).toBe(before + 2)
    await take()
    expect(await count(sql`select count(*) from up_permissions_role_links`)).toBe(before)
    expect(await count(sql`select count(*) from up_permissions where action like 'api::article.article.%'`)).toBe(
      await count(sql`select count(*) from up_permissions as p join up_permissions_role_links as l on l.permission_id = p.id
        where action like 'api::article.article.%'`),
    )
  })

  test('a new grant stands last in the order of its role', async () => {
    await give({ actions: ['find'] })
    const [[mine, last] = []] = await recorded.change(sql`
      select l.permission_order, (select max(permission_order) from up_permissions_role_links where role_id = l.role_id)
      from up_permissions_role_links as l join up_permissions as p on p.id = l.permission_id join up_roles as r on r.id = l.role_id
      where p.action = 'api::article.article.find' and r.type = 'public'`)
    expect(mine).toBe(last)
  })

  test('a list of fields limits reading until reading is granted without one', async () => {
    await give({ fields: ['title', 'id', 'body', 'title'] })
    expect(await granted()).toEqual([
      ['find', ['title', 'body']],
      ['findOne', ['title', 'body']],
    ])
    await give({ actions: ['create'] })
    const { fields } = await loadRoleAccess(recorded.database, recorded.schema, 'public')
    expect(fields).toEqual(new Map([[ARTICLE, new Set(['title', 'body'])]]))
    await give()
    expect((await granted()).map(([, list]) => list)).toEqual([null, null, null])
  })

  test('single fields are taken from a list, or from all fields', async () => {
    await give()
    await take({ fields: ['title'] })
    const all = [...(recorded.schema.types.get(ARTICLE)?.attributes.keys() ?? [])]
    expect((await granted())[0]).toEqual(['find', all.filter(name => name !== 'title')])
    await give({ fields: ['title'] })
    await take({ fields: ['title'] })
    expect((await granted())[0]).toEqual(['find', []])
  })

  test('the list goes with the last right to read', async () => {
    await give({ fields: ['title'] })
    await take({ actions: ['find'] })
    expect(await granted()).toEqual([['findOne', ['title']]])
    await take({ actions: ['findOne'] })
    expect(await count(sql`select count(*) from strapi_core_store_settings where key = 'populus_field_lists'`)).toBe(0)
  })

  test('a list of fields to write stands apart from those to read', async () => {
    const lists = async () => {
      const { fields, writeFields } = await loadRoleAccess(recorded.database, recorded.schema, 'public')
      return [fields, writeFields].map(list => [...(list?.get(ARTICLE) ?? ['all'])])
    }
    await give({ fields: ['title'] })
    await give({ actions: ['create', 'update'], writeFields: ['title', 'body', 'title'] })
    expect(await lists()).toEqual([['title'], ['title', 'body']])
    await give()
    expect(await lists()).toEqual([['all'], ['title', 'body']])
    await take({ writeFields: ['body'] })
    expect(await lists()).toEqual([['all'], ['title']])
    await take({ actions: ['create'] })
    expect(await lists()).toEqual([['all'], ['title']])
    await take({ actions: ['update'] })
    expect(await lists()).toEqual([['all'], ['all']])
    expect(await count(sql`select count(*) from strapi_core_store_settings where key = 'populus_field_lists'`)).toBe(0)
    await give({ actions: ['update', 'find'], fields: ['title'], writeFields: [] })
    expect(await lists()).toEqual([['title'], []])
    await give({ actions: ['update'] })
    expect(await lists()).toEqual([['title'], ['all']])
  })

  test('translations can be granted where there are any', async () => {
    expect((await give({ actions: ['createLocalization'] })).actions).toEqual(['createLocalization'])
    await expect(give({ type: 'tag', actions: ['createLocalization'] })).rejects.toThrow('there is no action')
  })

  test('equal rights of two roles have equal fingerprints, by type and by id', async () => {
    const { database, schema } = recorded
    const byType = await loadRoleAccess(database, schema, 'public')
    const byId = await loadRoleAccess(database, schema, await count(sql`select id from up_roles where type = 'public'`))
    expect(byId.fingerprint).toBe(byType.fingerprint)
    expect((await loadRoleAccess(database, schema, 'authenticated')).fingerprint).not.toBe(byType.fingerprint)
  })

  test('a role that does not exist may do nothing', async () => {
    const { actions, everything } = await loadRoleAccess(recorded.database, recorded.schema, 'nobody')
    expect([actions.size, everything]).toEqual([0, false])
  })

  test('unknown names are listed together with the nearest known ones, and nothing is changed', async () => {
    const before = await granted()
    await expect(give({ role: 'pubic', type: 'artcle', actions: ['fnd'] })).rejects.toThrow(
      [
        'Nothing was changed',
        '  - there is no role pubic; did you mean public?',
        '  - there is no content type artcle; did you mean article?',
        '  - there is no action fnd; did you mean find?',
      ].join('\n'),
    )
    await expect(give({ fields: ['titel'] })).rejects.toThrow('there is no article field titel; did you mean title?')
    await expect(give({ actions: ['create'], fields: ['title'] })).rejects.toThrow(
      'fields can only be listed for find and findOne',
    )
    await expect(take({ actions: ['find'], fields: ['title'] })).rejects.toThrow(
      'specify either actions or fields to revoke',
    )
    expect(await granted()).toEqual(before)
  })
})

test.each(CLIENTS)(
  'a database from before Strapi 4.4, without orders, ends and lists of tokens, on %s',
  async client => {
    const recorded = await openRecorded(client)
    await recorded.database.close()
    const older = [
      sql`drop index up_permissions_role_links_order_inv_fk`,
      sql`alter table up_permissions_role_links drop column permission_order`,
      sql`alter table strapi_api_tokens drop column expires_at`,
      sql`drop table strapi_api_token_permissions_token_links`,
      sql`drop table strapi_api_token_permissions`,
    ]
    for (const fragment of older) await recorded.change(fragment)
    const { database, schema } = await recorded.reopen()
    try {
      await revoke(database, schema, { role: 'public', type: 'article' })
      await grant(database, schema, { role: 'public', type: 'article', fields: ['title'] })
      const { actions, fields } = await loadRoleAccess(database, schema, 'public')
      expect(actions).toContain('api::article.article.findOne')
      expect(fields.get(ARTICLE)).toEqual(new Set(['title']))
      const withToken = (token: string) => authenticate({ database, schema, secrets: SECRETS }, `Bearer ${token}`)
      expect((await withToken('oracle-token-expired')).actions).toContain('api::article.article.find')
      expect((await withToken('oracle-token-custom')).actions.size).toBe(0)
    } finally {
      await database.close()
    }
  },
)
