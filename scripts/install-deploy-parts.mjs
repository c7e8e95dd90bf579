// The programs that `deploy/` and the guides name, for the tests that run them: HAProxy and Varnish of this system, and PostgreSQL, PgBouncer, Patroni and
// etcd of a Debian 13, which has the versions of the images. They are installed if they are missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { debianRoot } from './debian-root.mjs'
import { fromDebian, hasProgram, installProgram } from './system-program.mjs'

/** Where Debian's PostgreSQL has its programs. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/17/bin'

/**
 * False if it is missing and cannot be installed. On a build server that is an error: nobody would notice a test that is left out.
 * @returns {boolean}
 */
export function hasHaproxy() {
  return needed('HAProxy', hasProgram(['haproxy']) || installProgram(['haproxy'], fromDebian('haproxy')))
}

/** @returns {boolean} */
export function hasVarnish() {
  if (!hasVarnishModules()) installProgram(['varnishd'], fromDebian('varnish', 'varnish-modules'))
  return needed('Varnish with its modules', hasVarnishModules())
}

function hasVarnishModules() {
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map(name => join('/usr/lib', name))]
  return (
    hasProgram(['varnishd']) && folders.some(folder => existsSync(join(folder, 'varnish', 'vmods', 'libvmod_xkey.so')))
  )
}

/**
 * The folder of a Debian with PostgreSQL 17 and PgBouncer, in which they can be run.
 * @returns {string | undefined}
 */
export function databasePrograms() {
  // Only root may run a program with another folder as its root.
  const isRoot = process.getuid?.() === 0
  const root = isRoot ? debianRoot('pgbouncer', 'usr/sbin/pgbouncer') : ''
  if (isRoot) debianRoot('postgresql-17', `${POSTGRES_PROGRAMS.slice(1)}/postgres`)
  const runs = isRoot && spawnSync('chroot', [root, `${POSTGRES_PROGRAMS}/postgres`, '--version']).status === 0
  const isThere = runs && spawnSync('chroot', [root, 'pgbouncer', '--version']).status === 0
  return needed('PostgreSQL 17 and PgBouncer', isThere) ? root : undefined
}

/**
 * The folder of a Debian with Patroni, the etcd that its members agree in, and PostgreSQL 17.
 * @returns {string | undefined}
 */
export function patroniPrograms() {
  const root = databasePrograms()
  if (root === undefined) return undefined
  const parts = {
    patroni: 'usr/bin/patroni',
    'python3-etcd': 'usr/lib/python3/dist-packages/etcd/__init__.py',
    'etcd-server': 'usr/bin/etcd',
  }
  for (const [name, file] of Object.entries(parts)) debianRoot(name, file)
  const isThere = Object.values(parts).every(file => existsSync(join(root, file)))
  // Patroni looks for its PostgreSQL among the processes, which its Debian must be shown.
  const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'proc', 'proc', join(root, 'proc')]).status === 0
  return needed('Patroni with etcd', isThere && mayMount) ? root : undefined
}

/**
 * @param {string} name
 * @param {boolean} isThere
 */
function needed(name, isThere) {
  if (!isThere && process.env.CI === 'true') throw new Error(`${name} is missing, and could not be installed`)
  return isThere
}
