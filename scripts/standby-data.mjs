// The data of a PostgreSQL server becomes that of one that follows it: a backup while it runs, without the programs of PostgreSQL that would
// make one.
import { execFile } from 'node:child_process'
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Not part of a backup: files of the running process, and the log, which is streamed. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']
const EMPTIED = ['pg_wal', 'pg_replslot']

/** `sql` has one connection, to the primary. */
export async function makeStandbyData({ sql, primary, data }) {
  await sql.unsafe(`select pg_backup_start('standby', true)`)
  await copyData(primary.data, data)
  const [row] = await sql.unsafe('select labelfile from pg_backup_stop()').values()
  await follow(data, primary.url, String(row?.[0]))
}

/** Preserves the owner of each file, which is a different user from ours if we are root. */
async function copyData(from, to) {
  await rm(to, { recursive: true, force: true })
  await run('cp', ['-a', from, to]).catch(error => {
    if (!isOfMissing(error)) throw error
  })
  for (const name of LEFT_OUT) await rm(join(to, name), { force: true })
  for (const name of EMPTIED) await run('find', [join(to, name), '-mindepth', '1', '-type', 'f', '-delete'])
}

/** Files that the server removes meanwhile are missed, and not needed. */
function isOfMissing({ stderr = '' }) {
  const lines = String(stderr).trim().split('\n')
  return lines.every(line => line.endsWith('No such file or directory'))
}

async function follow(data, primary, label) {
  const { uid, gid } = await stat(data)
  for (const [name, text] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    await writeFile(join(data, name), text)
    await chown(join(data, name), uid, gid)
  }
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connectionTo(primary)}'\n`)
}

/** What a standby calls the server at an address. */
export function connectionTo(url) {
  const { username, password, hostname, port } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
}
