// Programs of the system that tests need and npm does not have.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Servers are often in folders that are not in the path of a user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec']

/** True if there is a program with one of these names. */
export function hasProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]
  return names.some(name => folders.some(folder => existsSync(join(folder, name))))
}

/** `installers`: `[program, ...steps]`, each step a list of arguments. Those whose program exists are tried in turn. */
export function installProgram(names, installers) {
  for (const [program, ...steps] of installers.filter(([name]) => hasProgram([name]))) {
    for (const step of steps) asRoot(program, step)
    if (hasProgram(names)) return true
  }
  return false
}

/** How Debian installs a package: from what it knows already, or after looking what there is. */
export function fromDebian(...packages) {
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  return [
    ['apt-get', install],
    ['apt-get', ['update'], install],
  ]
}

function asRoot(program, args) {
  const needsSudo = program !== 'brew' && process.getuid?.() !== 0
  const [command, given] = needsSudo ? ['sudo', ['-n', program, ...args]] : [program, args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
