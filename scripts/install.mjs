// Installs the dependencies when they are missing or older than the lock file; does nothing otherwise.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.populus-installed')
const lockFile = join(root, 'package-lock.json')
const lock = readFileSync(lockFile)
const wanted = createHash('sha256').update(lock).update(process.version).digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing dependencies (once; better-sqlite3 may take a minute to compile) ...')
  // `npm ci` wants packages for every processor in the lock file; a registry that lacks some of them cannot give it that.
  if (!npm('ci', 'ignore') && !npm('install', 'inherit')) {
    console.error('The dependencies could not be installed; see the messages above.')
    process.exit(1)
  }
  writeFileSync(lockFile, lock)
  writeFileSync(stamp, wanted)
}

function npm(command, stdio) {
  const args = [command, '--no-audit', '--no-fund', '--include=dev']
  return spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' }).status === 0
}
