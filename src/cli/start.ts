/** `populus start [folder]`: serves the project in a folder. */
import { type App, buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import { ensureSecrets } from '../config/project-secrets.ts'
import { StartError } from '../errors.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** How many of the queries worth opening are shown. */
const EXAMPLES = 3

export async function start({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { port, host, database, dialect } = flags
  const loaded = await loadConfig({
    folder: positionals[0] ?? '.',
    flags: { port, host, database, dialect },
    env: terminal.env,
    warn: terminal.note,
  })
  const config = await ensureSecrets(loaded, terminal.note)
  const app = await buildApp(config)
  stopOnSignals(app, terminal.note)
  for (const line of app.report) terminal.note(line)
  const address = await listen(app)
  terminal.print(`Populus is ready at ${address}`)
  if (!config.development) return
  for (const { url } of (await app.examples()).slice(0, EXAMPLES)) terminal.print(`  ${address}${url}`)
}

/** A server that cannot listen gives its database back before it fails. */
async function listen(app: App): Promise<string> {
  try {
    return (await app.listen()).address
  } catch (error) {
    await app.close()
    throw listenError(error)
  }
}

/** What the person at the terminal can put right, in words. */
function listenError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = LISTEN_PROBLEMS.get(code ?? '')
  return reason === undefined ? error : new StartError('The server cannot listen', [`${reason} (${message})`])
}

const LISTEN_PROBLEMS = new Map([
  ['EADDRINUSE', 'another program uses this port; give another one with --port, or 0 for any free one'],
  ['EACCES', 'this port needs more rights; give one above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address; give another one with --host'],
  ['ENOTFOUND', 'that host name is not known; give another one with --host'],
])
