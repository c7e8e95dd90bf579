/** A primary and two replicas that take each other's places, and three servers of notes that are processes of their own. All of them may be killed. */
import postgres from 'postgres'
import { expect } from 'vitest'
import { makeStandbyData } from '../../scripts/standby-data.mjs'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { addressOf, type Running, startBinary } from '../cli/run-populus.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { cleanUp } from '../support/clean-up.ts'
import { onServer, postgresConfig } from '../support/databases.ts'
import { type EmbeddedServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { followAnother, promote, startStandby } from '../support/servers/standby-server.ts'
import { PAIRS, pause } from './pair-traffic.ts'

/** A write is acknowledged when one of the two replicas has it, whichever that is. */
const SYNCHRONOUS = `alter system set synchronous_standby_names = 'ANY 1 (*)'`
/** A replica that was dead for a while still finds what it has missed. */
const KEEP_LOG = `alter system set wal_keep_size = '256MB'`
const RELOAD = 'select pg_reload_conf()'
const PATIENCE = { timeout: 120_000 }
const SERVERS = 3

interface Node {
  readonly server: Running
  readonly address: string
}

export class MortalCluster {
  #primary: EmbeddedServer
  #replicas: readonly EmbeddedServer[]
  #nodes: readonly Node[] = []
  readonly #binary: string
  readonly #folder: string
  /** In an order that never changes: what leads and what follows does. */
  readonly #members: readonly EmbeddedServer[]
  readonly writer: Database

  private constructor(members: readonly EmbeddedServer[], writer: Database, folder: string, binary: string) {
    const [primary, ...replicas] = members
    this.#members = members
    this.#primary = primary!
    this.#replicas = replicas
    this.#folder = folder
    this.#binary = binary
    this.writer = writer
  }

  /** `binary`: the build that the servers run. */
  static async start(binary: string): Promise<MortalCluster> {
    const primary = await startPostgresServer()
    const members = [primary]
    cleanUp(async () => {
      for (const member of members) await member.remove()
    })
    await run(primary, KEEP_LOG)
    for (let count = 0; count < 2; count += 1) members.push(await startStandby(primary, 'asynchronous'))
    const folder = await noteProject(2 * PAIRS + 1)
    const config = { ...postgresConfig(primary.url, 'postgres'), url: addressesOf(members) }
    const made = await openDatabase({ database: config, limits: DEFAULT_LIMITS }, {})
    cleanUp(() => made.close())
    const cluster = new MortalCluster(members, made, folder, binary)
    cleanUp(() => cluster.#stopNodes())
    cluster.#nodes = await Promise.all(Array.from({ length: SERVERS }, () => cluster.#startNode()))
    await run(primary, `update notes set body = '0'`, SYNCHRONOUS, RELOAD)
    await cluster.inUse()
    return cluster
  }

  get addresses(): readonly string[] {
    return this.#nodes.map(({ address }) => address)
  }

  get primary(): EmbeddedServer {
    return this.#primary
  }

  async #startNode(): Promise<Node> {
    const env = { DATABASE_POOL_MAX: '3', DATABASE_REPLICAS: this.#members.map(({ url }) => url).join(' ') }
    const words = ['start', this.#folder, '--port', '0', '--database', addressesOf(this.#members)]
    const server = startBinary(this.#binary, words, env)
    return { server, address: await addressOf(server) }
  }

  async #stopNodes(): Promise<void> {
    for (const { server } of this.#nodes) {
      server.process.kill('SIGKILL')
      await server.finished
    }
  }

  /** Every server uses both replicas. */
  async inUse(): Promise<void> {
    const expected = this.#members.map(member => (member === this.#primary ? 'promoted' : 'in use'))
    for (const address of this.addresses) {
      const states = async () => {
        const answer = await fetch(`${address}/_ready`).then(each => each.json())
        return (answer as { replicas?: readonly { state: string }[] }).replicas?.map(({ state }) => state)
      }
      await expect.poll(states, PATIENCE).toEqual(expected)
    }
  }

  async killServer(): Promise<void> {
    const [oldest, ...others] = this.#nodes
    this.#nodes = others
    oldest!.server.process.kill('SIGKILL')
    await oldest!.server.finished
    this.#nodes = [...others, await this.#startNode()]
  }

  async killReplica(): Promise<void> {
    const replica = this.#anyReplica()
    await replica.kill()
    await pause(Math.random() * 500)
    replica.launch()
    await this.#following()
  }

  async pauseReplica(): Promise<void> {
    const replica = this.#anyReplica()
    await run(replica, 'select pg_wal_replay_pause()')
    await pause(300 + Math.random() * 700)
    await run(replica, 'select pg_wal_replay_resume()')
  }

  async delayReplica(): Promise<void> {
    const replica = this.#anyReplica()
    await run(replica, `alter system set recovery_min_apply_delay = '${Math.ceil(Math.random() * 200)}ms'`, RELOAD)
    await pause(300 + Math.random() * 700)
    await run(replica, 'alter system reset recovery_min_apply_delay', RELOAD)
  }

  /** The replica that has more of the log takes its place; the other one follows that, and so does what was the primary, as a new copy. */
  async killPrimary(): Promise<void> {
    const dead = this.#primary
    await dead.kill()
    const received = await Promise.all(this.#replicas.map(receivedBy))
    const [first, second] = this.#replicas
    const [next, other] = received[0]! >= received[1]! ? [first!, second!] : [second!, first!]
    await promote(next)
    this.#primary = next
    await followAnother(other, next)
    const sql = postgres(next.url, { max: 1, onnotice: () => {}, fetch_types: false })
    try {
      await makeStandbyData({ sql, primary: next, data: dead.data })
    } finally {
      await sql.end()
    }
    dead.launch()
    this.#replicas = [other, dead]
    await this.#following()
    await run(next, SYNCHRONOUS, RELOAD)
  }

  #anyReplica(): EmbeddedServer {
    return this.#replicas[Math.floor(Math.random() * this.#replicas.length)]!
  }

  /** Nothing else happens before both replicas have what is acknowledged. */
  async #following(): Promise<void> {
    const streaming = async () => {
      let count = 0
      await onServer(this.#primary.url, async sql => {
        const rows = await sql.unsafe(`select 1 from pg_stat_replication where state = 'streaming'`)
        count = rows.length
      })
      return count
    }
    await expect.poll(streaming, PATIENCE).toBe(2)
  }
}

function addressesOf(members: readonly EmbeddedServer[]): string {
  const hosts = members.map(({ url }) => new URL(url).host)
  return members[0]!.url.replace(hosts[0]!, hosts.join(','))
}

/** Where the log of a replica ends. What is still on its way from a dead primary arrives before the connection ends. */
async function receivedBy({ url }: EmbeddedServer): Promise<number> {
  let position = 0
  await onServer(url, async sql => {
    const one = async (text: string) => Number((await sql.unsafe(text).values())[0]?.[0])
    const receivers = () => one(`select count(*) from pg_stat_wal_receiver where status = 'streaming'`)
    await expect.poll(receivers, PATIENCE).toBe(0)
    position = await one(
      `select pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::text`,
    )
  })
  return position
}

async function run({ url }: EmbeddedServer, ...statements: readonly string[]): Promise<void> {
  await onServer(url, async sql => {
    for (const statement of statements) await sql.unsafe(statement)
  })
}
