/** Parses the arguments, runs the command, and turns failures into exit codes. */
import { PopulusError, StartError } from '../errors.ts'
import { VERSION } from '../util/version.ts'
import type { Terminal } from './command.ts'
import { COMMANDS } from './commands.ts'
import { commandHelp, generalHelp } from './help.ts'
import { parseCommand } from './parse-command.ts'
import { readSecret } from './terminal/read-password.ts'

const terminal: Terminal = {
  print: line => console.log(line),
  note: line => console.error(line),
  env: process.env,
  readSecret,
}

async function main(words: readonly string[]): Promise<void> {
  const parsed = parseCommand(words, COMMANDS)
  if (parsed.kind === 'version') return terminal.print(VERSION)
  if (parsed.kind === 'help') {
    const { command, group = COMMANDS } = parsed
    return terminal.print(command ? commandHelp(command) : generalHelp(group))
  }
  const run = await parsed.command.load()
  await run(parsed.given, terminal)
}

/** Problems that the user can fix are printed without a stack trace. Anything else is a bug and is printed in full. */
function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  return error instanceof PopulusError && error.status !== 500 ? error.message : error
}

// Awaited here, so that Node reports a command that ends without having come to its end.
try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
