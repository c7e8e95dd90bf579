/** Runs a command in this process: quicker than a process of its own, for tests that run many. */
import type { Terminal } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { parseCommand } from '../../src/cli/parse-command.ts'
import { PopulusError, StartError } from '../../src/errors.ts'
import type { Finished } from './run-populus.ts'

export async function runHere(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const printed = { out: '', error: '' }
  const terminal: Terminal = {
    print: line => {
      printed.out += `${line}\n`
    },
    note: line => {
      printed.error += `${line}\n`
    },
    env,
    readSecret: async () => '',
  }
  const before = process.exitCode
  process.exitCode = 0
  try {
    const parsed = parseCommand(words, COMMANDS)
    if (parsed.kind === 'run') await (await parsed.command.load())(parsed.given, terminal)
    return { code: Number(process.exitCode), ...printed }
  } catch (error) {
    const isExplained = error instanceof StartError || (error instanceof PopulusError && error.status !== 500)
    if (!isExplained) throw error
    return { code: 1, out: printed.out, error: `${printed.error}${error.message}\n` }
  } finally {
    process.exitCode = before
  }
}
