/** A real PgBouncer in transaction mode, in front of a PostgreSQL server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { pgbouncerCommand } from '../../../scripts/install-pgbouncer.mjs'
import { freePort } from './embedded-server.ts'
import { untilOpen } from './until-open.ts'

export interface Pgbouncer {
  /** The address of the server, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** What a session would set for itself is set for the role, as `pooler.ts` asks for. The time is that of `build-test-app.ts`. */
const ROLE = { search_path: 'public', statement_timeout: '120000', timezone: 'UTC', datestyle: 'ISO' }

export async function startPgbouncer(server: string): Promise<Pgbouncer> {
  const { hostname, port, username, password } = new URL(server)
  const sql = postgres(server, { max: 1 })
  for (const [name, value] of Object.entries(ROLE))
    await sql.unsafe(`alter role "${username}" set ${name} = '${value}'`)
  await sql.end()
  const own = await freePort()
  const [program, ...args] = pgbouncerCommand()
  // A program that runs in a folder of its own finds its settings there.
  const root = program === 'chroot' ? args[0]! : ''
  const folder = mkdtempSync(join(root === '' ? tmpdir() : join(root, 'tmp'), 'populus-pgbouncer-'))
  chmodSync(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 200
max_client_conn = 2000
default_pool_size = 8
server_idle_timeout = 5
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program!, [...args, '-q', ...user, settings.slice(root.length)], { stdio: 'ignore' })
  await untilOpen(own, 'PgBouncer')
  const url = new URL(server)
  url.port = String(own)
  return {
    url: url.href,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
