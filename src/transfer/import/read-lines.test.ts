import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type FileLine, inBatches, type LinePlace, readLines } from './read-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'populus-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function lines(text: string, from?: LinePlace): Promise<readonly FileLine[]> {
  const file = join(folder, 'lines')
  writeFileSync(file, text)
  return collected(readLines(file, from))
}

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('lines with their numbers and ends, without empty ones', async () => {
  expect(await lines('a\n\nbé\nc')).toEqual([
    { number: 1, text: 'a', end: 2 },
    { number: 3, text: 'bé', end: 7 },
    { number: 4, text: 'c', end: 8 },
  ])
  expect(await lines('')).toEqual([])
})

test('reading goes on after any line', async () => {
  const text = `${'é'.repeat(200_000)}\n${'x'.repeat(300_000)}\nlast\n`
  const all = await lines(text)
  expect(all.map(line => line.text.length)).toEqual([200_000, 300_000, 4])
  for (const [index, { number: line, end: position }] of all.entries()) {
    expect(await lines(text, { line, position })).toEqual(all.slice(index + 1))
  }
})

test('batches are of so many lines, and of fewer where they are long', async () => {
  const file = join(folder, 'batches')
  const long = 'x'.repeat(3 * 1024 * 1024)
  writeFileSync(file, ['1', '2', '3', '4', '5', long, long, '8'].join('\n'))
  const sizes = (await collected(inBatches(readLines(file), 3))).map(batch => batch.length)
  expect(sizes).toEqual([3, 3, 2])
})
