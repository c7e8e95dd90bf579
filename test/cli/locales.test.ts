/** `populus locales`, beside a running server. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, startPopulus } from './run-populus.ts'

test('locales are added, made the default and removed while a server runs', async () => {
  const folder = await copyOfBlog()
  const file = join(folder, 'content/locales.json')
  await writeFile(
    file,
    JSON.stringify([{ code: 'en' }, { code: 'fr', isDefault: true }, { code: 'it', name: 'Italiano' }]),
  )
  const server = startPopulus(['start', folder, '--port', '0'])
  const run = async (...words: string[]) => {
    const { code, out, error } = await runHere(['locales', ...words, '--folder', folder])
    return [code, `${out}${error}`]
  }
  try {
    const address = await addressOf(server)
    const defaults = async () => {
      const answer = await fetch(`${address}/api/pages?fields[0]=locale`)
      const { data } = (await answer.json()) as { data: { attributes: { locale: string } }[] }
      return [...new Set(data.map(({ attributes }) => attributes.locale))]
    }
    expect(await run('list')).toEqual([
      0,
      `CODE  NAME          DEFAULT  ENTRIES
en    English (en)           78
fr    French (fr)   yes      24
it    Italiano               0
`,
    ])
    expect(await run('default', 'en')).toEqual([0, expect.stringMatching(/^English \(en\) is the default: /)])
    expect(await run('add', 'pt-BR')).toEqual([0, expect.stringMatching(/^Added Portuguese \(Brazil\) \(pt-BR\)\n/)])
    expect(await run('add', 'portugese')).toEqual([1, expect.stringContaining('there is no locale portugese')])
    expect(await run('remove', 'pt-BR')).toEqual([0, expect.stringMatching(/^Removed the locale pt-BR\n/)])
    expect(await run('remove', 'en')).toEqual([1, expect.stringContaining('Cannot delete the default locale')])
    const [code, refused] = await run('remove', 'fr')
    expect(code).toBe(1)
    expect(refused).toMatch(/^The locale fr has 24 entries\n/)
    expect(refused).toContain('populus locales remove fr --delete-entries 24 deletes them with it')
    expect(await run('remove', 'fr', '--delete-entries', '24')).toEqual([
      0,
      expect.stringMatching(/^Removed the locale fr and its 24 entries\n/),
    ])
    expect(await defaults()).toEqual(['en'])
    expect(await run('default', 'fr')).toEqual([1, expect.stringContaining('there is no locale fr; available: en, it')])
  } finally {
    server.process.kill('SIGTERM')
    await server.finished
  }
  expect(await readFile(file, 'utf8')).toContain('Italiano')
}, 60_000)
