/** Whether the machine is to blame for a failure, not the file: the libraries report everything as text. */
import { access, constants, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileTask } from './file-messages.ts'

/** Enough to notice a full disk. */
const TRIAL_BYTES = 256 * 1024

/** Why work could not be done here, such as a full disk; `undefined` if nothing is wrong with the machine. */
export async function machineTrouble(task: FileTask): Promise<string | undefined> {
  try {
    await access(task.source, constants.R_OK)
    const trial = join(folderOf(task), `trial-${process.pid}`)
    await writeFile(trial, Buffer.alloc(TRIAL_BYTES))
    await rm(trial)
    return undefined
  } catch (trouble) {
    return (trouble as Error).message
  }
}

/** Where the results go. */
function folderOf(task: FileTask): string {
  switch (task.kind) {
    case 'process':
      return task.folder
    case 'transform':
      return dirname(task.target)
    default:
      return dirname(task.source)
  }
}
