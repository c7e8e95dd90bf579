/** Writes a file that is made from the schema, or says whether it is up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { StartError } from '../errors.ts'
import type { CommandArguments, Terminal } from './command.ts'

export interface Generated {
  readonly text: string
  /** Where it is written unless `--out` says otherwise. */
  readonly file: string
  /** What it is made from: `the schema`. */
  readonly source: string
  /** The command that writes it. */
  readonly command: string
}

/** `--out -` prints it, `--check` only compares. */
export async function writeGenerated(
  { text, file: usual, source, command }: Generated,
  { flags }: CommandArguments,
  { print }: Terminal,
): Promise<void> {
  if (flags.out === '-') {
    print(text.trimEnd())
    return
  }
  const file = flags.out ?? usual
  const shown = relative(process.cwd(), file) || file
  const former = await readFile(file, 'utf8').catch(() => null)
  if (flags.check !== undefined) {
    if (former !== text) throw new StartError(`${shown} does not match ${source}`, [`${command} writes it again`])
    print(`${shown} matches ${source}`)
    return
  }
  if (former !== text) await writeFile(file, text)
  print(former === text ? `${shown} is up to date` : `Wrote ${shown}`)
}
