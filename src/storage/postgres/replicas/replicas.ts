/**
 * Answers reads from replicas as exactly as the primary would: a read is used if the replica has all changes of its tables that are
 * known, and nothing of them that is not known. Everything else is left to the primary.
 */
import type { ChangeLog } from '../../../kept/dependencies/change-log.ts'
import type { ReplicaFigures } from '../../database.ts'
import type { LogPositions } from './log-positions.ts'
import type { Replica, ReplicaRead } from './replica.ts'

const PROBE_MILLISECONDS = 500
/** A replica that was a little behind has caught up soon, so that it is looked at sooner, then less and less often. */
const SOON_MILLISECONDS = 20

export interface ReplicasInput {
  readonly replicas: readonly Replica[]
  readonly positions: LogPositions
  readonly versions: ChangeLog
  readonly primary: Primary
}

/** What replicas need to know of the primary. */
export interface Primary {
  /** The server that answers questions; empty if there is none at the moment. */
  readonly server: () => string
  /** Whether the database has since been found on another server. */
  readonly misplaced: () => boolean
  readonly catchUp: () => Promise<void>
  /** Notes in the database which server it is. */
  readonly mark: (server: string) => Promise<void>
}

export interface TablesRead<T, R> extends ReplicaRead<T, R> {
  readonly tables: readonly string[]
  /** The number of the last change of the tables: the answer must have it. */
  readonly version: number
  /** Whether the answer may have later changes, too. It shows one moment all the same. */
  readonly moving: boolean
}

/** `found` is `undefined` if the answer cannot be used. */
export interface ReplicaAnswer<T> {
  readonly found: T | undefined
}

export class Replicas {
  readonly #input: ReplicasInput
  #turn = 0
  #byPrimary = 0
  #delay = PROBE_MILLISECONDS
  #timer: NodeJS.Timeout | undefined
  #probing: Promise<void> = Promise.resolve()
  #closed = false

  constructor(input: ReplicasInput) {
    this.#input = input
  }

  /**
   * `undefined` if no replica can answer now. Nothing was read then. Whoever gets an answer that cannot be used asks once more for a moving one;
   * after that, the primary answers.
   */
  async read<T, R>(request: TablesRead<T, R>): Promise<ReplicaAnswer<T> | undefined> {
    const answer = await this.#tryToRead(request)
    if (answer === undefined || (request.moving && answer.found === undefined)) this.#byPrimary += 1
    return answer
  }

  async #tryToRead<T, R>(request: TablesRead<T, R>): Promise<ReplicaAnswer<T> | undefined> {
    const { positions, versions, primary } = this.#input
    const { tables, version, moving } = request
    if (this.#usable().length === 0) return undefined
    if (positions.of(version) === undefined) await primary.catchUp()
    const isUnchanged = () => moving || versions.latest(tables) === version
    // The primary could not use what it read, either.
    if (!isUnchanged()) return { found: undefined }
    const position = positions.of(version)
    if (position === undefined) return undefined
    const replica = this.#choose(position)
    if (replica === undefined) return undefined
    const { running } = positions
    const server = primary.server()
    const outcome = await replica.read(request, { position, server, running })
    if (replica.state === 'behind') this.#lookSoon()
    if (outcome === 'untouched') return undefined
    if (outcome === 'lost') return { found: undefined }
    const { found, view } = outcome
    if (primary.misplaced() || !positions.isOlder(view) || !positions.explains(view)) {
      await primary.catchUp()
      if (!positions.explains(view)) return { found: undefined }
    }
    // Another primary explains nothing that a replica of the old one has shown.
    if (!isUnchanged() || primary.server() !== server) return { found: undefined }
    replica.count()
    return { found }
  }

  #usable(): readonly Replica[] {
    return this.#input.replicas.filter(({ state }) => state === 'in use')
  }

  /** One that is known to have the position, if there is one; each in its turn. */
  #choose(position: number): Replica | undefined {
    const usable = this.#usable()
    const ready = usable.filter(({ replayed }) => replayed >= position)
    const choice = ready.length > 0 ? ready : usable
    this.#turn += 1
    return choice[this.#turn % choice.length]
  }

  figures(): readonly ReplicaFigures[] {
    const { replicas, positions } = this.#input
    const all = replicas.reduce((sum, { answers }) => sum + answers, this.#byPrimary)
    return replicas.map(({ address, state, replayed, answers }) => {
      const isKnown = replayed >= 0 && positions.latest >= 0 && state !== 'unreachable'
      const lag = isKnown ? Math.max(0, positions.latest - replayed) : null
      return { address, state, lag, answers, share: all === 0 ? 0 : answers / all }
    })
  }

  /** Looks after the replicas until the end. */
  watch(): void {
    this.#timer = undefined
    if (this.#closed) return
    this.#probing = this.#probe().finally(() => this.#lookLater())
  }

  #lookLater(): void {
    const isBehind = this.#input.replicas.some(({ state }) => state === 'behind')
    this.#look(isBehind ? Math.min(this.#delay * 2, PROBE_MILLISECONDS) : PROBE_MILLISECONDS)
  }

  #lookSoon(): void {
    const isProbing = this.#timer === undefined
    if (!isProbing && this.#delay > SOON_MILLISECONDS) this.#look(SOON_MILLISECONDS)
  }

  #look(delay: number): void {
    clearTimeout(this.#timer)
    this.#delay = delay
    if (!this.#closed) this.#timer = setTimeout(() => this.watch(), delay).unref()
  }

  async #probe(): Promise<void> {
    const { replicas, primary } = this.#input
    const server = primary.server()
    if (server === '') return
    await Promise.all(replicas.map(replica => replica.probe(server)))
    // Without tables of ours, or without the right to write, there is no mark, and replicas are not used.
    if (replicas.some(({ state }) => state === 'not following')) await primary.mark(server).catch(() => {})
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.all(this.#input.replicas.map(replica => replica.close()))
    await this.#probing
  }
}
