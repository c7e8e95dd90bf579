/** Folders as a tree: the way to one, what is inside it, and all of them as a list to choose from. */
import type { MediaFolder } from '../../../../src/admin-api/media-api.ts'

type Folders = readonly MediaFolder[]

/** From the top down to the folder itself. */
export function wayTo(folders: Folders, id: number | null): Folders {
  const folder = folders.find(other => other.id === id)
  return folder === undefined ? [] : [...wayTo(folders, folder.parent), folder]
}

export function foldersIn(folders: Folders, parent: number | null): Folders {
  return folders
    .filter(folder => folder.parent === parent)
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}

export interface FolderOption {
  readonly value: string
  readonly label: string
}

/** Every folder with its depth, without `except` and what is inside them: a folder cannot be moved into itself. */
export function folderOptions(folders: Folders, top: string, except: readonly number[] = []): readonly FolderOption[] {
  const below = (parent: number | null, depth: number): readonly FolderOption[] =>
    foldersIn(folders, parent)
      .filter(({ id }) => !except.includes(id))
      .flatMap(({ id, name }) => [
        { value: String(id), label: `${'\u2003'.repeat(depth)}${name}` },
        ...below(id, depth + 1),
      ])
  return [{ value: '', label: top }, ...below(null, 1)]
}
