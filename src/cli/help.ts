/** The text of `--help`. */
import type { Command } from './command.ts'

/** `populus --help` */
export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  return [
    'Usage: populus <command>',
    '',
    ...lines,
    '',
    'populus <command> --help describes a command, populus --version prints the version.',
  ].join('\n')
}

/** `populus start --help` */
export function commandHelp({ usage, summary, flags, switches }: Command): string {
  const all = { ...flags, ...switches }
  const width = Math.max(...Object.keys(all).map(flag => flag.length))
  const lines = Object.entries(all).map(([flag, meaning]) => `  --${flag.padEnd(width)}  ${meaning}`)
  return [`Usage: populus ${usage} [options]`, '', summary, '', ...lines].join('\n')
}
