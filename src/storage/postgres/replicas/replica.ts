/**
 * One replica of the primary. A read on it is used only if the replica had replayed enough of the log before the snapshot of the
 * read was taken, and if it follows the primary that is in use.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PopulusError } from '../../../errors.ts'
import type { BoundStatement } from '../../../sql/statement.ts'
import type { ReadOptions, ReadSteps, ReplicaState } from '../../database.ts'
import { NotReplicaError } from '../open-session.ts'
import type { PostgresConnection } from '../postgres-connection.ts'
import type { PostgresPool } from '../postgres-pool.ts'
import type { Escort, PostgresReads } from '../postgres-reads.ts'
import type { ReplicaView } from './log-positions.ts'
import {
  factsOf,
  markOf,
  placeOf,
  READ_PLACE,
  READ_PLACE_AND_MARK,
  type ReplicaPlace,
  readFacts,
} from './replica-statements.ts'

/** How long a read waits for a replica that is a little behind. */
const PATIENCE_MILLISECONDS = 20
const PAUSE_MILLISECONDS = 1
/** How long a replica may take to say where it is. */
const SILENCE_MILLISECONDS = 1000

export interface ReplicaInput {
  /** Host and port. */
  readonly address: string
  readonly reads: PostgresReads
  readonly pool: PostgresPool
  /** Has one connection: how the replica is must be known even while all others are busy. */
  readonly probes: PostgresPool
}

export interface ReplicaRead<T, R> {
  readonly steps: ReadSteps<T, R>
  readonly first: readonly BoundStatement<R>[]
  readonly options: ReadOptions | undefined
}

/** What a read needs. */
export interface Requirement {
  /** The log must have been replayed up to this position. */
  readonly position: number
  /** The primary that the replica must follow. */
  readonly server: string
  /** Transactions of the primary that may or may not be in the snapshot. */
  readonly running: ReadonlySet<number>
}

export type ReplicaOutcome<T> =
  | { readonly found: T; readonly view: ReplicaView }
  /** Nothing was read: the same steps can be read elsewhere. */
  | 'untouched'
  /** The read broke off. */
  | 'lost'

/** The replica cannot be used at the moment. */
class Unfit extends Error {
  readonly state: ReplicaState

  constructor(state: ReplicaState) {
    super(state)
    this.state = state
  }
}

export class Replica {
  readonly address: string
  readonly #input: ReplicaInput
  #state: ReplicaState = 'unreachable'
  /** The position where it was last seen. */
  #replayed = -1
  /** The position that it did not have when it was wanted. */
  #wanted = -1
  #answers = 0

  constructor(input: ReplicaInput) {
    this.address = input.address
    this.#input = input
  }

  get state(): ReplicaState {
    return this.#state
  }

  get replayed(): number {
    return this.#replayed
  }

  /** The reads that it has answered, without those that could not be used. */
  get answers(): number {
    return this.#answers
  }

  count(): void {
    this.#answers += 1
  }

  async read<T, R>({ steps, first, options }: ReplicaRead<T, R>, required: Requirement): Promise<ReplicaOutcome<T>> {
    let isTouched = false
    const next: typeof steps.next = (...answers) => {
      isTouched = true
      return steps.next(...answers)
    }
    const seen: { view?: ReplicaView } = {}
    const escort = this.#escort(required, view => {
      seen.view = view
    })
    const { reads } = this.#input
    try {
      const found = await reads.lend(options, async connection => {
        await this.#reach(connection, required.position)
        return reads.inSnapshot(connection, { next }, first, escort)
      })
      return { found, view: seen.view! }
    } catch (error) {
      if (isOfTheRead(error)) throw error
      if (!isBusy(error)) this.#leaveOut(error, required.position)
      return isTouched ? 'lost' : 'untouched'
    }
  }

  #escort({ position, server, running }: Requirement, see: (view: ReplicaView) => void): Escort {
    let place: Promise<ReplicaPlace> | undefined
    return {
      before: async connection => {
        place = this.#place(connection)
        if ((await place).replayed < position) throw new Unfit('behind')
      },
      after: async connection => {
        const [row = []] = await connection.run(readFacts(running))
        const facts = factsOf(row)
        if (facts.mark !== server || facts.server !== (await place)?.server) throw new Unfit('not following')
        see(facts.view)
      },
    }
  }

  /** Waits a moment until the replica has replayed the log up to the position. */
  async #reach(connection: PostgresConnection, position: number): Promise<void> {
    if (this.#replayed >= position) return
    const until = performance.now() + PATIENCE_MILLISECONDS
    while ((await this.#place(connection)).replayed < position) {
      if (performance.now() > until) throw new Unfit('behind')
      await sleep(PAUSE_MILLISECONDS)
    }
  }

  async #place(connection: PostgresConnection): Promise<ReplicaPlace> {
    const [row = []] = await inTime(connection, connection.run(READ_PLACE))
    return this.#noted(placeOf(row))
  }

  #noted(place: ReplicaPlace): ReplicaPlace {
    if (!place.isReplica) throw new Unfit('promoted')
    this.#replayed = place.replayed
    return place
  }

  #leaveOut(error: unknown, position: number): void {
    this.#state = stateAfter(error)
    this.#wanted = this.#state === 'behind' ? position : -1
  }

  /** Looks whether the replica can be used. */
  async probe(server: string): Promise<void> {
    try {
      const [row = []] = await this.#input.probes.with(connection =>
        inTime(connection, connection.run(READ_PLACE_AND_MARK)),
      )
      const { replayed } = this.#noted(placeOf(row))
      if (markOf(row) !== server) throw new Unfit('not following')
      this.#state = replayed < this.#wanted ? 'behind' : 'in use'
    } catch (error) {
      this.#state = stateAfter(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#input.pool.close(), this.#input.probes.close()])
  }
}

/** A server that does not answer is given up. */
async function inTime<T>(connection: PostgresConnection, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connection.stop()
      reject(new Unfit('unreachable'))
    }, SILENCE_MILLISECONDS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** PostgreSQL's codes for a table and a schema that do not exist. */
const NO_MARK = new Set(['42P01', '3F000'])

function stateAfter(error: unknown): ReplicaState {
  if (error instanceof Unfit) return error.state
  if (error instanceof NotReplicaError) return 'promoted'
  const cause = error instanceof PopulusError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return NO_MARK.has(code) ? 'not following' : 'unreachable'
}

/** The primary would refuse it, too. */
function isOfTheRead(error: unknown): boolean {
  return error instanceof PopulusError && (error.status < 500 || OF_THE_READ.has(error.key))
}

const OF_THE_READ: ReadonlySet<string> = new Set(['tooSlow', 'clientGone', 'queryTooComplex'])

/** Other reads take all the turns; nothing is wrong with the replica. */
function isBusy(error: unknown): boolean {
  return error instanceof PopulusError && error.key === 'tooManyExpensive'
}
