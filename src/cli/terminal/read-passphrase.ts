/** Reads the passphrase of a backup: from the environment, the standard input or the user. Never from the command line. */
import { StartError } from '../../errors.ts'
import type { CommandArguments, Terminal } from '../command.ts'

const VARIABLE = 'POPULUS_BACKUP_PASSPHRASE'
/** Short ones are quickly guessed by someone who has the archive. */
const LEAST = 12

export async function passphraseFor({ flags }: CommandArguments, terminal: Terminal): Promise<string> {
  const { passphrase: flag } = flags
  if (flag !== undefined && flag !== '-')
    throw new StartError('A passphrase on the command line is visible to others', [
      `leave out --passphrase to be asked for it, use --passphrase - and send it to the standard input, or set ${VARIABLE}`,
    ])
  const set = flag === undefined ? terminal.env[VARIABLE] : undefined
  const passphrase = set || (await terminal.readSecret('Passphrase of the backup: ', flag === '-'))
  if (passphrase === '') throw new StartError('No passphrase given')
  return passphrase
}

export async function newPassphrase(given: CommandArguments, terminal: Terminal): Promise<string> {
  const passphrase = await passphraseFor(given, terminal)
  if (passphrase.length < LEAST)
    throw new StartError(`The passphrase has ${passphrase.length} characters; use ${LEAST} or more`)
  return passphrase
}
