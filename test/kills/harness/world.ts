/** A project with every kind of content, on a database that can be killed as well. */
import { readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { addressOf, type Finished, feedPopulus, type Running, startPopulus } from '../../cli/run-populus.ts'
import { PROJECT } from '../../content/write/write-app.ts'
import { form } from '../../media/media-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, onServer, postgresConfig, temporaryFolder } from '../../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../../support/servers/embedded-server.ts'

const ROOT = { email: 'root@example.org', password: 'root password 1' }
const STEP_KILLER = fileURLToPath(new URL('kill-at-step.mjs', import.meta.url))
const SEARCH = { title: 3, text: 1, links: 1, blocks: 1 }

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
      const [backend] = await sql`select pid from pg_stat_activity where datname = ${name} limit 1`
      if (backend !== undefined) process.kill(backend.pid, 'SIGKILL')
    }).catch(() => undefined)
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
    return this.#like(folder, await copyOfDatabase(this, folder))
  }
}

/** The variables that kill a command at a step, or count its steps. */
export function killAt(step: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${STEP_KILLER}`, KILL_AT_STEP: String(step) }
}

export function countSteps(file: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${STEP_KILLER}`, STEPS_FILE: file }
}

/** An empty database in the same place as that of a world. */
export async function emptyDatabase(postgres: PostgresServer | null, folder: string): Promise<DatabaseConfig> {
  if (postgres === null) return { client: 'sqlite', filename: join(folder, '.data', 'data.db') }
  return newDatabase(postgres, 'template1')
}

let databases = 0

async function newDatabase(postgres: PostgresServer, template: string): Promise<DatabaseConfig> {
  databases += 1
  const name = `kills_${databases}`
  await onServer(postgres.url, sql => sql`create database ${sql(name)} template ${sql(template)}`)
  return postgresConfig(postgres.url, name)
}

async function copyOfDatabase({ database, postgres }: World, folder: string): Promise<DatabaseConfig> {
  if (database.client === 'sqlite' || postgres === null) return emptyDatabase(null, folder)
  return newDatabase(postgres, new URL(database.url).pathname.slice(1))
}

/** A world to copy: with people, labels, files and an administrator. It does not run. */
export async function firstWorld(client: Client): Promise<World> {
  const postgres = client === 'postgres' ? await startPostgresServer() : null
  cleanUp(() => postgres?.remove())
  const folder = join(temporaryFolder(), 'project')
  await writeProject(folder)
  const world = new World(folder, await emptyDatabase(postgres, folder), postgres)
  cleanUp(() => world.stop('SIGKILL'))
  await world.start()
  const words = ['admins', 'create', '--email', ROOT.email, '--password', '-', '--folder', folder]
  const place = world.database.client === 'sqlite' ? `sqlite:${world.database.filename}` : world.database.url
  const made = await feedPopulus(`${ROOT.password}\n`, ...words, '--database', place)
  if (made.code !== 0) throw new Error(made.error)
  world.token = (await world.send('POST', '/admin/api/login', ROOT)).body.data.token
  world.seeds = await seed(world)
  await world.stop()
  return world
}

async function writeProject(folder: string): Promise<void> {
  await cp(PROJECT, folder, { recursive: true })
  // Its rows have no files.
  await rm(join(folder, 'content', 'files.json'))
  await mkdir(join(folder, '.data'))
  const upload = ['upload', 'findOne', 'destroy'].map(action => `plugin::upload.content-api.${action}`)
  await changeJson(join(folder, 'content', 'permissions.json'), rights => ({ public: [...rights.public, ...upload] }))
  await changeJson(schemaFile(folder, 'item'), schema => ({
    ...schema,
    pluginOptions: { ...schema.pluginOptions, populus: { search: SEARCH } },
  }))
  await writeFile(join(folder, 'populus.config.json'), JSON.stringify({ api: { dialect: 'strapi4' } }))
}

export const schemaFile = (folder: string, type: string): string =>
  join(folder, 'src', 'api', type, 'content-types', type, 'schema.json')

// biome-ignore lint/suspicious/noExplicitAny: files of the project, whose form is known here
export async function changeJson(file: string, change: (value: any) => object): Promise<void> {
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
}

async function seed(world: World): Promise<Seeds> {
  const make = async (path: string, name: string): Promise<Named> => {
    const { status, body } = await world.send('POST', `/api/${path}`, { data: { name } })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { id: body.data.id, name }
  }
  const several = async (path: string, names: readonly string[]) => {
    const made: Named[] = []
    for (const name of names) made.push(await make(path, name))
    return made
  }
  const files = ['f1.txt', 'f2.txt', 'f3.txt'].map(file => ({ name: 'files', value: file, file, type: 'text/plain' }))
  const stored = await world.send('POST', '/api/upload', form(...files))
  return {
    people: await several('people', ['Ada', 'Ben', 'Cleo']),
    labels: await several('labels', ['red', 'green', 'blue', 'grey']),
    files: stored.body.map(({ id, name }: Named) => ({ id, name })),
  }
}

/** The processes that a process has started, where Linux says it. */
export function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
