/** Files that are written together, and taken back together if what they say cannot be used. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface StagedFile {
  readonly path: string
  readonly text: string
  /** What the file held before; absent for a new one. */
  readonly before?: string
}

/** Leaves nothing behind if `check` throws, not even folders. */
export async function writeTogether(files: readonly StagedFile[], check: () => Promise<unknown>): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { path, text, before } of files) {
      const made = await mkdir(dirname(path), { recursive: true })
      undo.unshift(() =>
        before === undefined ? rm(made ?? path, { recursive: true, force: true }) : writeFile(path, before),
      )
      await writeFile(path, text, { flag: before === undefined ? 'wx' : 'w' })
    }
    await check()
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}
