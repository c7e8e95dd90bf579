// Installs the dependencies when they are missing or older than the lock file; does nothing otherwise. With `toServe`, only those that
// it takes to build and serve: a third of all.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { panelPackages } from './panel-packages.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.populus-installed')
const lockFile = join(root, 'package-lock.json')
/** What the scripts that build the server, the panel and the documentation import. */
const BUILDERS = ['esbuild', 'vite', '@vitejs/plugin-react', 'marked']

export function install({ toServe = false } = {}) {
  const lock = readFileSync(lockFile)
  const all = createHash('sha256').update(lock).update(process.version).digest('hex')
  const some = `${all} to serve`
  const there = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (there === all || (toServe && there === some)) return
  console.log('Installing dependencies (once; better-sqlite3 may take a minute to compile) ...')
  // A checkout that had all of them is one that is worked on.
  const isServed = toServe && (there === '' || there.endsWith(' to serve'))
  const done = isServed ? installToServe() : installAll()
  if (!done) {
    console.error('The dependencies could not be installed; see the messages above.')
    process.exit(1)
  }
  writeFileSync(lockFile, lock)
  writeFileSync(stamp, isServed ? some : all)
}

/** `npm ci` wants packages for every processor in the lock file; a registry that lacks some of them cannot give it that. */
function installAll() {
  return npm('ci', root, 'ignore') || npm('install', root, 'inherit')
}

/** npm installs all packages for development or none, so it gets a shorter list, in a folder of its own. */
function installToServe() {
  const folder = mkdtempSync(join(root, '.install-'))
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const wanted = new Set([...BUILDERS, ...panelPackages()])
    const devDependencies = Object.fromEntries(
      Object.entries(manifest.devDependencies).filter(([name]) => wanted.has(name)),
    )
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies, scripts: {} }))
    for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file))
    if (!npm('install', folder, 'inherit')) return false
    rmSync(modules, { recursive: true, force: true })
    renameSync(join(folder, 'node_modules'), modules)
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function npm(command, cwd, stdio) {
  const args = [command, '--no-audit', '--no-fund', '--include=dev']
  return spawnSync('npm', args, { cwd, stdio, shell: process.platform === 'win32' }).status === 0
}
