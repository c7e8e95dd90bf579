import { expect, it } from 'vitest'
import { folderOptions, foldersIn, wayTo } from './folder-tree.ts'

const folder = (id: number, name: string, parent: number | null = null) => ({ id, name, parent, files: 0, folders: 0 })
const folders = [folder(1, 'Travel'), folder(2, 'Alps', 1), folder(3, 'Food'), folder(4, 'Lakes', 2)]
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

it('knows the way to a folder', () => {
  expect(names(wayTo(folders, 4))).toEqual(['Travel', 'Alps', 'Lakes'])
  expect(wayTo(folders, null)).toEqual([])
})

it('sorts what is inside a folder', () => {
  expect(names(foldersIn(folders, null))).toEqual(['Food', 'Travel'])
})

it('offers every folder but those that cannot take the moved one', () => {
  expect(folderOptions(folders, 'Media Library', [2]).map(({ label }) => label)).toEqual([
    'Media Library',
    '\u2003Food',
    '\u2003Travel',
  ])
})
