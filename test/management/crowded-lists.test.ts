/** Lists are cut after what the person may not read is left out: however much of that there is, it crowds out nothing. */
import { describe, expect, test } from 'vitest'
import type { Recent } from '../../src/admin-api/draft-api.ts'
import { postgresChanges } from '../../src/changes/postgres-changes.ts'
import { sqliteChanges } from '../../src/changes/sqlite-changes.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const TAG = 'api::tag.tag'
const ARTICLE = 'api::article.article'
const OWN = ['admin::is-creator']
const DAY = 24 * 3_600_000

describe.each(CLIENTS)('beside more hidden rows than a list has, on %s', client => {
  const app = panelApp(client)
  const { table: changes } = client === 'postgres' ? postgresChanges('public') : sqliteChanges
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const create = async (data: object, token = app.token) =>
    (await app.data<{ id: number }>(`POST /content/${ARTICLE}`, { body: { data }, token })).id
  const names = (list: unknown) =>
    (list as readonly { title?: string; name?: string }[]).map(one => one.title ?? one.name)
  /** 1,100 rows like the one that `where` finds, with other values in some columns; `i` counts them. */
  const repeat = async (table: string, { columns, where, changed }: Repetition) => {
    const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1100)`
    const values = columns.map(column => changed[column] ?? `r.${column}`).join(', ')
    await runOwn(
      app.database,
      `${numbers} insert into ${table} (${columns.join(', ')}) select ${values} from ${table} as r cross join n where ${where}`,
    )
  }

  test('what was done last is there', async () => {
    await app.limit(ARTICLE, [
      { action: 'read', conditions: OWN },
      { action: 'create' },
      { action: 'publish', conditions: OWN },
      { action: 'update', conditions: OWN },
    ])
    const published = await create({ title: 'published' }, app.editor)
    await app.call(`POST /content/${ARTICLE}/${published}/publish`, { body: {}, token: app.editor })
    await create({ title: 'mine' }, app.editor)
    const hidden = await create({ title: 'hidden' })
    await repeat(changes, {
      columns: ['uid', 'entry_id', 'locale', 'action', 'author_kind', 'author_id', 'changed_at'],
      where: `entry_id = ${hidden} and uid = '${ARTICLE}'`,
      changed: {},
    })
    const { edited, mine, published: out } = await app.data<Recent>('GET /recent', { token: app.editor })
    expect([names(edited), names(mine), names(out)]).toEqual([['mine', 'published'], ['mine'], ['published']])
  })

  test('the schedule and the calendar are there', async () => {
    const [own, hidden] = [await create({ title: 'later' }, app.editor), await create({ title: 'hidden' })]
    await app.call(`PUT /content/${ARTICLE}/${hidden}/schedule`, { body: { publishAt: inDays(1) } })
    await app.call(`PUT /content/${ARTICLE}/${own}/schedule`, { body: { publishAt: inDays(2) }, token: app.editor })
    await repeat('populus.schedule', {
      columns: ['uid', 'entry_id', 'action', 'act_at', 'next_at', 'state', 'set_at'],
      where: `entry_id = ${hidden}`,
      changed: { entry_id: 'i + 1000000' },
    })
    expect(names(await app.data('GET /schedule', { token: app.editor }))).toEqual(['later'])
    const calendar = `GET /calendar?from=${inDays(0)}&to=${inDays(3)}`
    expect(names(await app.data(calendar, { token: app.editor }))).toEqual(['later'])
    expect((await app.call(calendar, { token: app.editor })).body).toMatchObject({ meta: { more: false } })
  })

  test('releases are there, in the list and in the calendar', async () => {
    await app.limit(TAG, [])
    const tag = await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name: 'hidden' } } })
    const own = await create({ title: 'together' }, app.editor)
    const release = async (name: string, { uid, id, token }: { uid: string; id: number; token: string }) => {
      const made = await app.data<{ id: string }>('POST /releases', { body: { name }, token })
      await app.call(`POST /releases/${made.id}/items`, { body: { uid, ids: [id], action: 'publish' }, token })
      return made.id
    }
    const first = await release('hidden', { uid: TAG, id: tag.id, token: app.token })
    await app.call(`PUT /releases/${first}`, { body: { at: inDays(4) } })
    await repeat('populus.releases', {
      columns: ['id', 'title', 'state', 'act_at', 'next_at', 'set_by', 'created_at', 'created_by'],
      where: `id = '${first}'`,
      changed: { id: "'0-' || i" },
    })
    await repeat('populus.release_items', {
      columns: ['release_id', 'uid', 'entry_id', 'action'],
      where: `release_id = '${first}'`,
      changed: { release_id: "'0-' || i" },
    })
    const second = await release('shown', { uid: ARTICLE, id: own, token: app.token })
    await app.call(`PUT /releases/${second}`, { body: { at: inDays(5) } })
    expect(names(await app.data('GET /releases', { token: app.editor }))).toEqual(['shown'])
    const calendar = `GET /calendar?from=${inDays(3)}&to=${inDays(6)}`
    expect(names(await app.data(calendar, { token: app.editor }))).toEqual(['shown'])
  })
})

interface Repetition {
  readonly columns: readonly string[]
  readonly where: string
  readonly changed: Readonly<Record<string, string>>
}
