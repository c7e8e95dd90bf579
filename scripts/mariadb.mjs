// Runs the MariaDB server of the system in a folder, on a socket, as another user than root. Nothing in it has to last.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/libexec']

/** Nothing has to survive a crash of the machine. */
const FORGETFUL = ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-file-per-table=0']

export async function runMariadb() {
  const folder = mkdtempSync(join(tmpdir(), 'populus-mariadb-'))
  const user = runningUser(folder)
  const data = join(folder, 'data')
  const install = ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal']
  // It writes temporary files, too, and not everywhere as this user.
  const env = { ...process.env, TMPDIR: folder }
  execFileSync(programOf('mariadb-install-db'), [...install, '--skip-test-db'], { stdio: 'ignore', env })
  const socketPath = join(folder, 'socket')
  const server = spawn(
    programOf('mariadbd'),
    ['--no-defaults', ...user, `--datadir=${data}`, `--socket=${socketPath}`, '--skip-networking', ...FORGETFUL],
    { stdio: 'ignore', env },
  )
  const connect = database =>
    createConnection({
      socketPath,
      user: 'root',
      charset: 'utf8mb4',
      multipleStatements: true,
      ...(database ? { database } : {}),
    })
  const stop = async () => {
    await ended(server)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(server, connect)
  } catch (error) {
    await stop()
    throw error
  }
  return { socketPath, connect, stop }
}

function programOf(name) {
  const found = FOLDERS.map(folder => join(folder, name)).find(existsSync)
  if (found === undefined) throw new Error('There is no MariaDB. Run node scripts/install-mariadb.mjs.')
  return found
}

/** The server refuses to run as root. */
function runningUser(folder) {
  if (process.getuid?.() !== 0) return []
  const [uid, gid] = ['-u', '-g'].map(of => Number(execFileSync('id', [of, 'nobody']).toString()))
  chownSync(folder, uid, gid)
  // The folder for temporary files of a test run is closed to others.
  const parent = dirname(folder)
  chmodSync(parent, statSync(parent).mode | 0o011)
  return ['--user=nobody']
}

async function untilReady(server, connect) {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`MariaDB ended with ${server.exitCode}`)
    const connection = await connect().catch(() => undefined)
    if (connection !== undefined) return connection.end()
    await sleep(50)
  }
}

async function ended(server) {
  if (server.exitCode !== null) return
  const end = once(server, 'exit')
  server.kill('SIGTERM')
  await end
}
