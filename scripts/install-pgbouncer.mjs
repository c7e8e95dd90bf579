// Makes sure that there is a PgBouncer that keeps prepared statements (1.21 or later). Debian 12 has an older one; then that of a Debian 13
// in a folder of its own is taken, in which the program then runs.
import { spawnSync } from 'node:child_process'
import { debianRoot } from './debian-root.mjs'

const OLDEST = [1, 21]

/**
 * The command that starts it: the program and its first arguments.
 * @returns {readonly string[]}
 */
export function pgbouncerCommand() {
  if (isNewEnough(['pgbouncer'])) return ['pgbouncer']
  console.log('Looking for PgBouncer, or installing it (once) ...')
  const inside = ['chroot', debianRoot('pgbouncer', 'usr/sbin/pgbouncer'), 'pgbouncer']
  if (isNewEnough(inside)) return inside
  throw new Error('There is no PgBouncer 1.21 or later. Install the package pgbouncer of your system.')
}

function isNewEnough([program, ...args]) {
  const { stdout, status } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' })
  const [major, minor] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number)
  return status === 0 && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))
}
