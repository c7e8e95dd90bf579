/** `populus openapi`: writes an OpenAPI document of what everybody, a role or a token may use. */
import { basename, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import { openApiDocument } from '../../describe/openapi/openapi-document.ts'
import { EVERYTHING } from '../../identity/access/make-access.ts'
import type { Access } from '../../plan/access.ts'
import { wireDialect } from '../../plan/wire-dialect.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import type { Schema } from '../../schema/schema.ts'
import { VERSION } from '../../util/version.ts'
import { accessNamed } from '../access-named.ts'
import type { CommandArguments, Terminal } from '../command.ts'
import { withProject } from '../open-project.ts'
import { writeGenerated } from '../write-generated.ts'

const FILE = 'openapi.json'
const ALL = 'all'

export async function openapiCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const folder = given.positionals[0] ?? '.'
  const { as = ALL } = given.flags
  const described =
    as === ALL
      ? await everything(folder, terminal)
      : await withProject({ ...given, flags: { ...given.flags, folder } }, terminal, async (project, config) => {
          const { access } = await accessNamed(project, as)
          return { text: textOf(config, project.schema, access), config }
        })
  const made = { text: described.text, file: join(described.config.folder, FILE) }
  const source = as === ALL ? 'the schema' : `the schema and the rights of ${as}`
  await writeGenerated({ ...made, source, command: 'populus openapi' }, given, terminal)
}

/** Needs no database. */
async function everything(folder: string, { env, note: warn }: Terminal) {
  const config = await loadConfig({ folder, flags: {}, env, warn })
  const { schema } = await loadProjectSchema(config)
  return { text: textOf(config, schema, EVERYTHING), config }
}

function textOf({ api, folder, server }: Config, schema: Schema, access: Access): string {
  const about = { title: basename(folder), version: VERSION, server: `${server.url ?? ''}${api.prefix}` }
  return `${JSON.stringify(openApiDocument({ schema, access, dialect: wireDialect(api), ...about }), null, 2)}\n`
}
