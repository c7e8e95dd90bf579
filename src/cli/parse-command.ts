/** Turns the words of a command line into a command and its arguments. */
import { parseArgs } from 'node:util'
import { StartError } from '../errors.ts'
import { nearestName } from '../util/text/nearest-name.ts'
import { type Command, type CommandArguments, flagOptions } from './command.ts'

export type ParsedCommand =
  /** On one command, on those that begin with a word, or on all. */
  | { readonly kind: 'help'; readonly command?: Command | undefined; readonly group?: readonly Command[] | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly given: CommandArguments }

/**
 * - `['start', 'blog', '--port', '80']` runs `start` with the positional `blog` and the flag `port`
 * - `['--help']` and `[]` ask for general help, `['start', '--help']` for help on `start`, `['tokens']` for the commands that begin so
 * - `['strat']` throws StartError: there is no such command; did you mean start?
 */
export function parseCommand(words: readonly string[], commands: readonly Command[]): ParsedCommand {
  const [first, ...rest] = words
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const command = commands.find(({ name }) => name === rest[0] || name === rest.join(' '))
    return { kind: 'help', command, group: groupOf(rest, commands) }
  }
  if (first === '--version' || first === '-v') return { kind: 'version' }
  const group = groupOf(words, commands)
  if (group !== undefined && !commands.some(({ name }) => name === first)) return { kind: 'help', group }
  const command = findCommand(words, commands)
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command }
  const given = words.slice(command.name.split(' ').length)
  return { kind: 'run', command, given: parseArguments(command, given, longerName(command, given, commands)) }
}

/** The commands that begin with a word, if nothing but a wish for help follows it. */
function groupOf(
  [first = '', ...rest]: readonly string[],
  commands: readonly Command[],
): readonly Command[] | undefined {
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  return group.length === 0 || rest.some(word => word !== '--help' && word !== '-h') ? undefined : group
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

/** `types add` for `types ad`: both `types` and `types add` are commands. */
function longerName({ name }: Command, [next = '']: readonly string[], commands: readonly Command[]) {
  const longer = commands.filter(each => each.name.startsWith(`${name} `)).map(each => each.name.slice(name.length + 1))
  const near = nearestName(next, longer)
  return near === undefined ? undefined : `${name} ${near}`
}

/** `meant` is the command that was perhaps wanted instead. */
function parseArguments(command: Command, words: readonly string[], meant: string | undefined): CommandArguments {
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
      counted ? problems : [...problems, countProblem(positionals, meant)],
    )
  }
  const flags = Object.entries(values).map(([flag, given]) => [flag, given === true ? 'yes' : given])
  return { positionals, flags: Object.fromEntries(flags) as Record<string, string> }
}

function countProblem(positionals: readonly string[], meant: string | undefined): string {
  if (positionals.length === 0) return 'got no arguments'
  return `got ${positionals.join(' ')}${meant === undefined ? '' : `; did you mean populus ${meant}?`}`
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return `There is no ${what} ${name}; ${nearest === undefined ? `available: ${known.join(', ')}` : `did you mean ${nearest}?`}`
}
