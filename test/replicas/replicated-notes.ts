/** Servers of notes on a primary with replicas, in this process. */
import type { App } from '../../src/app.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { onServer, postgresConfig } from '../support/databases.ts'
import { type EmbeddedServer, type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { startStandby } from '../support/servers/standby-server.ts'
import { PAIRS } from './pair-traffic.ts'

export interface ReplicatedNotes {
  readonly primary: PostgresServer
  readonly replicas: readonly EmbeddedServer[]
  readonly apps: readonly App[]
  /** Writes to the primary, and announces it. */
  readonly writer: Database
}

export interface ReplicatedNotesInput {
  readonly apps: number
  readonly replicas: number
  readonly mode?: 'synchronous' | 'asynchronous'
  /** Whether a replica may take the place of the primary. */
  readonly failover?: boolean
}

export async function replicatedNotes(input: ReplicatedNotesInput): Promise<ReplicatedNotes> {
  const primary = await startPostgresServer()
  cleanUp(() => primary.remove())
  const replicas: EmbeddedServer[] = []
  for (let count = 0; count < input.replicas; count += 1) {
    const replica = await startStandby(primary, input.mode)
    cleanUp(() => replica.remove())
    replicas.push(replica)
  }
  const members = input.failover === true ? [primary, ...replicas] : [primary]
  const hosts = members.map(server => new URL(server.url).host).join(',')
  const url = primary.url.replace(new URL(primary.url).host, hosts)
  const config = { ...postgresConfig(primary.url, 'postgres'), url }
  const database = { ...config, replicas: replicas.map(replica => replica.url) }
  const folder = await noteProject(PAIRS * 2)
  const apps: App[] = []
  const metrics = { enabled: true, public: true }
  for (let count = 0; count < input.apps; count += 1)
    apps.push(await buildTestApp({ folder, database, metrics, cache: { announcedOnly: false } }))
  await onServer(primary.url, sql => sql.unsafe(`update notes set body = '0'`))
  const writer = await openDatabase({ database: config, limits: DEFAULT_LIMITS }, {})
  cleanUp(() => writer.close())
  return { primary, replicas, apps, writer }
}

interface ReadyReplica {
  readonly state: string
  readonly lag: number | null
  readonly share: number
}

/** What `/_ready` tells about the replicas. */
export async function replicasOf(app: App): Promise<readonly ReadyReplica[]> {
  const answer = await app.inject({ method: 'GET', url: '/_ready' })
  return answer.json().replicas
}
