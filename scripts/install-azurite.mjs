// Installs Azurite, Microsoft's own stand-in for Azure's storage, into a cache folder, once. It is no development dependency: it
// brings four hundred packages. 3.35 is the last one that runs on Node.js 20.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, platform } from 'node:process'
import { pathToFileURL } from 'node:url'

const VERSION = '3.35.0'

/** The file that starts its service for blobs. `AZURITE_CACHE` names another folder. */
export function azuriteProgram() {
  const folder = cacheFolder()
  const program = join(folder, 'node_modules/azurite/dist/src/blob/main.js')
  if (existsSync(program)) return program
  console.log(`Installing Azurite ${VERSION} into ${folder} (once) ...`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `azurite@${VERSION}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: platform === 'win32' })
  if (status !== 0) throw new Error('Azurite cannot be installed')
  return program
}

function cacheFolder() {
  if (env.AZURITE_CACHE) return env.AZURITE_CACHE
  const caches = env.XDG_CACHE_HOME || join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache')
  return join(existsSync(caches) ? caches : tmpdir(), `populus-azurite-${VERSION}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(azuriteProgram())
