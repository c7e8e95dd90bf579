import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { ViewConfiguration } from '../../src/admin-api/view-api.ts'
import { defaultView } from '../../src/management/views/default-view.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { FORBIDDEN } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const DATA = new URL('../conformance/data/', import.meta.url).pathname

describe('views that nobody configured', () => {
  test('are those that a real Strapi made', async () => {
    const { schema } = await loadSchema(join(DATA, 'project'))
    const stored = strapiViews()
    const models = [...schema.types.values(), ...schema.components.values()].filter(
      ({ uid }) => uid.startsWith('api::') || !uid.includes('::') || uid === 'plugin::users-permissions.user',
    )
    expect(models.length).toBeGreaterThan(15)
    for (const model of models)
      expect(
        withoutList({ ...defaultView(model, schema), ...(model.kind === 'component' ? { isComponent: true } : {}) }),
      ).toEqual(withoutList(stored.get(model.uid) as ViewConfiguration))
  })
})

/** Lists differ: they show what entries are recognised by, and more of them. */
function withoutList({ settings: { pageSize: _, ...settings }, layouts: { edit }, ...view }: ViewConfiguration) {
  return { ...view, settings, edit }
}

function strapiViews(): ReadonlyMap<string, unknown> {
  const file = join(tmpdir(), `populus-views-${process.pid}.db`)
  writeFileSync(file, gunzipSync(readFileSync(join(DATA, 'content.sqlite.gz'))))
  const database = new Database(file, { readonly: true })
  const rows = database
    .prepare("select value from strapi_core_store_settings where key like 'plugin_content_manager_configuration%'")
    .all() as { value: string }[]
  database.close()
  return new Map(rows.map(({ value }) => JSON.parse(value) as { uid: string }).map(view => [view.uid, view]))
}

describe.each(CLIENTS)('configured views, on %s', client => {
  const app = panelApp(client)

  test('are stored as Strapi stores them, and shown to everyone', async () => {
    const before = await app.data<ViewConfiguration>('GET /views/api::tag.tag')
    const { uid, settings, metadatas, layouts } = before
    expect(uid).toBe('api::tag.tag')
    const body = {
      settings: { ...settings, pageSize: 50, defaultSortOrder: 'DESC' },
      metadatas: {
        ...metadatas,
        name: { edit: { ...metadatas.name!.edit, label: 'Label' }, list: metadatas.name!.list },
      },
      layouts: { list: ['name'], edit: layouts.edit },
    }
    expect(await app.call('PUT /views/api::tag.tag', { body, token: app.editor })).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    })
    expect(await app.call('PUT /views/api::tag.tag', { body })).toMatchObject({
      status: 200,
      body: { data: { uid, ...body } },
    })
    const all = await app.data<Record<string, ViewConfiguration>>('GET /views', { token: app.author })
    expect(all['api::tag.tag']).toEqual({ uid, ...body })
    expect(Object.keys(all)).toContain('shared.seo')
    expect(Object.keys(all)).not.toContain('plugin::users-permissions.user')
  })

  test('name only attributes that exist', async () => {
    const { settings, metadatas, layouts } = await app.data<ViewConfiguration>('GET /views/shared.seo')
    const body = { settings: { ...settings, mainField: 'nope' }, metadatas, layouts: { ...layouts, list: ['id', 'x'] } }
    const answer = await app.call('PUT /views/shared.seo', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: { message: 'settings.mainField: there is no attribute nope; layouts.list.1: there is no attribute x' },
    })
    expect(await app.status('GET /views/api::nothing.nothing')).toBe(404)
    expect(await app.status('GET /views/plugin::users-permissions.user', { token: app.editor })).toBe(404)
  })
})
