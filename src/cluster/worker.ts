/** A process that serves together with others on one port. The primary process tells it everything it needs. */
import { once } from 'node:events'
import { type App, buildApp } from '../app.ts'
import { type Channel, describeError, openChannel } from './channel.ts'
import type { PrimaryAnswers, WorkerAnswers } from './questions.ts'

/** Marks a process as one of our workers: other tools run programs as cluster workers, too. */
export const WORKER_VARIABLE = 'POPULUS_WORKER'

type Primary = Channel<PrimaryAnswers>

/** Runs until the process ends: when the primary asks for it or is gone, or on a signal. */
export async function serveAsWorker(note: (line: string) => void): Promise<void> {
  let serving: App | undefined
  let stopping = false
  const stop = () => {
    // A signal to the whole process group reaches each worker, and the primary asks it to stop once more.
    if (stopping) return
    stopping = true
    if (serving === undefined) process.exit(0)
    end(serving, primary).then(
      () => process.exit(0),
      (error: unknown) => {
        note(`A worker could not be closed: ${describeError(error)}`)
        process.exit(1)
      },
    )
  }
  const primary: Primary = openChannel<PrimaryAnswers>(processEnd(), {
    stop,
    figures: async kind => serving?.figures(kind),
  } satisfies WorkerAnswers)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  try {
    const config = await primary.ask('config')
    const app = await buildApp(config, {
      // The process that started this one has looked.
      guards: 'leave',
      runsTasks: await primary.ask('runsTasks'),
      counters: (kind, limit) => ({ check: attempt => primary.ask('attempt', { kind, limit, attempt }) }),
      gatherFigures: kind => primary.ask('figures', kind),
    })
    const { address } = await app.listen(await primary.ask('port'))
    serving = app
    await primary.ask('serving', address)
  } catch (error) {
    await primary.ask('failed', describeError(error)).catch(() => undefined)
    process.exit(1)
  }
  await once(process, 'disconnect')
}

async function end(app: App, primary: Primary): Promise<void> {
  await app.close()
  // A connection may be on its way here. It is handed back before this answer arrives, and goes to another worker.
  await primary.ask('closed').catch(() => undefined)
}

function processEnd(): Parameters<typeof openChannel>[0] {
  return {
    send: (message, sent) => process.send!(message, undefined, undefined, sent),
    on: (event, listener) => process.on(event, listener),
    once: (event, listener) => process.once(event, listener),
  }
}
