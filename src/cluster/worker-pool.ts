/** Keeps a number of workers serving on one port: starts them, replaces the ones that die, and stops them. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FiguresKind } from '../app.ts'
import type { Config } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { RateLimiter, type Verdict } from '../identity/sign-in/rate-limiter.ts'
import { type Channel, openChannel } from './channel.ts'
import { Handover } from './handover.ts'
import type { CountedAttempt, PrimaryAnswers, WorkerAnswers } from './questions.ts'
import { restartPause } from './restart-pause.ts'
import { WORKER_VARIABLE } from './worker.ts'

/** A worker that has served this long did not die because of its start. */
const SOUND_MILLISECONDS = 10_000
/** How often in a row a worker may fail while no other worker serves. */
const MOST_FAILURES = 6

/** How long a worker may take to report its metrics. */
const PATIENCE_MILLISECONDS = 2000

/** The port that the workers share. This process accepts its connections. */
export interface TeamPort {
  readonly address: string
  handTo(take: (connection: Socket) => void): void
  /** Tells a connection that the server is starting. */
  tellStarting(connection: Socket): void
  /** Accepts no more connections. */
  release(): Promise<number>
}

export interface TeamInput {
  readonly config: Config
  readonly port: TeamPort
  /** Called once with the address, when all workers serve. */
  readonly ready: (address: string) => void
  /** Called for workers that died. */
  readonly note: (line: string) => void
}

interface Member {
  readonly worker: Worker
  readonly channel: Channel<WorkerAnswers>
  /** Resolves with how it ended: `SIGKILL`, `exit code 1`. */
  readonly ended: Promise<string>
  /** When it began to serve, by `performance.now()`. */
  servesSince: number | undefined
  /** Why it could not serve, as it reported. */
  problem: string | undefined
  /** Whether it runs the tasks at fixed times. */
  runsTasks: boolean
}

export class WorkerPool {
  readonly #input: TeamInput
  readonly #members = new Set<Member>()
  readonly #stopping = new AbortController()
  readonly #counters = new Map<string, RateLimiter>()
  readonly #handover: Handover
  #isReady = false

  constructor(input: TeamInput) {
    this.#input = input
    const { port } = input
    this.#handover = new Handover(connection => {
      // Every request is told to come back, but not to a server that is about to end.
      if (this.#stopping.signal.aborted) connection.destroy()
      else port.tellStarting(connection)
    })
    port.handTo(connection => this.#handover.give(connection))
  }

  /** Resolves when the pool is closed. Rejects with StartError if no worker serves and none can be started. */
  async run(): Promise<void> {
    process.once('exit', () => this.#kill())
    try {
      await Promise.all(Array.from({ length: this.#input.config.server.workers }, () => this.#keepOne()))
    } catch (error) {
      this.#stopping.abort()
      this.#kill()
      throw error
    }
  }

  /** Lets the workers finish running requests. */
  async close(): Promise<void> {
    this.#stopping.abort()
    const ends = [...this.#members].map(({ channel, ended }) => {
      // A worker that has just died can no longer answer.
      channel.ask('stop').catch(() => undefined)
      return ended
    })
    await Promise.race([sleep(this.#input.config.server.drainSeconds * 1000), Promise.all(ends)])
    void this.#input.port.release()
    const bad = (await Promise.all(ends)).find(end => !GOOD_ENDS.has(end))
    if (bad !== undefined) throw new Error(`a worker ended with ${bad}`)
  }

  /** Runs a worker, and a new one whenever it dies. */
  async #keepOne(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; ) {
      const member = this.#start()
      this.#members.add(member)
      const end = await member.ended
      this.#members.delete(member)
      if (signal.aborted) return
      const since = member.servesSince ?? Number.POSITIVE_INFINITY
      failures = performance.now() - since >= SOUND_MILLISECONDS ? 0 : failures + 1
      this.#judge(member, end, failures)
      await sleep(restartPause(failures), undefined, { signal }).catch(() => undefined)
    }
  }

  #start(): Member {
    const worker = cluster.fork({ [WORKER_VARIABLE]: 'yes' })
    const ended = once(worker, 'exit').then(([code, signal]) => signal ?? `exit code ${code}`)
    const member: Member = {
      worker,
      ended,
      channel: this.#channelTo(worker, () => member),
      servesSince: undefined,
      problem: undefined,
      runsTasks: false,
    }
    return member
  }

  #channelTo(worker: Worker, member: () => Member): Channel<WorkerAnswers> {
    const answers: PrimaryAnswers = {
      config: () => this.#input.config,
      runsTasks: () => this.#takesTasks(member()),
      serving: () => this.#serves(member()),
      failed: words => {
        member().problem = words
      },
      figures: kind => this.#gather(kind),
      attempt: counted => this.#count(counted),
    }
    return openChannel<WorkerAnswers>(worker.process, answers)
  }

  /** The first one, and whoever replaces it. */
  #takesTasks(member: Member): boolean {
    member.runsTasks = ![...this.#members].some(other => other !== member && other.runsTasks)
    return member.runsTasks
  }

  #serves(member: Member): void {
    member.servesSince = performance.now()
    this.#handover.join(member.worker.process)
    if (this.#isReady || this.#serving() < this.#input.config.server.workers) return
    this.#isReady = true
    this.#input.ready(this.#input.port.address)
  }

  #serving(): number {
    return [...this.#members].filter(({ servesSince }) => servesSince !== undefined).length
  }

  #count({ kind, limit, attempt }: CountedAttempt): Promise<Verdict> {
    const counter = this.#counters.get(kind) ?? new RateLimiter(limit)
    this.#counters.set(kind, counter)
    return counter.check(attempt)
  }

  /** Skips workers that are too busy to answer. */
  async #gather(kind: FiguresKind): Promise<readonly object[]> {
    const serving = [...this.#members].filter(({ servesSince }) => servesSince !== undefined)
    const patience = sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })
    const figures = serving.map(({ channel }) =>
      Promise.race([channel.ask('figures', kind).catch(() => undefined), patience]),
    )
    return (await Promise.all(figures)).filter(given => given !== undefined)
  }

  /** Throws StartError if another attempt would not help. */
  #judge({ worker, problem }: Member, end: string, failures: number): void {
    // A problem at the first start (a port in use) is for the operator to fix.
    if (problem !== undefined && !this.#isReady) throw new StartError(problem)
    if (failures >= MOST_FAILURES && this.#serving() === 0) {
      throw new StartError('No worker can start', [problem ?? `the last one ended with ${end}`])
    }
    this.#input.note(`Worker ${worker.process.pid} ended with ${problem ?? end}; starting another one`)
  }

  #kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL')
  }
}

/** A signal to the whole process group ends a worker that has only just started. */
const GOOD_ENDS = new Set(['exit code 0', 'SIGTERM', 'SIGINT'])
