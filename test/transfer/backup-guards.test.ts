/** A backup has everything that decides who may read what, and a server does not start without what it had. */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { PROJECT_PARTS } from '../../src/util/project-parts.ts'
import { runHere } from '../cli/run-here.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { backUp, databaseFlag, ENV, restore } from './backups.ts'
import { guardedAnswers, guardedProject, RULE, served } from './guarded-project.ts'

const start = (folder: string, database: DatabaseConfig, guards?: 'check' | 'accept' | 'leave') =>
  guardedAnswers(folder, database, guards === undefined ? {} : { guards })

describe.each([
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('after a backup of %s, restored to %s', (from, to) => {
  test('callers see the same rows, routes and named queries', async () => {
    const { folder, database } = await served(from)
    const before = await start(folder, database)
    expect(before).toEqual([
      [200, expect.not.stringContaining('hidden')],
      [200, '{"hello":"there"}'],
      [200, expect.stringContaining('two')],
      [200, expect.any(String)],
    ])
    const target = await freshDatabase(to)
    const restored = await restore(await backUp(folder, database), target)
    const away = join(temporaryFolder(), 'rules')
    renameSync(join(restored, 'rules'), away)
    await expect(start(restored, target)).rejects.toThrow('rules/shown.json was there when')
    renameSync(away, join(restored, 'rules'))
    expect(await start(restored, target)).toEqual(before)
  })
})

describe.each(CLIENTS)('a server on %s', client => {
  test('refuses to start without a rule that it had, names it, and starts when that is meant', async () => {
    const { folder, database } = await served(client)
    rmSync(join(folder, 'rules/shown.json'))
    await expect(start(folder, database)).rejects.toThrow(
      [
        'Rules or code that guarded this database are missing',
        `rules/shown.json was there when the database was last served, and is not in ${folder}`,
        'without it, callers could see or do more than before: bring it back, for example from a backup',
        'if it was removed on purpose, start once with --without-rules, or name it in the setting server.without',
      ].join('\n  - '),
    )
    expect((await start(folder, database, 'leave'))[0]).toEqual([200, expect.stringContaining('hidden')])
    await expect(start(folder, database)).rejects.toThrow('are missing')
    expect((await start(folder, database, 'accept'))[0]).toEqual([200, expect.stringContaining('hidden')])
    expect((await start(folder, database))[0]).toEqual([200, expect.stringContaining('hidden')])
  })

  test('refuses to start without hooks and routes, and accepts them by name', async () => {
    const { folder, database } = await served(client)
    rmSync(join(folder, 'populus'), { recursive: true })
    await expect(start(folder, database)).rejects.toThrow(/populus\/hooks was there.*\n.*populus\/routes was there/)
    const server = { without: ['populus/hooks'] }
    await expect(guardedAnswers(folder, database, { server })).rejects.toThrow('populus/routes was there')
    const both = { without: ['populus/hooks', 'populus/routes'] }
    expect((await guardedAnswers(folder, database, { server: both }))[1]).toEqual([404, ''])
    await start(folder, database)
  })
})

test('changed, renamed and added rules are no reason to refuse, nor is one for a type that is gone', async () => {
  const { folder, database } = await served('sqlite')
  const rule = join(folder, 'rules/shown.json')
  renameSync(rule, join(folder, 'rules/visible.json'))
  await start(folder, database)
  writeFileSync(join(folder, 'rules/visible.json'), JSON.stringify({ ...RULE, where: { title: 'one' } }))
  await start(folder, database)
  renameSync(join(folder, 'populus/hooks.ts'), join(folder, 'populus/hooks.mjs'))
  writeFileSync(join(folder, 'populus/hooks.mjs'), 'export default {}')
  await start(folder, database)
  for (const part of ['src', 'rules', 'content', 'queries']) rmSync(join(folder, part), { recursive: true })
  await start(folder, database)
})

test('a server that was refused has changed nothing, and a file that comes back ends it', async () => {
  const { folder, database } = await served('sqlite')
  const away = join(temporaryFolder(), 'rules')
  cpSync(join(folder, 'rules'), away, { recursive: true })
  rmSync(join(folder, 'rules'), { recursive: true })
  await expect(start(folder, database)).rejects.toThrow('are missing')
  cpSync(away, join(folder, 'rules'), { recursive: true })
  expect((await start(folder, database))[0]).toEqual([200, expect.not.stringContaining('hidden')])
})

describe('an adopted project', () => {
  const CONTROLLER = `module.exports = { async find(ctx) { return { data: [], guarded: true } } }`
  const CODE = {
    'package.json': { name: 'adopted', dependencies: { '@strapi/strapi': '4.26.2' } },
    'src/api/note/controllers/note.js': CONTROLLER,
    'src/api/note/services/note.js': 'module.exports = {}',
  }

  test('is refused without the code of an API, and not for one file of several', async () => {
    const folder = guardedProject(CODE)
    const database = await freshDatabase('sqlite')
    const open = async (ignore: readonly string[] = []) => {
      const app = await buildTestApp({ folder, database, strapi: true, dialect: 'strapi4', adopt: { ignore } })
      await app.close()
    }
    await open()
    rmSync(join(folder, 'src/api/note/services'), { recursive: true })
    await open()
    rmSync(join(folder, 'src/api/note/controllers'), { recursive: true })
    await expect(open()).rejects.toThrow('src/api/note was there when the database was last served')
    await open(['src/api/note/controllers/note.js'])
  })
})

describe('an archive', () => {
  test('has every part of a project that it should have, and the links in those that guard', async () => {
    const shared = temporaryFolder()
    writeFileSync(join(shared, 'own.json'), JSON.stringify(RULE))
    const folder = guardedProject()
    rmSync(join(folder, 'rules'), { recursive: true })
    symlinkSync(shared, join(folder, 'rules'))
    symlinkSync(folder, join(folder, 'populus/loop'))
    symlinkSync('/etc/hostname', join(folder, 'content/link.txt'))
    for (const { path, archived } of Object.values(PROJECT_PARTS))
      if (archived !== 'no' && !existsSync(join(folder, path))) writeFileSync(join(folder, path), 'SECRET=1')
    const database = await freshDatabase('sqlite')
    rmSync(join(folder, 'config'))
    for (const name of ['js', 'mjs', 'ts']) rmSync(join(folder, `populus.config.${name}`))
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    await start(folder, database, 'leave')
    const file = join(temporaryFolder(), 'all.tar.gz')
    const words = ['backup', file, '--folder', folder, '--database', databaseFlag(database)]
    const done = await runHere(words, ENV)
    expect([done.code, done.error]).toEqual([
      0,
      [
        'content/link.txt is a link, and not in the archive',
        'notes.txt is not in the archive; --include notes.txt adds it',
        'The archive contains the secrets of the server: keep it as safe as the server, or encrypt it with --encrypt\n',
      ].join('\n'),
    ])
    const restored = await restore(file, await freshDatabase('sqlite'))
    const archived = Object.values(PROJECT_PARTS).filter(({ path }) => existsSync(join(folder, path)))
    for (const { path, archived: how } of archived)
      expect([path, existsSync(join(restored, path))]).toEqual([path, how !== 'no'])
    expect(JSON.parse(readFileSync(join(restored, 'rules/own.json'), 'utf8'))).toEqual(RULE)
    expect(readFileSync(join(restored, '.env'), 'utf8')).not.toContain('SECRET=1')
    const more = join(temporaryFolder(), 'more.tar.gz')
    expect((await runHere(['backup', more, ...words.slice(2), '--include', 'notes.txt'], ENV)).code).toBe(0)
    expect(existsSync(join(await restore(more, await freshDatabase('sqlite')), 'notes.txt'))).toBe(true)
    for (const name of ['.env', '../x', 'node_modules', 'nothing']) {
      const refused = await runHere(['backup', `${more}.2`, ...words.slice(2), '--include', name], ENV)
      expect([refused.code, refused.error]).toEqual([
        1,
        expect.stringContaining(`--include ${name} cannot be archived`),
      ])
    }
  })

  test('of an earlier version is restored, with a warning about what it cannot have', async () => {
    const file = fileURLToPath(new URL('./data/former.tar.gz', import.meta.url))
    const target = join(temporaryFolder(), 'restored')
    const done = await runHere(['restore', file, target])
    expect([done.code, existsSync(join(target, 'rules')), existsSync(join(target, 'src'))]).toEqual([0, false, true])
    expect(done.error).toContain(
      'which did not archive rules (rules of rows), populus (hooks and routes), queries (named queries)\nIf the project had them, copy them into the restored folder before you start the server\n',
    )
    const checked = await runHere(['restore', file, '--check'])
    expect(checked.error).toContain('which did not archive rules (rules of rows)')
  })

  test('tells which settings are not as they were', async () => {
    const { folder, database } = await served('sqlite')
    const file = await backUp(folder, database)
    writeFileSync(join(folder, 'populus.config.json'), JSON.stringify({ api: { drafts: 'open' } }))
    const words = ['restore', file, folder, '--data-only', '--database', `sqlite:${temporaryFolder()}/new.db`]
    const done = await runHere(words)
    expect([done.code, done.error]).toEqual([
      0,
      expect.stringContaining('api.drafts was "granted" and is "open" here\n'),
    ])
    expect(done.error).toContain('api.maxLimit was 7 and is 100 here\n')
  })
})
