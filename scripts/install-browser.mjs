// Makes sure that there is a browser for the page tests: the system's Chromium, or the one from npm where npm has it.
import { pathToFileURL } from 'node:url'
import { hasProgram, installProgram } from './system-program.mjs'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** How systems install it. */
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
  if (process.env.CHROMIUM_PATH !== undefined || process.arch === 'x64' || hasProgram(NAMES)) return
  console.log('Installing Chromium for the page tests (once) ...')
  if (installProgram(NAMES, INSTALLERS)) return
  console.error('There is no Chromium for the page tests: install one, or set CHROMIUM_PATH.')
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) installBrowser()
