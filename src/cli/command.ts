/** What a command of the command line is. */
import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '../config/read-dotenv.ts'

/** The way to the person who typed the command. */
export interface Terminal {
  /** A line of the command's result. */
  readonly print: (line: string) => void
  /** A line about how it went: warnings, notes. */
  readonly note: (line: string) => void
  readonly env: Environment
  /** A line that is not shown while it is typed; `quiet` asks no question and takes it from the standard input. */
  readonly readSecret: (question: string, quiet: boolean) => Promise<string>
}

export interface CommandArguments {
  /** What stands without a dash, in order. */
  readonly positionals: readonly string[]
  /** Values of flags by name. */
  readonly flags: Readonly<Record<string, string | undefined>>
}

/** A command before its code is loaded. */
export interface Command {
  /** One word, or two: `start`, `tokens create`. */
  readonly name: string
  /** `start [folder]`; in brackets what may be left out. */
  readonly usage: string
  readonly summary: string
  /** How many positionals it takes at least and at most. */
  readonly positionals: readonly [least: number, most: number]
  /** The flags that it takes with a value, and what each means. */
  readonly flags: Readonly<Record<string, string>>
  /** Those that take no value, and what each means; given, their value is `yes`. */
  readonly switches?: Readonly<Record<string, string>>
  /** Throws StartError for anything that the person can put right. */
  readonly load: () => Promise<(given: CommandArguments, terminal: Terminal) => Promise<void>>
}

/** The flags as `node:util` wants them. */
export function flagOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const switches = Object.keys(command.switches ?? {}).map(flag => [flag, { type: 'boolean' }])
  return Object.fromEntries([...Object.keys(command.flags).map(flag => [flag, { type: 'string' }]), ...switches])
}
