// A small Debian 13 in a folder of its own, for programs whose versions here are too old, and for images of containers.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fromDebian, hasProgram, installProgram } from './system-program.mjs'

const ROOT = join(homedir(), '.cache', 'populus-debian-13')
/** @type {import('node:child_process').SpawnSyncOptions} */
const QUIET = { stdio: ['ignore', 'ignore', 'inherit'] }

/**
 * Its folder, with a package installed. What it lacks, it lacks: whoever needs it looks.
 * @param {string} name of the package
 * @param {string} file that the package brings, such as `usr/bin/node`
 * @returns {string}
 */
export function debianRoot(name, file) {
  if (existsSync(join(ROOT, file))) return ROOT
  if (!existsSync(join(ROOT, 'usr/bin/apt-get'))) create()
  copyFileSync('/etc/resolv.conf', join(ROOT, 'etc/resolv.conf'))
  // Nothing that is installed there starts by itself.
  writeFileSync(join(ROOT, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name]
  // Temporary folders of this system are not there.
  const { TMPDIR, ...env } = process.env
  spawnSync('chroot', [ROOT, ...install], { ...QUIET, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
  return ROOT
}

function create() {
  installProgram(['debootstrap'], fromDebian('debootstrap'))
  if (!hasProgram(['debootstrap'])) return
  mkdirSync(ROOT, { recursive: true })
  spawnSync('debootstrap', ['--variant=minbase', 'trixie', ROOT], QUIET)
}
