// Installs a real Strapi 4.26.2 into a cache folder, once. `node scripts/strapi-peer/install.mjs` does it by hand.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { argv, env, platform, version } from 'node:process'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const PACKAGE = join(here, 'package-template.json')

/** `STRAPI_CACHE`, or a folder in the user's cache (in the temporary folder where there is none). */
export function cacheFolder() {
  if (env.STRAPI_CACHE) return env.STRAPI_CACHE
  const caches = env.XDG_CACHE_HOME || join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache')
  return join(existsSync(caches) ? caches : tmpdir(), 'populus-strapi-4.26.2')
}

/** Gives the folder whose `node_modules` holds Strapi. Takes about four minutes the first time. */
export function installStrapi(folder = cacheFolder()) {
  const stamp = join(folder, 'installed.txt')
  const wanted = `${version}\n${readFileSync(PACKAGE, 'utf8')}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  console.log(`Installing Strapi 4.26.2 into ${folder} (once; about four minutes) ...`)
  mkdirSync(folder, { recursive: true })
  copyFileSync(PACKAGE, join(folder, 'package.json'))
  // Install scripts would download binaries; only the SQLite driver needs one, and it is compiled here.
  npm(folder, ['install', '--no-audit', '--no-fund', '--ignore-scripts'])
  npm(folder, ['rebuild', 'better-sqlite3', '--build-from-source', '--foreground-scripts'])
  writeFileSync(stamp, wanted)
  return folder
}

function npm(cwd, args) {
  const { status } = spawnSync('npm', args, {
    cwd,
    env: { ...env, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}`)
}

if (argv[1] === fileURLToPath(import.meta.url)) console.log(`Strapi 4.26.2 is in ${installStrapi()}`)
