/** The replicas of the settings, each with connections of its own. */
import { singleHosts } from '../../../util/postgres-hosts.ts'
import type { PoolOptions } from '../postgres-pool.ts'
import { PostgresPool } from '../postgres-pool.ts'
import { PostgresReads, type PostgresReadsOptions } from '../postgres-reads.ts'
import { Replica } from './replica.ts'
import { READ_MARK, writeMark } from './replica-statements.ts'
import { type Primary, Replicas, type ReplicasInput } from './replicas.ts'

export interface OpenReplicasInput
  extends Omit<ReplicasInput, 'replicas' | 'primary'>,
    Omit<PostgresReadsOptions, 'pool'> {
  readonly urls: readonly string[]
  /** As for the primary. */
  readonly connections: Omit<PoolOptions, 'place'>
  readonly primary: Omit<Primary, 'mark'>
  readonly primaryPool: PostgresPool
}

export function openReplicas(input: OpenReplicasInput): Replicas {
  const { urls, connections, primary, primaryPool, ...rest } = input
  const replicas = urls.map(url => {
    const target = { ...connections.target, url, replica: true }
    const pool = new PostgresPool({ ...connections, target })
    const probes = new PostgresPool({ ...connections, target, size: 1, budget: undefined })
    return new Replica({ address: addressOf(url), pool, probes, reads: new PostgresReads({ ...rest, pool }) })
  })
  const { positions, versions } = rest
  const mark = (server: string) => markPrimary(primaryPool, server)
  return new Replicas({ replicas, positions, versions, primary: { ...primary, mark } })
}

/** Several servers share the mark. To write it again would make them forget what they know. */
async function markPrimary(pool: PostgresPool, server: string): Promise<void> {
  await pool.with(async connection => {
    const [row] = await connection.run(READ_MARK)
    if (row?.[0] !== server) await connection.run(writeMark(server))
  })
}

/** Without user and password. */
function addressOf(url: string): string {
  const hosts = singleHosts(url).map(each => new URL(each))
  return hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(',')
}
