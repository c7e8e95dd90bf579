/** The program that `run-transfer` starts. It is told what to do in one message. The argument is the process id of the server. */
import { PopulusError, StartError } from '../../errors.ts'
import { endWithParent } from '../../util/process/end-with-parent.ts'
import type { TransferReply, TransferTask } from './transfer-messages.ts'
import { transferWork } from './transfer-work.ts'

/** Milliseconds between two reports. */
const REPORT_EVERY = 100

endWithParent(Number(process.argv[2]))

function reply(message: TransferReply): Promise<void> {
  return new Promise(resolve => process.send!(message, undefined, undefined, () => resolve()))
}

process.once('message', async (task: TransferTask) => {
  let reported = 0
  try {
    const result = await transferWork(task, (phase, done, total) => {
      if (done < total && performance.now() - reported < REPORT_EVERY) return
      reported = performance.now()
      void reply({ kind: 'progress', phase, done, total })
    })
    await reply({ kind: 'done', result })
  } catch (error) {
    const { message, stack } = error as Error
    const isKnown = error instanceof StartError || error instanceof PopulusError || isOfDisk(error)
    await reply({ kind: 'failed', message: isKnown ? message : (stack ?? message), isKnown })
  }
  process.exit(0)
})

/** A disk that is full, or cannot be written to. */
function isOfDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))
}
