/** A MariaDB server of the system for one test file: in a temporary folder, on a socket, as another user than root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { type Connection, createConnection } from 'mysql2/promise'
import { cleanUp } from '../clean-up.ts'

export interface MariadbServer {
  /** A new database with the content of a dump. Returns its address. */
  load(name: string, dump: string): Promise<string>
  /** Runs statements outside the code under test. */
  run(database: string, ...statements: string[]): Promise<readonly unknown[]>
}

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/libexec']

/** Nothing has to survive a crash of the machine. */
const FORGETFUL = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-file-per-table=0']

/** Stops after the test file. */
export async function startMariadb(): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'populus-mariadb-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  const user = runningUser(folder)
  const data = join(folder, 'data')
  const install = ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal']
  execFileSync(programOf('mariadb-install-db'), [...install, '--skip-test-db'], { stdio: 'ignore' })
  const socketPath = join(folder, 'socket')
  const server = spawn(
    programOf('mariadbd'),
    ['--no-defaults', ...user, `--datadir=${data}`, `--socket=${socketPath}`, '--skip-networking', ...FORGETFUL],
    { stdio: 'ignore' },
  )
  cleanUp(() => stop(server))
  const connect = (database?: string) =>
    createConnection({
      socketPath,
      user: 'root',
      charset: 'utf8mb4',
      multipleStatements: true,
      ...(database ? { database } : {}),
    })
  await untilReady(server, connect)
  return {
    async load(name, dump) {
      const admin = await connect()
      await admin.query(`create database \`${name}\` character set utf8mb4`)
      await admin.query(`use \`${name}\``)
      await admin.query(gunzipSync(readFileSync(dump)).toString('utf8'))
      await admin.end()
      return `mysql://root@localhost/${name}?socketPath=${encodeURIComponent(socketPath)}`
    },
    async run(database, ...statements) {
      const connection = await connect(database)
      let rows: readonly unknown[] = []
      for (const statement of statements)
        [rows] = (await connection.query(statement)) as unknown as [readonly unknown[]]
      await connection.end()
      return rows
    },
  }
}

function programOf(name: string): string {
  const found = FOLDERS.map(folder => join(folder, name)).find(existsSync)
  if (found === undefined) throw new Error('There is no MariaDB. Run node scripts/install-mariadb.mjs.')
  return found
}

/** The server refuses to run as root. */
function runningUser(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map(of => Number(execFileSync('id', [of, 'nobody']).toString()))
  chownSync(folder, uid!, gid!)
  return ['--user=nobody']
}

async function untilReady(server: ChildProcess, connect: () => Promise<Connection>): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`MariaDB ended with ${server.exitCode}`)
    const connection = await connect().catch(() => undefined)
    if (connection !== undefined) return connection.end()
    await sleep(50)
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
