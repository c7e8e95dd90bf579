/** Keeps the file of `populus types` up to date. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { fileQueries } from '../contexts.ts'
import { writeTypes } from '../describe/typescript/write-types.ts'
import { wireDialect } from '../plan/wire-dialect.ts'
import { loadProjectSchema } from '../schema/load/load-schema.ts'

/** The first words of every file that `populus types` has written. */
const OURS = '// Written by `populus types`'

/** Returns the file's name if it was written. A file that does not exist, or is somebody else's, stays as it is. */
export async function freshenTypes(config: Config, file: string): Promise<string | undefined> {
  const { folder, api } = config
  const former = await readFile(file, 'utf8').catch(() => '')
  if (!former.startsWith(OURS)) return undefined
  const { schema } = await loadProjectSchema(config)
  const queries = await fileQueries(config, schema)
  const text = writeTypes({ schema, fileFields: wireDialect(api).fileFields, queries })
  if (text === former) return undefined
  // A compiler that watches the file must not read half of it.
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
  return relative(folder, file)
}
