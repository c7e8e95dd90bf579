/** Changes of rights at the same time, by the command line, the management API and REST: none is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { loadRoleAccess } from '../../../src/identity/access/role-rights.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf, WORLD } from '../../support/worlds/world.ts'
import { AdminApp } from '../administrators/admin-app.ts'

const AUTHOR = 'api::author.author'
const ROUNDS = 5

describe.each(CLIENTS)('on %s', client => {
  const admin = new AdminApp()
  let rest: App
  let storages: readonly Storage[]

  beforeAll(async () => {
    await admin.start(client)
    rest = await admin.another()
    const { schema } = await loadSchema(WORLD)
    const config = { database: admin.database, limits: DEFAULT_LIMITS }
    const open = () => openStorage(config, schema, { log: () => undefined })
    storages = [await open(), await open(), await open()]
  })
  afterAll(() => Promise.all(storages.map(({ database }) => database.close())))

  const cli = (process: number, change: typeof grant, input: object) => {
    const { database, schema } = storages[process]!
    return change(database, schema, { role: 'public', type: 'author', ...input })
  }
  const api = async (grants: object) => {
    expect(await admin.status('PATCH /roles/2/grants', { body: { grants } })).toBe(200)
  }
  const access = () => loadRoleAccess(storages[0]!.database, storages[0]!.schema, 'public')

  test('fields that are taken back one by one are all gone', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await cli(0, grant, {})
      await Promise.all(['name', 'email', 'born'].map((field, process) => cli(process, revoke, { fields: [field] })))
      const left = [...((await access()).fields.get(AUTHOR) ?? ['all'])]
      expect(left).not.toEqual(expect.arrayContaining(['name']))
      expect(left.filter(field => ['name', 'email', 'born', 'all'].includes(field))).toEqual([])
    }
  })

  test('grants of one role by the command line and by the management API are all there', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await api({ 'api::tag.tag': { actions: [] }, 'api::team.team': { actions: [] }, [AUTHOR]: { actions: [] } })
      await Promise.all([
        cli(0, grant, { fields: ['name'] }),
        cli(1, grant, { actions: ['create'], writeFields: ['name'] }),
        cli(2, grant, { actions: ['delete'] }),
        api({ 'api::tag.tag': { actions: ['find'], fields: ['name'] } }),
        api({ 'api::team.team': { actions: ['findOne'], fields: ['name'], sortFields: [] } }),
      ])
      const { actions, fields, sortFields, writeFields } = await access()
      expect([...actions].filter(action => /author|tag|team/.test(action))).toEqual([
        ...['create', 'delete', 'find', 'findOne'].map(action => `${AUTHOR}.${action}`),
        'api::tag.tag.find',
        'api::team.team.findOne',
      ])
      const byUid = (lists: ReadonlyMap<string, ReadonlySet<string>> | undefined) =>
        Object.fromEntries([...(lists ?? [])].map(([uid, names]) => [uid, [...names]]).sort())
      expect([byUid(fields), byUid(sortFields), byUid(writeFields)]).toEqual([
        { [AUTHOR]: ['name'], 'api::tag.tag': ['name'], 'api::team.team': ['name'] },
        { 'api::team.team': [] },
        { [AUTHOR]: ['name'] },
      ])
    }
  })

  test('roles of one type that are made at the same time are one', async () => {
    const authorization = (await headersOf('full-access')).authorization!
    const overRest = () =>
      rest.inject({
        method: 'POST',
        url: '/api/users-permissions/roles',
        headers: { authorization },
        payload: { name: 'Editor', type: 'editor' },
      })
    const answers = await Promise.all([
      overRest().then(({ statusCode }) => statusCode),
      admin.status('POST /roles', { body: { name: 'Editor', type: 'editor' } }),
      overRest().then(({ statusCode }) => statusCode),
    ])
    expect(answers.filter(status => status < 300)).toHaveLength(1)
  })
})
