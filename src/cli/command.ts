/** The contract of a command. */
import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '../config/sources/read-dotenv.ts'

/** How a command talks to the person who ran it. */
export interface Terminal {
  /** A line of the command's result. */
  readonly print: (line: string) => void
  /** A line about the run itself: warnings, notes. */
  readonly note: (line: string) => void
  readonly env: Environment
  /** Reads a line without showing it. With `quiet` it asks no question and reads the standard input. */
  readonly readSecret: (question: string, quiet: boolean) => Promise<string>
}

export interface CommandArguments {
  /** The arguments without a dash, in order. */
  readonly positionals: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
}

/** A command before its code is loaded. */
export interface Command {
  /** One word, or two: `start`, `tokens create`. */
  readonly name: string
  /** `start [folder]`; brackets mark what is optional. */
  readonly usage: string
  readonly summary: string
  /** How many positionals it takes, at least and at most. */
  readonly positionals: readonly [least: number, most: number]
  /** Flags that take a value, with their descriptions. */
  readonly flags: Readonly<Record<string, string>>
  /** Flags that take no value, with their descriptions. If given, their value is `yes`. */
  readonly switches?: Readonly<Record<string, string>>
  /** Throws StartError for anything that the user can fix. */
  readonly load: () => Promise<(given: CommandArguments, terminal: Terminal) => Promise<void>>
}

/** The flags in the form that `node:util` expects. */
export function flagOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const switches = Object.keys(command.switches ?? {}).map(flag => [flag, { type: 'boolean' }])
  return Object.fromEntries([...Object.keys(command.flags).map(flag => [flag, { type: 'string' }]), ...switches])
}
