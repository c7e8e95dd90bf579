// Makes sure that there is a browser for the page tests: the system's Chromium, or the one from npm where npm has it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** How systems install it. Those whose program exists are tried in turn. */
const INSTALLERS = [
  ['apt-get', ['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']],
  // Older releases have no package of its own for the shell.
  ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
  ['dnf', ['install', '-y', 'chromium']],
  ['apk', ['add', 'chromium']],
  ['brew', ['install', '--cask', 'chromium']],
]

/** Ends the process if there is none and none can be installed: the page tests would have to be skipped. */
export function installBrowser() {
  if (process.env.CHROMIUM_PATH !== undefined || process.arch === 'x64' || hasBrowser()) return
  console.log('Installing Chromium for the page tests (once) ...')
  for (const [program, ...steps] of INSTALLERS.filter(([name]) => isInstalled(name))) {
    for (const step of steps) asRoot(program, step)
    if (hasBrowser()) return
  }
  console.error('There is no Chromium for the page tests: install one, or set CHROMIUM_PATH.')
  process.exit(1)
}

const hasBrowser = () => NAMES.some(isInstalled)

function isInstalled(name) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
}

function asRoot(program, args) {
  const needsSudo = program !== 'brew' && process.getuid?.() !== 0
  const [command, given] = needsSudo ? ['sudo', ['-n', program, ...args]] : [program, args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, given, { stdio: ['ignore', 'ignore', 'inherit'], env })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) installBrowser()
