/** `populus types`: writes the TypeScript types of the schema. */

import { fileQueries } from '../../../contexts.ts'
import { writeTypes } from '../../../describe/typescript/write-types.ts'
import { wireDialect } from '../../../plan/wire-dialect.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { typesFile } from '../../types-file.ts'
import { writeGenerated } from '../../write-generated.ts'

export async function typesCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { env, note: warn } = terminal
  const config = await loadProjectConfig({ folder: given.positionals[0] ?? '.', flags: {}, env, warn })
  const { schema } = await loadProjectSchema(config)
  const made = {
    text: writeTypes({
      schema,
      fileFields: wireDialect(config.api).fileFields,
      queries: await fileQueries(config, schema),
    }),
    file: typesFile(config.folder),
  }
  await writeGenerated({ ...made, source: 'the schema', command: 'populus types' }, given, terminal)
}
