/** `populus openapi`: writes an OpenAPI document of what everybody, a role or a token may use. */
import { basename } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { fileQueries, projectQueries } from '../../../contexts.ts'
import type { DescribedQuery } from '../../../describe/described-query.ts'
import { openApiDocument } from '../../../describe/openapi/openapi-document.ts'
import { EVERYTHING } from '../../../identity/access/make-access.ts'
import type { Access } from '../../../plan/access.ts'
import { wireDialect } from '../../../plan/wire-dialect.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { Schema } from '../../../schema/schema.ts'
import { partPath } from '../../../util/project-parts.ts'
import { VERSION } from '../../../util/version.ts'
import { accessNamed } from '../../access-named.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withProject } from '../../open-project.ts'
import { writeGenerated } from '../../write-generated.ts'

const ALL = 'all'

export async function openapiCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const folder = given.positionals[0] ?? '.'
  const { as = ALL } = given.flags
  const described =
    as === ALL
      ? await everything(folder, terminal)
      : await withProject({ ...given, flags: { ...given.flags, folder } }, terminal, async (project, config) => {
          const { access } = await accessNamed(project, as)
          const queries = await (await projectQueries(config, project)).all()
          const plainReads = as !== 'public' || config.api.anonymousReads === 'all'
          return { text: textOf(config, { schema: project.schema, access, queries, plainReads }), config }
        })
  const made = { text: described.text, file: partPath(described.config.folder, 'openApi') }
  const source = as === ALL ? 'the schema' : `the schema and the rights of ${as}`
  await writeGenerated({ ...made, source, command: 'populus openapi' }, given, terminal)
}

/** Needs no database. */
async function everything(folder: string, { env, note: warn }: Terminal) {
  const config = await loadProjectConfig({ folder, flags: {}, env, warn })
  const { schema } = await loadProjectSchema(config)
  const queries = await fileQueries(config, schema)
  return { text: textOf(config, { schema, access: EVERYTHING, queries, plainReads: true }), config }
}

interface Described {
  readonly schema: Schema
  readonly access: Access
  readonly queries: readonly DescribedQuery[]
  readonly plainReads: boolean
}

function textOf({ api, folder, server }: Config, described: Described): string {
  const about = { title: basename(folder), version: VERSION, server: `${server.url ?? ''}${api.prefix}` }
  return `${JSON.stringify(openApiDocument({ ...described, dialect: wireDialect(api), ...about }), null, 2)}\n`
}
