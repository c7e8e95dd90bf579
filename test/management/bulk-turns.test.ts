/** While an action on many entries runs, everybody else gets a turn; nobody sees a part of it. */
import { describe, expect, test } from 'vitest'
import type { BulkResult } from '../../src/admin-api/content-api.ts'
import type { Workflow } from '../../src/admin-api/review/workflow-api.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { holdsDuring } from '../support/longest-hold.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'
const COUNT = 1000

describe.each(CLIENTS)('an action on %s', client => {
  const app = panelApp(client)
  let tries = 0
  const secondStage = async () => {
    const stages = ['To do', 'Ready'].map(name => ({ name, colour: '#4945ff' }))
    const types = ['api::article.article']
    const given = { body: { name: 'Review', types, stages } }
    const [known] = await app.data<Workflow[]>('GET /workflows')
    return (known ?? (await app.data<Workflow>('POST /workflows', given))).stages[1]!.id
  }

  test.each(['edit', 'publish', 'unpublish', 'move', 'delete'] as const)(
    '%s of 1,000 entries lets others run',
    // What else the machine does can hold everybody once; an action that holds them does it each time.
    { retry: 2 },
    async action => {
      const name = `${action} ${tries++}`
      await runOwn(
        app.database,
        `insert into articles (title, locale) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
       select '${name} no. ' || i, 'en' from n`,
      )
      const rows = (await runOwn(
        app.database,
        `select id from articles where title like '${name} no. %' order by id`,
      )) as (readonly unknown[] | { id: number })[]
      const ids = rows.map(row => Number(Array.isArray(row) ? row[0] : (row as { id: number }).id))
      expect(ids).toHaveLength(COUNT)
      const more = { edit: { data: { body: 'new' } }, move: { stage: await secondStage() } }
      const body = { action, ids, ...(action === 'edit' || action === 'move' ? more[action] : {}) }
      const { longest, total } = await holdsDuring(async () => {
        const result = await app.data<BulkResult>(`POST ${ARTICLES}/bulk`, { body })
        expect(result.ids).toHaveLength(COUNT)
      })
      expect(longest).toBeLessThan(Math.max(60, total / 8))
    },
  )
})
