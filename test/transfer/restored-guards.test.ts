/** What a server knows about its rules, code and named queries after a restore of the data alone, and without a named query. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { buildTestApp, type TestAppInput } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { backUp, databaseFlag, ENV, restore } from './backups.ts'
import { guardedAnswers, guardedProject, RULE, served } from './guarded-project.ts'

describe.each(CLIENTS)('without a named query, a server on %s', client => {
  const LINE = 'starts without the named query queries/titles.json, which was there when this database was last served'
  const report = async (input: Pick<TestAppInput, 'folder' | 'database'>) => {
    const app = await buildTestApp({ ...input, anonymousReads: 'named' })
    const answers = await Promise.all(['/api/queries/titles', '/api/notes'].map(url => app.inject({ url })))
    await app.close()
    return [app.report.filter(line => line.includes('named query')), ...answers.map(({ statusCode }) => statusCode)]
  }

  test('starts and says so once: callers see less, and never more', async () => {
    const { folder, database } = await served(client)
    expect(await report({ folder, database })).toEqual([[], 200, 403])
    rmSync(join(folder, 'queries'), { recursive: true })
    expect(await report({ folder, database })).toEqual([[LINE], 404, 403])
    expect(await report({ folder, database })).toEqual([[], 404, 403])
  })

  test('says so after a restore to a project that lacks it, and a renamed one is another one', async () => {
    const { folder, database } = await served(client)
    const target = await freshDatabase(client)
    const restored = await restore(await backUp(folder, database), target)
    renameSync(join(restored, 'queries/titles.json'), join(restored, 'queries/names.json'))
    expect(await report({ folder: restored, database: target })).toEqual([[LINE], 404, 403])
  })
})

describe.each([
  ['sqlite', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'postgres'],
] as const)('the data alone of an archive of %s, restored to %s', (from, to) => {
  test('brings the rows and what guarded them to a project, and not its files', async () => {
    const { folder, database } = await served(from)
    const file = await backUp(folder, database)
    const before = await guardedAnswers(folder, database)
    const other = guardedProject({ 'rules/shown.json': { ...RULE, where: { title: { $eq: 'two' } } } })
    const target = await freshDatabase(to)
    const words = ['restore', file, other, '--data-only', '--database', databaseFlag(target)]
    const done = await runHere(words, ENV)
    expect([done.code, done.error]).toEqual([0, expect.any(String)])
    expect(JSON.parse(readFileSync(join(other, 'rules/shown.json'), 'utf8'))).not.toEqual(RULE)
    expect((await guardedAnswers(other, target))[0]).toEqual([200, expect.not.stringContaining('one')])
    writeFileSync(join(other, 'rules/shown.json'), JSON.stringify(RULE))
    expect((await guardedAnswers(other, target))[0]).toEqual(before[0])
  })

  test('is refused by a project that lacks a guard, and served with it', async () => {
    const { folder, database } = await served(from)
    const file = await backUp(folder, database)
    const before = await guardedAnswers(folder, database)
    const other = guardedProject()
    const away = temporaryFolder()
    for (const part of ['rules', 'populus', 'queries']) renameSync(join(other, part), join(away, part))
    const target = await freshDatabase(to)
    const words = ['restore', file, other, '--data-only', '--database', databaseFlag(target)]
    expect((await runHere(words, ENV)).code).toBe(0)
    await expect(guardedAnswers(other, target)).rejects.toThrow(
      /rules\/shown\.json was there(.|\n)*populus\/hooks was there(.|\n)*populus\/routes was there/,
    )
    for (const part of ['rules', 'populus']) renameSync(join(away, part), join(other, part))
    const app = await buildTestApp({ folder: other, database: target })
    await app.close()
    expect(app.report).toContainEqual(expect.stringContaining('starts without the named query queries/titles.json'))
    renameSync(join(away, 'queries'), join(other, 'queries'))
    expect(await guardedAnswers(other, target)).toEqual(before)
  })
})
