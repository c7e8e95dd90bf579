/** What this server does for an owner, and what any server does: begun here, watched and told from everywhere. */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerTask, TaskKind } from '../../admin-api/settings/transfer-api.ts'
import { PopulusError, StartError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { TaskBoard } from '../../tasks/task-board.ts'
import { LiveTask, type OpenTask, type Shown } from './live-task.ts'

/** How often the board is looked at, and how often it is told that the work goes on, in milliseconds. */
const EVERY = 500
const BEAT = 10_000
/** A database that does not answer is asked again for so long. */
const PATIENCE = 60_000

export interface TaskStart<Facts> {
  readonly by: string
  readonly facts: Facts
  readonly work: (task: OpenTask<Facts>) => Promise<void>
}

export interface ServerTasksInput {
  readonly database: Database
  readonly clock: () => number
  readonly failed: (error: unknown) => void
}

export class ServerTasks {
  readonly server = hostname()
  readonly #input: ServerTasksInput
  readonly #board: TaskBoard
  readonly #live = new Map<TaskKind, LiveTask<unknown>>()
  #isStopped = false

  constructor(input: ServerTasksInput) {
    this.#input = input
    this.#board = new TaskBoard(input.database)
  }

  /** Refuses with `taskBusy` while there is another one. */
  async start<Facts>(kind: TaskKind, { by, facts, work }: TaskStart<Facts>): Promise<ServerTask<Facts>> {
    const shown: Shown<Facts> = {
      ...{ state: 'running', phase: null, done: 0, total: 0, startedAt: this.#now(), endedAt: null },
      ...{ by, server: this.server, problem: null, facts },
    }
    const id = this.#isStopped ? undefined : await this.#board.begin(kind, JSON.stringify(shown))
    if (id === undefined) throw new PopulusError('taskBusy', { kind })
    const live = new LiveTask(id, shown)
    this.#live.set(kind, live as LiveTask<unknown>)
    live.ended = this.#run(kind, live, work)
    return live.task
  }

  /** The last one of that kind, by any server. */
  async find<Facts>(kind: TaskKind): Promise<ServerTask<Facts> | null> {
    const posted = await this.#board.read(kind)
    if (posted === undefined) return null
    const live = this.#live.get(kind)
    if (live?.task.id === posted.id) return live.task as ServerTask<Facts>
    const shown = JSON.parse(posted.content) as Shown<Facts>
    return { id: posted.id, ...shown, ...(posted.state === 'abandoned' ? { state: 'interrupted' } : {}) }
  }

  /** Tells whoever works on it. Refuses with `noTask` if nobody does. */
  async tell<Facts>(kind: TaskKind, what: string): Promise<ServerTask<Facts>> {
    const task = await this.find<Facts>(kind)
    if (task === null || !isOpen(task)) throw new PopulusError('noTask', { kind })
    const live = this.#live.get(kind)
    if (live?.task.id === task.id) live.tell(what)
    else if (!(await this.#board.tell(kind, task.id, what))) throw new PopulusError('noTask', { kind })
    return task
  }

  /** Refuses with `taskBusy` while there is one of that kind. */
  async checkFree(kind: TaskKind): Promise<void> {
    const task = await this.find(kind)
    if (task !== null && isOpen(task)) throw new PopulusError('taskBusy', { kind })
  }

  /** Ends what goes on here. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const live of this.#live.values()) live.end('interrupted')
    await Promise.all([...this.#live.values()].map(({ ended }) => ended))
  }

  async #run<Facts>(
    kind: TaskKind,
    live: LiveTask<Facts>,
    work: (task: OpenTask<Facts>) => Promise<void>,
  ): Promise<void> {
    const watched = this.#watch(kind, live)
    try {
      await work(live.open)
      live.close('done', this.#now())
    } catch (error) {
      live.close(live.endState ?? 'failed', this.#now(), live.endState === null ? this.#problemOf(error) : null)
    }
    live.wake()
    await watched
    await this.#postEnd(kind, live)
  }

  async #watch<Facts>(kind: TaskKind, live: LiveTask<Facts>): Promise<void> {
    let reported = performance.now()
    while (!live.isClosed) {
      await live.pause(EVERY)
      if (live.isClosed) return
      try {
        const told = await this.#board.told(kind, live.task.id)
        if (told !== null) live.tell(told)
        if (!live.takeChanged() && performance.now() - reported < BEAT) continue
        reported = performance.now()
        if (!(await this.#board.report(kind, live.task.id, live.text))) live.end('interrupted')
      } catch {
        // The database may be busy, above all with the import itself. It is asked again.
      }
    }
  }

  async #postEnd<Facts>(kind: TaskKind, live: LiveTask<Facts>): Promise<void> {
    const from = performance.now()
    for (;;) {
      try {
        await this.#board.report(kind, live.task.id, live.text, true)
        return
      } catch (error) {
        if (this.#isStopped || performance.now() - from > PATIENCE) {
          this.#input.failed(error)
          return
        }
        await sleep(EVERY)
      }
    }
  }

  #problemOf(error: unknown): string {
    if (error instanceof StartError || error instanceof PopulusError) return error.message
    this.#input.failed(error)
    return 'The server could not do it. Its log says why.'
  }

  #now(): string {
    return new Date(this.#input.clock()).toISOString()
  }
}

function isOpen({ state }: ServerTask): boolean {
  return state === 'running' || state === 'waiting'
}
