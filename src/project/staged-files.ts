/** Files that are written together, and taken back together if what they say cannot be used. */
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface StagedFile {
  readonly path: string
  /** `null`: the file is removed. */
  readonly text: string | null
  /** What the file held before; absent for a new one. */
  readonly before?: string
}

/** Leaves nothing behind if `check` throws, not even folders. */
export async function writeTogether(files: readonly StagedFile[], check: () => Promise<unknown>): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const file of files) undo.unshift(await writeStaged(file))
    await check()
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}

/** Returns what takes it back. */
async function writeStaged({ path, text, before }: StagedFile): Promise<() => Promise<unknown>> {
  if (text === null) {
    await rm(path)
    await removeEmpty(dirname(path))
    return async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, before ?? '')
    }
  }
  const made = await mkdir(dirname(path), { recursive: true })
  const undo = () =>
    before === undefined ? rm(made ?? path, { recursive: true, force: true }) : writeFile(path, before)
  try {
    await writeFile(path, text, { flag: before === undefined ? 'wx' : 'w' })
  } catch (error) {
    if (before !== undefined || made !== undefined) await undo()
    throw error
  }
  return undo
}

/** `src/api/tag/content-types/tag`, and the folders that held nothing else. `src/api` itself stays. */
async function removeEmpty(folder: string): Promise<void> {
  if (/[/\\](api|components)$/.test(folder)) return
  try {
    await rmdir(folder)
  } catch {
    return
  }
  await removeEmpty(dirname(folder))
}
