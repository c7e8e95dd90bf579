/** `populus trash`, `history`, `releases` and `activity`. */
import { describe, expect, it } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'
import { databaseFlag } from '../transfer/backups.ts'

const TAG = 'api::tag.tag'

describe.each(CLIENTS)('commands for what was there before, on %s', client => {
  const app = panelApp(client)
  const run = async (...words: string[]) => {
    const place = ['--folder', WORLD, '--database', databaseFlag(app.database)]
    const { code, out, error } = await runHere([...words, ...place])
    return { code, text: `${out}${error}` }
  }

  it('say so if there is nothing to list', async () => {
    expect((await run('trash', 'list')).text).toContain('The trash is empty.')
    expect((await run('schedule', 'list')).text).toContain('Nothing is planned.')
    expect((await run('releases', 'list')).text).toContain('There are no releases.')
    expect((await run('activity', '--type', TAG, '--entry', '999999')).text).toContain('No changes found.')
    expect((await run('webhooks', 'list')).text).toContain('No webhooks.')
  })

  it('name their own options in what they find wrong', async () => {
    const { code, text } = await run('schedule', 'set', 'article', '1', '--publish', 'tomorrow')
    expect(code).toBe(1)
    expect(text).toContain('--publish: expected a date and time with its time zone')
    expect(text).not.toContain('publishAt')
  })

  it('make a release, fill it, time it, and say what refuses it', async () => {
    const { id } = await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { weight: 3 } } })
    const past = await run('releases', 'create', 'Autumn', '--at', '2001-01-01T00:00:00Z')
    expect(past.text).toContain('--at: expected a time to come')
    const [, release = ''] =
      /^(\w+): Autumn, open, 0 entries$/m.exec((await run('releases', 'create', 'Autumn')).text) ?? []
    expect((await run('releases', 'add', release, 'tag', String(id))).text).toContain('Autumn, open, 1 entry')
    expect((await run('releases', 'set', release)).text).toContain('Say what: --at')
    expect((await run('releases', 'set', release, '--name', 'Winter', '--at', '2999-01-01T00:00:00Z')).text).toContain(
      `${release}: Winter, waiting 2999-01-01T00:00:00.000Z, 1 entry`,
    )
    expect((await run('releases', 'show', release)).text).toContain('refused: name must be defined.')
    expect((await run('releases', 'list')).text).toMatch(new RegExp(`${release} +Winter +waiting`))
  })

  it('list, compare, restore', async () => {
    const { id } = await app.data<{ id: number }>(`POST /content/${TAG}`, { body: { data: { name: 'first' } } })
    await app.call(`PUT /content/${TAG}/${id}`, { body: { data: { name: 'second' } } })
    const { text } = await run('history', 'list', TAG, String(id))
    const version = /^(\d+) /m.exec(text)?.[1] ?? ''
    expect((await run('history', 'diff', TAG, String(id), version)).text).toContain(
      '{"field":"name","from":"first","to":"second"}',
    )
    expect(await run('history', 'restore', TAG, String(id), version)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`Restored version ${version} of ${TAG} ${id}`),
    })
    await app.call(`DELETE /content/${TAG}/${id}`)
    const [place] = /^\d+/m.exec((await run('trash', 'list', '--type', TAG)).text) ?? ['']
    expect(await run('trash', 'restore', place)).toMatchObject({
      code: 0,
      text: expect.stringContaining(`Restored ${TAG} ${id}`),
    })
    expect(await app.data(`GET /content/${TAG}/${id}`)).toMatchObject({ values: { name: 'first' } })
    expect((await run('activity', '--type', TAG, '--entry', String(id))).text).toMatch(
      /create .*\n.*delete .*\n.*update .*\n.*update .*\n.*create /,
    )
  })

  it('bad input', async () => {
    expect((await run('trash', 'restore', 'x')).code).toBe(1)
    expect((await run('trash', 'restore', '999999')).code).toBe(1)
    expect((await run('history', 'list', 'api::typo.typo', '1')).code).toBe(1)
    expect((await run('activity', '--by', 'nobody')).code).toBe(1)
  })
})
