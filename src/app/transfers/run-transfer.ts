/** Runs a backup, an export or an import in a process of its own: it may take long, block, or be ended at any time. */
import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { StartError } from '../../errors.ts'
import type { Watch } from '../../management/transfers/transfer-acts.ts'
import type { TransferKind, TransferReply, TransferTask, TransferWorks } from './transfer-messages.ts'

/** The built file, even when the sources run directly: a new process cannot run TypeScript. */
const program = (): string => createRequire(import.meta.url).resolve('#transfer-process')

/** Megabytes for JavaScript values. */
const HEAP = 512

/** Rejects with a StartError for what the owner can mend. `output` receives what the process writes. */
export async function runTransfer<K extends TransferKind>(
  task: TransferTask & { readonly kind: K },
  { signal, progress }: Watch,
  output?: Writable,
): Promise<TransferWorks[K]['output']> {
  signal.throwIfAborted()
  const child = fork(program(), [String(process.pid)], {
    cwd: task.config.folder,
    execArgv: [`--max-old-space-size=${HEAP}`],
    serialization: 'advanced',
    stdio: ['ignore', output === undefined ? 'ignore' : 'pipe', 'ignore', 'ipc'],
  })
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let last: Exclude<TransferReply, { kind: 'progress' }> | undefined
  child.on('message', (reply: TransferReply) => {
    if (reply.kind === 'progress') progress(reply.phase, reply.done, reply.total)
    else last = reply
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    // After the last byte and the last message.
    child.once('close', () => resolve())
  })
  if (output !== undefined) child.stdout?.pipe(output, { end: false })
  try {
    child.send(task, error => error && kill())
    await ended
  } finally {
    kill()
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
  if (last?.kind === 'done') return last.result as TransferWorks[K]['output']
  if (last?.isKnown) throw new StartError(last.message)
  throw new Error(last?.message ?? 'the process of a backup, an export or an import has ended')
}
