/** A backup holds earlier versions and deleted entries, whatever database it comes from and goes to. */
import { describe, expect, it } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { backUp, databaseFlag, ENV, restore, worldProject } from '../transfer/backups.ts'

const TAG = 'api::tag.tag'

describe.each(CLIENTS)('a backup from %s', client => {
  const app = panelApp(client)

  it.each(CLIENTS)('to %s', async other => {
    const { id } = await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name: 'first' } } })
    await app.call(`PUT /content/${TAG}/${id}`, { body: { data: { name: 'second' } } })
    await app.call(`DELETE /content/${TAG}/${id}`)
    const database = await freshDatabase(other)
    const folder = await restore(await backUp(worldProject(), app.database), database)
    const run = async (...words: string[]) => {
      const { code, out, error } = await runHere(
        [...words, '--folder', folder, '--database', databaseFlag(database)],
        ENV,
      )
      expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' })
      return out
    }
    const place = new RegExp(`^(\\d+) +${TAG} +${id} +second `, 'm').exec(await run('trash', 'list'))?.[1] ?? ''
    expect(await run('trash', 'restore', place)).toContain(`Restored ${TAG} ${id}`)
    const [version] = /^\d+/m.exec(await run('history', 'list', TAG, String(id))) ?? ['']
    // A new row has a number of its own.
    await run('history', 'restore', TAG, String(id), version)
    expect((await run('history', 'list', TAG, String(id))).match(/^(?:\d+|current) /gm)).toHaveLength(4)
  })
})
