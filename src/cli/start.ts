/** `populus start [folder]`: serves the project in a folder. */
import { buildApp } from '../app.ts'
import { loadConfig } from '../config/load-config.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { stopOnSignals } from './stop-on-signals.ts'

export async function start({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { port, host, database, dialect } = flags
  const config = await loadConfig({
    folder: positionals[0] ?? '.',
    flags: { port, host, database, dialect },
    env: terminal.env,
    warn: terminal.note,
  })
  const app = await buildApp(config)
  stopOnSignals(app, terminal.note)
  for (const line of app.report) terminal.note(line)
  const { address } = await app.listen()
  terminal.print(`Populus is ready at ${address}`)
}
