/** `populus export` and `populus import` as processes of their own, one of them killed again and again. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressOf, copyOfBlog, runPopulus, startPopulus } from '../cli/run-populus.ts'
import { temporaryFolder } from '../support/databases.ts'
import { BULK_FILES, generateFile } from './generated-content.ts'
import { linesOfFile } from './transfers.ts'

function bulkProject(): string {
  const folder = join(temporaryFolder(), 'bulk')
  for (const [path, content] of Object.entries(BULK_FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  writeFileSync(join(folder, 'package.json'), '{"name":"bulk"}')
  return folder
}

test('the blog goes out to a file, into a new database, and is the same on the standard output', async () => {
  const folder = await copyOfBlog()
  const server = startPopulus(['start', folder, '--port', '0'])
  await addressOf(server)
  server.process.kill('SIGTERM')
  await server.finished
  const file = join(folder, 'content.ndjson')
  const out = await runPopulus('export', '--out', file, '--folder', folder)
  const entries = linesOfFile(file).length - 1
  expect(out).toEqual({ code: 0, out: '', error: `Exported ${entries} entries to ${file}\n` })
  const copy = join(temporaryFolder(), 'copy.db')
  const database = `sqlite:${copy}`
  const place = ['--folder', folder, '--database', database]
  const taken = await runPopulus('import', file, '--all-or-nothing', ...place)
  expect(taken).toEqual({
    code: 0,
    out: `Imported ${entries} entries from ${file}\n`,
    error: `Changed the database ${copy}\n`,
  })
  const again = await runPopulus('export', ...place)
  expect(again.out.trimEnd().split('\n')).toEqual(linesOfFile(file))
  const part = await runPopulus('export', '--types', 'article', '--locale', 'fr', '--published', ...place)
  expect(part.error).toMatch(/^Exported \d+ entries\n$/)
  const parts = part.out.trimEnd().split('\n').slice(1)
  expect(parts.length).toBeGreaterThan(0)
  for (const line of parts)
    expect(JSON.parse(line).attributes).toMatchObject({ locale: 'fr', publishedAt: expect.any(String) })
})

test('what cannot be is said on the standard error', async () => {
  const folder = bulkProject()
  const file = generateFile(200)
  const both = await runPopulus('import', file, '--resume', '--all-or-nothing', '--folder', folder)
  expect([both.code, both.error]).toEqual([
    1,
    expect.stringContaining('--resume and --all-or-nothing cannot be combined'),
  ])
  await runPopulus('import', file, '--folder', folder)
  const unknown = await runPopulus('export', '--types', 'psot', '--folder', folder)
  expect([unknown.code, unknown.error]).toEqual([1, 'There is no content type psot; did you mean post?\n'])
  const value = await runPopulus('import', file, '--resume=now', '--folder', folder)
  expect([value.code, value.error]).toEqual([1, expect.stringContaining('--resume takes no value')])
})

test('an import that is killed goes on with --resume, and nothing is there twice', async () => {
  const folder = bulkProject()
  const file = generateFile(4000)
  let words = ['import', file]
  let kills = 0
  for (let wait = 700; ; wait += 400) {
    const run = startPopulus([...words, '--folder', folder])
    const ended = await Promise.race([run.finished, sleep(wait).then(() => null)])
    if (ended !== null && ended.code === 0) break
    if (ended === null) {
      run.process.kill('SIGKILL')
      await run.finished
      kills += 1
    } else if (ended.error.includes('No interrupted import')) {
      // Killed before its first step, or after its last one.
      const { out } = await runPopulus('export', '--types', 'post', '--folder', folder)
      if (out.includes('"type":"api::post.post"')) break
      words = ['import', file]
      continue
    } else throw new Error(ended.error)
    words = ['import', file, '--resume']
  }
  const { out } = await runPopulus('export', '--types', 'post,label', '--folder', folder)
  const found = out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => JSON.parse(line) as { type: string; id: number; attributes: { labels?: object[] } })
  expect(kills).toBeGreaterThan(0)
  expect(found.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(
    linesOfFile(file)
      .slice(1)
      .map(line => JSON.parse(line) as { type: string; id: number })
      .map(({ type, id }) => `${type} ${id}`)
      .sort(),
  )
  expect(
    found.filter(({ type }) => type === 'api::post.post').every(({ attributes }) => attributes.labels?.length === 3),
  ).toBe(true)
}, 300_000)
