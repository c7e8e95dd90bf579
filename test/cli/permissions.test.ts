import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, type Finished, type Running, runPopulus, startPopulus } from './run-populus.ts'

describe('populus grant, revoke and permissions', () => {
  let folder: string
  const run = (...words: string[]): Promise<Finished> => runHere([...words, '--folder', folder])
  const started = (): Running => startPopulus(['start', folder, '--port', '0'])

  beforeAll(async () => {
    folder = await copyOfBlog()
  })

  test('a project that was never started has nothing to change', async () => {
    const { code, error } = await run('grant', 'public', 'article')
    expect(code).toBe(1)
    expect(error).toBe(`The database ${folder}/.data/content.db does not exist\n  - populus start creates it\n`)
  })

  test('a running server follows each of them', async () => {
    const server = started()
    try {
      const address = await addressOf(server)
      const read = async (path: string) => {
        const response = await fetch(`${address}/api/${path}`)
        return { status: response.status, body: (await response.json()) as { data: { attributes: object }[] } }
      }
      await run('revoke', 'public', 'article')
      expect((await read('articles')).status).toBe(403)
      await run('grant', 'public', 'articles', '--fields', 'title,slug')
      const { status, body } = await read('articles?pagination[pageSize]=1')
      expect([status, Object.keys(body.data[0]?.attributes ?? {})]).toEqual([200, ['title', 'slug']])
      await run('revoke', 'public', 'article', '--fields', 'slug')
      expect(Object.keys((await read('articles?pagination[pageSize]=1')).body.data[0]?.attributes ?? {})).toEqual([
        'title',
      ])
    } finally {
      server.process.kill('SIGTERM')
      await server.finished
    }
  })

  test('each says what it did', async () => {
    expect(await run('grant', 'public', 'tag', '--actions', 'find,create', '--fields', 'name')).toEqual({
      code: 0,
      out: 'public may find, create api::tag.tag (only id, name)\n',
      error: `Changed the database ${folder}/.data/content.db\n`,
    })
    expect((await run('revoke', 'public', 'tag', '--fields', 'name')).out).toBe(
      'public may no longer read name of api::tag.tag\n',
    )
    expect((await run('revoke', 'public', 'tag', '--actions', 'create')).out).toBe(
      'public may no longer create api::tag.tag\n',
    )
    expect((await run('grant', 'public', 'tag', '--actions', 'create,update', '--write-fields', 'name')).out).toBe(
      'public may create, update api::tag.tag (write name)\n',
    )
    const written = (await run('permissions', '--role', 'public')).out.split('\n').filter(line => /tag\.tag/.test(line))
    expect(written.map(line => line.split(/ {2,}/).slice(1))).toEqual([
      ['api::tag.tag.create', 'name'],
      ['api::tag.tag.find', 'id'],
      ['api::tag.tag.findOne', 'id'],
      ['api::tag.tag.update', 'name'],
    ])
    expect((await run('revoke', 'public', 'tag', '--write-fields', 'name')).out).toBe(
      'public may no longer write name of api::tag.tag\n',
    )
    expect((await run('permissions', '--role', 'public')).out).toMatch(/tag\.update +none/)
    const { out } = await run('permissions', '--role', 'authenticated')
    expect(out).toBe(
      [
        'ROLE           ACTION                                         FIELDS',
        'authenticated  plugin::users-permissions.auth.changePassword  -',
        'authenticated  plugin::users-permissions.user.me              -',
        '',
      ].join('\n'),
    )
  })

  test('unknown names get the nearest known ones', async () => {
    expect(await run('grant', 'publc', 'artcles', '--actions', 'red')).toMatchObject({
      code: 1,
      error: [
        'Nothing was changed',
        '  - there is no role publc; did you mean public?',
        '  - there is no content type artcles; did you mean articles?',
        '  - there is no action red; available: find, findOne, create, update, delete, findRelated',
        '',
      ].join('\n'),
    })
    const { error } = await run('grant', 'public', 'article', '--fields', 'tilte')
    expect(error).toBe('Nothing was changed\n  - there is no article field tilte; did you mean title?\n')
    expect((await run('grant', 'public', 'article', '--write-fields', 'title')).error).toBe(
      'Nothing was changed\n  - fields to write can only be listed for create, update and createLocalization\n',
    )
    const written = await run('grant', 'public', 'article', '--actions', 'update', '--write-fields', 'titel,updatedAt')
    expect(written.error).toBe(
      [
        'Nothing was changed',
        '  - there is no article field to write titel; did you mean title?',
        '  - there is no article field to write updatedAt',
        '',
      ].join('\n'),
    )
    expect((await run('permissions', '--role', 'pubic')).error).toBe('There is no role pubic; did you mean public?\n')
  })
})

describe('populus', () => {
  test('--version and --help', async () => {
    expect(await runPopulus('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(await runPopulus('--help')).toMatchObject({ code: 0, out: expect.stringContaining('start [folder]') })
  })

  test('an unknown command gets the nearest known one', async () => {
    expect(await runPopulus('strat')).toEqual({
      code: 1,
      out: '',
      error: 'There is no command strat; did you mean start?\n',
    })
  })
})
