/**
 * The process that looks inside files for a server, started by `file-child.ts`. What crashes, hangs or takes all memory here
 * takes no request with it, and the lowest priority leaves the processor to reads. The only argument is the JSON of its
 * options.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { setPriority, constants as system } from 'node:os'
import { PopulusError } from '../../errors.ts'
import {
  type FileProblem,
  type FileProcessOptions,
  type FileReply,
  type FileTask,
  isImageWork,
  type WorkResult,
} from './file-messages.ts'
import { machineTrouble } from './machine-trouble.ts'

const THREADS = '/proc/self/task'
const OUT_OF_MEMORY_SCORE = '/proc/self/oom_score_adj'
/** How often memory is looked at, in milliseconds. Decoders take some hundred megabytes per second. */
const PAUSE = 20

const { pixels, memory } = JSON.parse(process.argv[2]!) as FileProcessOptions
let isBusy = false

/** Each part is loaded when it is first needed: a document needs no decoder of images. */
async function run(task: FileTask): Promise<WorkResult> {
  switch (task.kind) {
    case 'accept':
      return (await import('../types/accept-file.ts')).acceptFile(task.source, task.claimed, task.lists)
    case 'detect':
      return (await import('../types/detect-type.ts')).detectType(task.source, task.claimed)
    case 'process':
      return (await import('../images/process-image.ts')).processImage(task.source, { ...task, pixels })
    case 'transform':
      return (await import('../images/transform-image.ts')).transformImage(task.source, task.target, {
        wish: task.wish,
        pixels,
      })
  }
}

async function answer(task: FileTask): Promise<void> {
  isBusy = true
  const reply = await run(task).then(
    result => ({ result }),
    async error => ({ problem: await problemOf(task, error) }),
  )
  if (!isBusy) return
  isBusy = false
  send({ kind: 'answer', ...reply, memory: process.memoryUsage.rss() })
}

async function problemOf(task: FileTask, error: Error): Promise<FileProblem> {
  if (error instanceof PopulusError) {
    const { key, data, hint, cause } = error
    return { key, data, hint, reason: cause instanceof Error ? cause.message : undefined }
  }
  const trouble = await machineTrouble(task)
  if (trouble !== undefined) return { key: 'imagesUnavailable', reason: trouble }
  return { key: isImageWork(task) ? 'notAnImage' : 'fileUnreadable', reason: error.message }
}

function send(reply: FileReply, sent: () => void = () => undefined): void {
  process.send!(reply, sent)
}

/** The heap of JavaScript has a limit of its own. What decoders take outside of it is only known by looking. */
function checkMemory(): void {
  if (!isBusy || process.memoryUsage.rss() <= memory) return
  isBusy = false
  send({ kind: 'answer', problem: { key: 'tooMuchMemory', data: { limit: memory } } }, end)
}

function end(): void {
  // In the middle of an image, an orderly exit would wait for the threads that work on it.
  process.kill(process.pid, 'SIGKILL')
}

/** On Linux, each thread has a priority of its own. Later ones inherit it. */
function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, system.priority.PRIORITY_LOW)
    } catch {
      // Not every system allows it, and a thread may have ended. The work is done all the same.
    }
  }
}

/** If the machine has no memory left, the system ends this process rather than the server or the database. */
function dieFirst(): void {
  try {
    writeFileSync(OUT_OF_MEMORY_SCORE, '1000')
  } catch {
    // Only Linux has it.
  }
}

// While the priority is still that of the server, so that this is said at once.
send({ kind: 'ready' })
dieFirst()
lowerPriority()
setInterval(checkMemory, PAUSE).unref()
process.on('message', (task: FileTask) => void answer(task))
process.once('disconnect', end)
// The terminal sends these signals to the whole group. The server decides, because it finishes what it has begun.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
