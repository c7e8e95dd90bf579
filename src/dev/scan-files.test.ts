import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedPaths, isOfInterest, scanFiles } from './scan-files.ts'

test('named queries are among the files of a project', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'populus-scan-'))
  try {
    const before = await scanFiles(folder)
    await mkdir(join(folder, 'queries'))
    await writeFile(join(folder, 'queries/home.json'), '{}')
    await writeFile(join(folder, 'queries/notes.txt'), '')
    const after = await scanFiles(folder, before)
    expect(changedPaths(before, after)).toEqual(['queries/home.json'])
    expect(after.folders).toContain('queries')
    expect(isOfInterest('queries')).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})
