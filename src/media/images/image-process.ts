/**
 * The process that works on images for a server, started by `image-child.ts`. A decoder that crashes takes no request
 * with it, and the lowest priority leaves the processor to reads. The only argument is the JSON of its options.
 */
import { existsSync, readdirSync } from 'node:fs'
import { access, constants, rm, writeFile } from 'node:fs/promises'
import { setPriority, constants as system } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type ImageProblem,
  type ImageProcessOptions,
  type ImageReply,
  type ImageRequest,
  READY,
} from './image-messages.ts'
import { RefusedImage } from './open-image.ts'
import { processImage } from './process-image.ts'
import { transformImage } from './transform-image.ts'

const THREADS = '/proc/self/task'
/** Enough to notice a full disk. */
const TRIAL_BYTES = 256 * 1024

const { pixels } = JSON.parse(process.argv[2]!) as ImageProcessOptions

function run(request: ImageRequest): Promise<ImageReply['result']> {
  if (request.kind === 'process') return processImage(request.source, { ...request, pixels })
  return transformImage(request.source, request.target, { wish: request.wish, pixels })
}

async function answer(request: ImageRequest): Promise<ImageReply> {
  try {
    return { id: request.id, result: await run(request) }
  } catch (error) {
    return { id: request.id, problem: await problemOf(request, error as Error) }
  }
}

/** The library reports everything as text, so the machine is asked whether it is to blame. */
async function problemOf(request: ImageRequest, error: Error): Promise<ImageProblem> {
  if (error instanceof RefusedImage) return error.problem
  const folder = request.kind === 'process' ? request.folder : dirname(request.target)
  try {
    await access(request.source, constants.R_OK)
    const trial = join(folder, `trial-${request.id}`)
    await writeFile(trial, Buffer.alloc(TRIAL_BYTES))
    await rm(trial)
    return { key: 'notAnImage', reason: error.message }
  } catch (trouble) {
    return { key: 'failed', reason: (trouble as Error).message }
  }
}

/** On Linux, each thread has a priority of its own. Those that decode and encode exist already; later ones inherit it. */
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

// While the priority is still that of the server, so that this is said at once.
process.send!({ id: READY } satisfies ImageReply)
lowerPriority()
process.on('message', async (request: ImageRequest) => process.send!(await answer(request)))
// In the middle of an image, an orderly exit would wait for the threads that work on it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The terminal sends these signals to the whole group. The server decides, because it finishes what it has begun.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
