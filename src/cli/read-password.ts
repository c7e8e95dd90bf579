/** Gets a password from the person or program that runs a command. It never stands on the command line itself. */
import { createInterface } from 'node:readline'
import { StartError } from '../errors.ts'
import type { Terminal } from './command.ts'

/** `--password -` reads the standard input; without the flag the person is asked, or the standard input is read. */
export async function passwordFor(flag: string | undefined, terminal: Terminal): Promise<string> {
  if (flag !== undefined && flag !== '-')
    throw new StartError('A password on the command line can be read by others', [
      'leave --password out to be asked for it, or give --password - and the password on the standard input',
    ])
  const password = await terminal.readSecret('Password: ', flag === '-')
  if (password === '') throw new StartError('No password was given')
  return password
}

/** The first line of the standard input, not shown while it is typed. */
export async function readSecret(question: string, quiet: boolean): Promise<string> {
  const { stdin, stderr } = process
  const asks = stdin.isTTY === true && !quiet
  if (asks) stderr.write(question)
  // Without an output the line editor shows nothing of what is typed.
  const lines = createInterface({ input: stdin, terminal: asks })
  for await (const line of lines) {
    lines.close()
    if (asks) stderr.write('\n')
    return line
  }
  return ''
}
