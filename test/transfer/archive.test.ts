/** The container of backups: tar, gzip and age, written and read by ours and by other programs. */
import { execFileSync } from 'node:child_process'
import { openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ArchiveWriter } from '../../src/transfer/archive/archive-writer.ts'
import { readArchive } from '../../src/transfer/archive/read-archive.ts'
import { HeldUploads } from '../../src/transfer/backup/hold-uploads.ts'
import { knownEntry } from '../../src/transfer/backup/manifest.ts'
import { temporaryFolder } from '../support/databases.ts'

const PASSPHRASE = 'correct horse battery'
const LONG = `${'folder/'.repeat(20)}Ärger mit „Namen“.txt`

async function contents(file: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const entry of readArchive({ file, passphrase: async () => PASSPHRASE }))
    found[entry.name] = await entry.text()
  return found
}

test('a file that age has encrypted is opened', async () => {
  const file = fileURLToPath(new URL('../fixtures/backup/made-by-age.tar.gz.age', import.meta.url))
  expect(await contents(file)).toEqual({ 'hello.txt': 'Made by age.\n' })
})

test.each([null, PASSPHRASE])('what is written is read, at the borders of blocks and chunks (%s)', async passphrase => {
  const folder = temporaryFolder()
  const file = join(folder, 'archive')
  const large = Buffer.alloc(200_000, 'populus').toString()
  writeFileSync(join(folder, 'large'), large)
  const archive = await ArchiveWriter.create(file, passphrase, new Date())
  const texts = {
    empty: '',
    block: 'x'.repeat(512),
    'block-and-one': 'y'.repeat(513),
    [LONG]: 'named',
    'after/long': 'z',
  }
  for (const [name, text] of Object.entries(texts)) archive.add(name, text)
  expect(archive.addFile('large', { handle: openSync(join(folder, 'large'), 'r'), size: large.length })).toBe(true)
  archive.finish()
  expect(await contents(file)).toEqual({ ...texts, large })
  if (passphrase !== null) return
  const listed = execFileSync('tar', ['--quoting-style=literal', '-tzf', file], { encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual([...Object.keys(texts), 'large', 'end.json'])
})

test('entries that lead out of the folder are refused', () => {
  for (const name of [
    'project/../x',
    'project//x',
    'uploads/a/./b',
    'uploads/',
    'project/a\\b',
    '/etc/passwd',
    'tables/x',
  ])
    expect(() => knownEntry(name)).toThrow('The archive is damaged')
  expect(knownEntry('project/src/a.json')).toEqual({ kind: 'project', path: 'src/a.json' })
})

test('held files keep their bytes when a server replaces or deletes them', () => {
  const folder = temporaryFolder()
  for (const name of ['kept', 'replaced']) writeFileSync(join(folder, name), `old ${name}`)
  const held = new HeldUploads(folder, ['kept', 'replaced', 'gone'])
  expect([held.missing, held.areCurrent]).toEqual([['gone'], true])
  writeFileSync(join(folder, 'other'), 'new')
  renameSync(join(folder, 'other'), join(folder, 'replaced'))
  expect(held.areCurrent).toBe(false)
  const read = held.files.map(file => held.read(file, ({ handle }) => readFileSync(handle, 'utf8')))
  expect(read).toEqual(['old kept', 'old replaced'])
  held.release()
})
