// Makes sure that there is a PgBouncer that keeps prepared statements (1.21 or later). Debian 12 has an older one, so that it takes a small
// Debian 13 in a folder of its own, in which the program then runs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { hasProgram, installProgram } from './system-program.mjs'

const ROOT = join(homedir(), '.cache', 'populus-debian-13')
const OLDEST = [1, 21]

/**
 * The command that starts it: the program and its first arguments.
 * @returns {readonly string[]}
 */
export function pgbouncerCommand() {
  if (isNewEnough(['pgbouncer'])) return ['pgbouncer']
  const inside = ['chroot', ROOT, 'pgbouncer']
  if (!existsSync(join(ROOT, 'usr/sbin/pgbouncer'))) install()
  if (isNewEnough(inside)) return inside
  throw new Error('There is no PgBouncer 1.21 or later. Install the package pgbouncer of your system.')
}

function install() {
  console.log('Installing PgBouncer for the tests that go through it (once) ...')
  const packages = ['install', '-y', '--no-install-recommends', 'debootstrap']
  installProgram(
    ['debootstrap'],
    [
      ['apt-get', packages],
      ['apt-get', ['update'], packages],
    ],
  )
  if (!hasProgram(['debootstrap'])) return
  mkdirSync(ROOT, { recursive: true })
  spawnSync('debootstrap', ['--variant=minbase', '--include=pgbouncer', 'trixie', ROOT], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function isNewEnough([program, ...args]) {
  const { stdout, status } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' })
  const [major, minor] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number)
  return status === 0 && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))
}
