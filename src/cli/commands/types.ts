/** `populus types`: writes the TypeScript types of the schema. */
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { loadConfig } from '../../config/load-config.ts'
import { writeTypes } from '../../describe/typescript/write-types.ts'
import { StartError } from '../../errors.ts'
import { wireDialect } from '../../plan/wire-dialect.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import type { CommandArguments, Terminal } from '../command.ts'
import { TYPES_FILE } from '../types-file.ts'

export async function typesCommand({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note, print } = terminal
  const config = await loadConfig({ folder: positionals[0] ?? '.', flags: {}, env, warn: note })
  const { schema } = await loadProjectSchema(config)
  const text = writeTypes({ schema, fileFields: wireDialect(config.api).fileFields })
  if (flags.out === '-') {
    print(text.trimEnd())
    return
  }
  const file = flags.out ?? join(config.folder, TYPES_FILE)
  const shown = relative(process.cwd(), file) || file
  const former = await readFile(file, 'utf8').catch(() => null)
  if (flags.check !== undefined) {
    if (former !== text) throw new StartError(`${shown} does not match the schema`, ['populus types writes it again'])
    print(`${shown} matches the schema`)
    return
  }
  if (former !== text) await writeFile(file, text)
  print(former === text ? `${shown} is up to date` : `Wrote ${shown}`)
}
