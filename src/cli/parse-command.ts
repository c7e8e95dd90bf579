/** Turns the words of a command line into a command and its arguments. */
import { parseArgs } from 'node:util'
import { StartError } from '../errors.ts'
import { nearestName } from '../util/nearest-name.ts'
import { type Command, type CommandArguments, flagOptions } from './command.ts'

export type ParsedCommand =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly given: CommandArguments }

/**
 * - `['start', 'blog', '--port', '80']` runs `start` with the positional `blog` and the flag `port`
 * - `['--help']` and `[]` ask for general help, `['start', '--help']` for help on `start`
 * - `['strat']` throws StartError: there is no such command; did you mean start?
 */
export function parseCommand(words: readonly string[], commands: readonly Command[]): ParsedCommand {
  const [first, ...rest] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return { kind: 'help', command: commands.find(({ name }) => name === rest[0] || name === rest.join(' ')) }
  }
  if (first === '--version' || first === '-v') return { kind: 'version' }
  const command = findCommand(words, commands)
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command }
  return { kind: 'run', command, given: parseArguments(command, words.slice(command.name.split(' ').length)) }
}

/** Finds a command by its one or two words. Throws StartError with the nearest name. */
function findCommand([first = '', second = '']: readonly string[], commands: readonly Command[]): Command {
  const found = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (found !== undefined) return found
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (group.length > 0) throw new StartError(unknown('command', `${first} ${second}`.trim(), group))
  const names = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))
  throw new StartError(unknown('command', first, [...names]))
}

function parseArguments(command: Command, words: readonly string[]): CommandArguments {
  // Not strict: unknown flags are returned as values, so the message can suggest the nearest known one.
  const { values, positionals } = parseArgs({
    args: [...words],
    options: flagOptions(command),
    allowPositionals: true,
    strict: false,
  })
  const switches = Object.keys(command.switches ?? {})
  const known = [...Object.keys(command.flags), ...switches]
  const problems = Object.entries(values).flatMap(([flag, given]) => {
    if (!known.includes(flag))
      return [
        unknown(
          'option',
          `--${flag}`,
          known.map(name => `--${name}`),
        ),
      ]
    if (switches.includes(flag)) return given === true ? [] : [`--${flag} takes no value`]
    return typeof given === 'string' ? [] : [`--${flag} needs a value: ${command.flags[flag]}`]
  })
  const [least, most] = command.positionals
  const counted = positionals.length >= least && positionals.length <= most
  if (!counted || problems.length > 0) {
    throw new StartError(
      `Usage: populus ${command.usage} [options]`,
      counted ? problems : [...problems, countProblem(positionals)],
    )
  }
  const flags = Object.entries(values).map(([flag, given]) => [flag, given === true ? 'yes' : given])
  return { positionals, flags: Object.fromEntries(flags) as Record<string, string> }
}

function countProblem(positionals: readonly string[]): string {
  return positionals.length === 0 ? 'got no arguments' : `got ${positionals.join(' ')}`
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return `There is no ${what} ${name}; ${nearest === undefined ? `available: ${known.join(', ')}` : `did you mean ${nearest}?`}`
}
