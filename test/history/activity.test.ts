/** Who has changed what and when, searched. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Activity } from '../../src/admin-api/history-api.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'

const TAG = 'api::tag.tag'

describe.each(CLIENTS)('activity on %s', client => {
  const app = panelApp(client)
  let id = 0
  const found = (query: string) => app.data<readonly Activity[]>(`GET /activity?${query}`)
  const actions = async (query: string) => (await found(query)).map(({ action }) => action)

  beforeAll(async () => {
    id = (await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name: 'active' } } })).id
    await app.call(`PUT /content/${TAG}/${id}`, { body: { data: { name: 'secret words' } }, token: app.editor })
    await app.call(`DELETE /content/${TAG}/${id}`)
  })

  it('tells who, what and when, the newest first, and no values', async () => {
    const { body } = await app.call(`GET /activity?type=${TAG}&entry=${id}`)
    const root = { kind: 'admin', id: 1, name: expect.any(String) }
    const of = (action: string, by: object) => ({
      ...{ id: expect.any(Number), type: TAG, entry: id, title: null, locale: null, action, by, at: '<moment>' },
    })
    const editor = { kind: 'admin', id: expect.any(Number), name: 'Eda' }
    expect(body).toEqual({
      data: [of('delete', root), of('update', editor), of('create', root)],
      meta: { more: false },
    })
    expect(JSON.stringify(body)).not.toContain('secret words')
  })

  it('names entries by their titles, for those who may read them', async () => {
    const made = await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name: 'named' } } })
    const { code, id: role } = await app.data<{ code: string; id: number }>('POST /admin-roles', {
      body: { name: 'Auditors' },
    })
    const auditor = await app.person('Aud', code)
    const grant = (...permissions: readonly object[]) => app.call(`PUT /admin-roles/${role}`, { body: { permissions } })
    const audit = { action: 'admin::audit-logs.read', subject: null, fields: null, locales: null, conditions: [] }
    const read = { ...audit, action: 'plugin::content-manager.explorer.read', subject: TAG, fields: ['name'] }
    const titles = async (token: string) =>
      (await app.data<readonly Activity[]>(`GET /activity?type=${TAG}&entry=${made.id}`, { token })).map(
        ({ title }) => title,
      )
    expect(await titles(app.token)).toEqual(['named'])
    await grant(audit)
    expect(await titles(auditor)).toEqual([null])
    await grant(audit, read)
    expect(await titles(auditor)).toEqual(['named'])
    await grant(audit, { ...read, conditions: ['admin::is-creator'] })
    expect(await titles(auditor)).toEqual([null])
  })

  it('names files for those who may read them in the media library', async () => {
    const { code, id: role } = await app.data<{ code: string; id: number }>('POST /admin-roles', {
      body: { name: 'Auditors of files' },
    })
    const auditor = await app.person('Fay', code)
    const [own, other] = await app.data<readonly { id: number; name: string }[]>('GET /media?sort=id')
    for (const file of [own!, other!]) await app.call(`PUT /media/${file.id}`, { body: { caption: 'told of' } })
    const fay = (await app.data<{ id: number }>('GET /me', { token: auditor })).id
    await runOwn(app.database, `update files set created_by_id = ${fay} where id = ${own!.id}`)
    const permission = (action: string, conditions: readonly string[] = []) => {
      return { action, subject: null, fields: null, locales: null, conditions }
    }
    const names = async (...permissions: readonly object[]) => {
      const all = [permission('admin::audit-logs.read'), ...permissions]
      await app.call(`PUT /admin-roles/${role}`, { body: { permissions: all } })
      const query = 'type=plugin::upload.file&action=update&limit=2'
      const found = await app.data<readonly Activity[]>(`GET /activity?${query}`, { token: auditor })
      return found.map(({ title }) => title)
    }
    expect(await names()).toEqual([null, null])
    expect(await names(permission('plugin::upload.read', ['admin::is-creator']))).toEqual([null, own!.name])
    expect(await names(permission('plugin::upload.read'))).toEqual([other!.name, own!.name])
  })

  it('is searched', async () => {
    expect(await actions(`entry=${id}&type=${TAG}&action=update`)).toEqual(['update'])
    expect(await actions(`entry=${id}&type=${TAG}&by=admin:1`)).toEqual(['delete', 'create'])
    expect(await actions(`entry=${id}&type=${TAG}&by=token`)).toEqual([])
    expect(await actions(`entry=${id}&type=${TAG}&from=2000-01-01&to=2100-01-01`)).toEqual([
      'delete',
      'update',
      'create',
    ])
    expect(await actions(`entry=${id}&type=${TAG}&to=2000-01-01`)).toEqual([])
    const [first] = await found(`entry=${id}&type=${TAG}&limit=1`)
    expect(first).toMatchObject({ action: 'delete' })
    expect(await actions(`entry=${id}&type=${TAG}&before=${first!.id}`)).toEqual(['update', 'create'])
  })

  it('bad input, and who may', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'by=nobody',
      'by=admin:x',
      'from=x',
      'action=typo',
      'entry=x',
      'typo=1',
    ])
      expect(await app.status(`GET /activity?${query}`), query).toBe(400)
    expect(await app.status('GET /activity', { token: app.editor })).toBe(403)
    expect(await app.status('GET /activity', { token: null })).toBe(401)
  })
})
