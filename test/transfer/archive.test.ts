/** The container of backups: tar, gzip and age, written and read by ours and by other programs. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ArchiveWriter } from '../../src/transfer/archive/archive-writer.ts'
import { fileBytes, readArchive, readTar } from '../../src/transfer/archive/read-archive.ts'
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

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/backup/${name}`, import.meta.url))

test('a file that age has encrypted is opened', async () => {
  expect(await contents(fixture('made-by-age.tar.gz.age'))).toEqual({ 'hello.txt': 'Made by age.\n' })
})

test.each(['made-earlier.tar.gz', 'made-earlier.tar.gz.age'])('%s, of an earlier version, is read', async name => {
  expect(await contents(fixture(name))).toEqual({
    'manifest.json': '{"format":"x"}\n',
    empty: '',
    block: 'x'.repeat(512),
    [LONG]: 'named',
    [`${'folder/'.repeat(20)}plain.txt`]: 'long',
    large: Buffer.alloc(200_000, 'populus').toString(),
  })
})

test('entries are read, skipped or left in the middle, and a reader that stops closes the file', async () => {
  const file = join(temporaryFolder(), 'archive')
  const archive = { file, passphrase: async () => PASSPHRASE }
  const writer = await ArchiveWriter.create(file, null, new Date())
  const text = (number: number) => `${number}`.repeat(number * 1000)
  for (let number = 0; number < 60; number += 1) await writer.add(`${number}`, text(number))
  await writer.add('block', 'x')
  await writer.finish()
  for await (const { name, size, ...entry } of readArchive(archive)) {
    if (Number(name) % 3 === 0) expect(await entry.text()).toBe(text(Number(name)))
    if (Number(name) % 3 === 1) for await (const bytes of entry.content()) if (bytes.length < size) break
  }
  for await (const { name } of readArchive(archive)) if (name === 'block') break
  await expect.poll(() => openFiles(file)).toBe(0)
})

function openFiles(file: string): number {
  const links = readdirSync('/proc/self/fd').map(fd => readlinkOf(`/proc/self/fd/${fd}`))
  return links.filter(target => target === file).length
}

function readlinkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

test('a long name that tar has split in two is put together, and folders are skipped', async () => {
  const folder = temporaryFolder()
  const name = `assets/uploads/${'n'.repeat(90)}.txt`
  mkdirSync(join(folder, 'assets/uploads'), { recursive: true })
  writeFileSync(join(folder, name), 'long')
  execFileSync('tar', ['--format=ustar', '-czf', 'packed', 'assets'], { cwd: folder })
  const found: string[] = []
  for await (const entry of readTar(fileBytes(join(folder, 'packed')))) found.push(entry.name, await entry.text())
  expect(found).toEqual([name, 'long'])
})

test('a file that shrinks while it is copied is noticed, and the archive can be given up', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'archive')
  writeFileSync(join(folder, 'short'), 'short')
  const archive = await ArchiveWriter.create(file, null, new Date())
  expect(await archive.addFile('short', { handle: openSync(join(folder, 'short'), 'r'), size: 600_000 })).toBe(false)
  await archive.discard()
  expect(readdirSync(folder)).toEqual(['short'])
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
  for (const [name, text] of Object.entries(texts)) await archive.add(name, text)
  const opened = { handle: openSync(join(folder, 'large'), 'r'), size: large.length }
  expect(await archive.addFile('large', opened)).toBe(true)
  await archive.finish()
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

test('held files keep their bytes when a server replaces or deletes them', async () => {
  const folder = temporaryFolder()
  for (const name of ['kept', 'replaced']) writeFileSync(join(folder, name), `old ${name}`)
  const held = new HeldUploads(folder, ['kept', 'replaced', 'gone'])
  expect([held.missing, held.areCurrent]).toEqual([['gone'], true])
  writeFileSync(join(folder, 'other'), 'new')
  renameSync(join(folder, 'other'), join(folder, 'replaced'))
  expect(held.areCurrent).toBe(false)
  const read = held.files.map(file => held.read(file, async ({ handle }) => readFileSync(handle, 'utf8')))
  expect(await Promise.all(read)).toEqual(['old kept', 'old replaced'])
  held.release()
})
