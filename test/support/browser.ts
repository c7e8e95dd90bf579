/** A real browser: the one installed on the system, or the one from npm. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { cleanUp } from './clean-up.ts'

/** The shell without windows takes a third less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * `undefined` if this machine has none. The npm browser supports only one processor architecture; on others, Chromium
 * must be installed.
 */
function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
  if (process.env.CHROMIUM_PATH !== undefined) return process.env.CHROMIUM_PATH
  if (installed !== undefined || process.arch !== 'x64') return installed
  return packaged()
}

const CACHE = 'node_modules/.cache'
/** Unpacks the browser into its temporary folder. */
const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

/**
 * The one from npm, unpacked once for all runs. It comes to its place as a whole: several processes of tests may look for it at once, and
 * the package takes a file for the browser that another process is still writing.
 */
function packaged(): string {
  const folder = `${CACHE}/browser`
  const program = join(process.cwd(), folder, 'chromium')
  if (existsSync(program)) return program
  mkdirSync(CACHE, { recursive: true })
  const unpacked = mkdtempSync(`${CACHE}/browser-`)
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
      env: { ...process.env, TMPDIR: join(process.cwd(), unpacked) },
    })
    if (!existsSync(folder)) renameSync(unpacked, folder)
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(program)) throw error
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
  return program
}

let launched: Promise<Browser> | undefined

/**
 * One for all test files of this process, and it ends with the process. Its pages are closed after the test file.
 * Rejects without a browser, because page tests are never skipped: `npm test` installs it.
 */
export async function theBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected() !== true) launched = launchBrowser()
  const browser = await launched!
  cleanUp(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('There is no browser. Run node scripts/install-browser.mjs, or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: FLAGS, headless: true })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}
