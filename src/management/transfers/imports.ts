/** A file that is imported in two steps: first it is checked and tried, then its owner decides. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ImportFacts, ImportRehearsal, ServerTask } from '../../admin-api/settings/transfer-api.ts'
import { PopulusError, StartError } from '../../errors.ts'
import { badInput, checkInput } from '../../input/check-input.ts'
import type { OpenTask } from './live-task.ts'
import type { ImportedFile } from './transfer-acts.ts'
import type { TransferContext } from './transfer-context.ts'

/** How long a checked file waits for its owner, in milliseconds. */
const PATIENCE = 60 * 60 * 1000

export interface UploadedImport extends ImportedFile {
  readonly size: number
  /** Removes the file. */
  readonly discard: () => Promise<void>
}

const INPUT = z.strictObject({
  interrupted: z.enum(['resume', 'forget'], { error: 'expected resume or forget' }).optional(),
})

/** Takes care of the file from now on. */
export async function beginImport(
  { acts, tasks }: TransferContext,
  by: string,
  { discard, size, ...file }: UploadedImport,
): Promise<ServerTask<ImportFacts>> {
  const work = async (task: OpenTask<ImportFacts>) => {
    try {
      const rehearsal = await acts.rehearse(file, task)
      task.show({ rehearsal })
      if (rehearsal.problems.length > 0) throw new StartError(`${file.name} cannot be imported`)
      task.show({}, 'waiting')
      const choice = await answerOf(task)
      task.show({}, 'running')
      const way = choice === 'resume' ? choice : rehearsal.atOnce ? 'all-or-nothing' : 'batches'
      task.show({ imported: await acts.importFile({ ...file, way, forget: choice === 'forget' }, task) })
    } finally {
      await discard()
    }
  }
  try {
    const facts = { name: file.name, size, rehearsal: null, imported: null }
    return await tasks.start<ImportFacts>('import', { by, facts, work })
  } catch (error) {
    await discard()
    throw error
  }
}

/** Nobody keeps a file, and a server busy, for ever. */
async function answerOf(task: OpenTask<ImportFacts>): Promise<string> {
  const enough = new AbortController()
  try {
    const tooLong = sleep(PATIENCE, 'late', { signal: enough.signal, ref: false })
    tooLong.catch(() => undefined)
    const choice = await Promise.race([task.told(), tooLong])
    if (choice === 'late') task.cancel()
    task.signal.throwIfAborted()
    return choice
  } finally {
    enough.abort()
  }
}

/** Imports the file that was checked, on whichever server has it. */
export async function runImport({ tasks }: TransferContext, body: unknown): Promise<ServerTask<ImportFacts>> {
  const { interrupted: choice } = checkInput(INPUT, body)
  const task = await tasks.find<ImportFacts>('import')
  if (task?.state !== 'waiting' || task.facts.rehearsal === null)
    throw new PopulusError('importNotChecked', { reason: task?.state ?? 'no file' })
  checkAnswer(task.facts.rehearsal, choice)
  return tasks.tell<ImportFacts>('import', choice ?? 'run')
}

function checkAnswer({ interrupted }: ImportRehearsal, choice: 'resume' | 'forget' | undefined): void {
  const refuse = (message: string) => badInput([{ path: ['interrupted'], message }])
  if (interrupted === null && choice !== undefined) throw refuse('no import was interrupted')
  if (interrupted === null) return
  if (choice === undefined) throw refuse(`expected resume or forget: the import of ${interrupted.file} was interrupted`)
  if (choice === 'resume' && !interrupted.isSame)
    throw refuse(`the interrupted import was of ${interrupted.file}, which is another file`)
}
