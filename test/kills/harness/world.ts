/** A project with every kind of content, on a database that can be killed as well. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { addressOf, type Finished, type Running, startPopulus } from '../../cli/run-populus.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, onServer, temporaryFolder } from '../../support/databases.ts'
import type { PostgresServer } from '../../support/servers/embedded-server.ts'
import { copyOfDatabase, emptyDatabase } from './world-database.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

/** What every world has from the beginning, by the names that it is read back under. */
export interface Seeds {
  readonly people: readonly Named[]
  readonly labels: readonly Named[]
  readonly files: readonly Named[]
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the scenarios know what they ask for
  readonly body: any
  readonly tag: string
  readonly location: string
}

export class World {
  readonly client: Client
  readonly folder: string
  readonly database: DatabaseConfig
  readonly postgres: PostgresServer | null
  seeds: Seeds = { people: [], labels: [], files: [] }
  /** Of an administrator. */
  token = ''
  /** What is killed. */
  running: Running | undefined
  address = ''

  constructor(folder: string, database: DatabaseConfig, postgres: PostgresServer | null) {
    this.client = database.client
    this.folder = folder
    this.database = database
    this.postgres = postgres
  }

  get env(): Readonly<Record<string, string>> {
    const { database } = this
    return database.client === 'sqlite'
      ? { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: database.filename }
      : { DATABASE_CLIENT: 'postgres', DATABASE_URL: database.url, DATABASE_POOL_MAX: '4' }
  }

  get uploads(): string {
    return join(this.folder, 'public', 'uploads')
  }

  /** Where files that arrive are kept until they are stored, and those that arrive in parts. */
  get temporary(): string {
    return this.database.client === 'sqlite' ? join(this.folder, '.data') : join(this.folder, '.tmp')
  }

  /** Starts a command that may be killed. */
  launch(words: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    this.running = startPopulus(words, { ...this.env, ...env })
    return this.running
  }

  async start(command: 'start' | 'dev' = 'start'): Promise<void> {
    this.address = await addressOf(this.launch([command, this.folder, '--port', '0']))
  }

  async run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
    return startPopulus(words, { ...this.env, ...env }).finished
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { running } = this
    this.running = undefined
    running?.process.kill(signal)
    await running?.finished
  }

  async send(method: string, path: string, body?: FormData | object, headers: object = {}): Promise<Answer> {
    const isForm = body instanceof FormData || body instanceof Uint8Array
    const admin = path.startsWith('/admin/') ? { authorization: `Bearer ${this.token}` } : {}
    const type = body === undefined || isForm ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: { ...admin, ...type, ...headers },
      ...(body === undefined ? {} : { body: isForm ? (body as FormData) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    const header = (name: string) => response.headers.get(name) ?? ''
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      tag: header('etag'),
      location: header('location'),
    }
  }

  /** Kills one of the processes with which PostgreSQL serves this database. All of them are ended then, and it recovers. */
  async killBackend(): Promise<void> {
    const { database } = this
    if (database.client !== 'postgres') return
    const name = new URL(database.url).pathname.slice(1)
    await onServer(this.postgres!.url, async sql => {
      const [backend] =
        await sql`select pid from pg_stat_activity where datname = ${name} and application_name = 'populus' limit 1`
      if (backend !== undefined) process.kill(backend.pid, 'SIGKILL')
    }).catch(() => undefined)
  }

  /** The processes with which PostgreSQL serves the server. The tests have sessions of their own, which stay open. */
  async backends(): Promise<readonly number[]> {
    const { database } = this
    if (database.client !== 'postgres') return []
    const name = new URL(database.url).pathname.slice(1)
    let rows: readonly { readonly pid: number }[] = []
    await onServer(this.postgres!.url, async sql => {
      rows = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = ${name} and application_name = 'populus'`
    })
    return rows.map(({ pid }) => pid)
  }

  /** Ends what runs, and removes everything. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    const { database, postgres } = this
    await rm(this.folder, { recursive: true, force: true })
    if (database.client !== 'postgres' || postgres === null) return
    const name = new URL(database.url).pathname.slice(1)
    await onServer(postgres.url, sql => sql`drop database if exists ${sql(name)} with (force)`)
  }

  /** The same project on an empty database, with the same files. */
  async withoutContent(): Promise<World> {
    const folder = join(temporaryFolder(), 'project')
    await cp(this.folder, folder, { recursive: true, filter: path => !/[\\/]\.(data|tmp)$/.test(path) })
    return this.#like(folder, await emptyDatabase(this.postgres, folder))
  }

  async removeUploads(): Promise<void> {
    await rm(this.uploads, { recursive: true, force: true })
  }

  /** Nothing at all: a folder that does not exist, and an empty database. */
  async nothing(): Promise<World> {
    const folder = join(temporaryFolder(), 'project')
    return this.#like(folder, await emptyDatabase(this.postgres, folder))
  }

  #like(folder: string, database: DatabaseConfig): World {
    const world = new World(folder, database, this.postgres)
    Object.assign(world, { seeds: this.seeds, token: this.token })
    cleanUp(() => world.stop('SIGKILL'))
    return world
  }

  /** A world of its own with the same content. Nothing may run on this one. */
  async copy(): Promise<World> {
    const folder = join(temporaryFolder(), 'project')
    await cp(this.folder, folder, { recursive: true })
    return this.#like(folder, await copyOfDatabase(this.database, this.postgres, folder))
  }
}
