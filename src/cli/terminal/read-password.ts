/** Reads a password from the user or program that runs a command. It is never part of the command line. */
import { createInterface } from 'node:readline'
import { StartError } from '../../errors.ts'
import type { Terminal } from '../command.ts'

/** `--password -` reads the standard input. Without the flag it asks the user, or reads the standard input. */
export async function passwordFor(flag: string | undefined, terminal: Terminal): Promise<string> {
  if (flag !== undefined && flag !== '-')
    throw new StartError('A password on the command line is visible to others', [
      'leave out --password to be asked for it, or use --password - and send the password to the standard input',
    ])
  const password = await terminal.readSecret('Password: ', flag === '-')
  if (password === '') throw new StartError('No password given')
  return password
}

/** The first line of the standard input, not echoed while it is typed. */
export async function readSecret(question: string, quiet: boolean): Promise<string> {
  const { stdin, stderr } = process
  const asks = stdin.isTTY === true && !quiet
  if (asks) stderr.write(question)
  // Without an output, the line editor echoes nothing.
  const lines = createInterface({ input: stdin, terminal: asks })
  for await (const line of lines) {
    lines.close()
    if (asks) stderr.write('\n')
    return line
  }
  return ''
}
