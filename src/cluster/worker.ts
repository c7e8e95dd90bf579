/** A process that serves together with others on one port. The primary process tells it everything it needs. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type App, buildApp } from '../app.ts'
import { type Channel, describeError, openChannel } from './channel.ts'
import { type Handed, REFUSED, TAKEN } from './handover.ts'
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
    serving.close().then(
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
    serving = app
    takeConnections(app.takeConnections())
    await primary.ask('serving')
  } catch (error) {
    await primary.ask('failed', describeError(error)).catch(() => undefined)
    process.exit(1)
  }
  await once(process, 'disconnect')
}

/** Says at once whether a connection was taken, before anything is read from it: nobody else may answer it from then on. */
function takeConnections(take: (connection: Socket) => boolean): void {
  process.on('message', (message: Partial<Handed>, connection: unknown) => {
    if (message.kind !== 'connection') return
    const isTaken = connection === undefined || take(connection as Socket)
    // The primary still has it, and hands it to another worker.
    if (!isTaken) (connection as Socket).destroy()
    process.send!({ kind: isTaken ? TAKEN : REFUSED }, undefined, undefined, () => undefined)
  })
}

function processEnd(): Parameters<typeof openChannel>[0] {
  return {
    send: (message, sent) => process.send!(message, undefined, undefined, sent),
    on: (event, listener) => process.on(event, listener),
    once: (event, listener) => process.once(event, listener),
  }
}
