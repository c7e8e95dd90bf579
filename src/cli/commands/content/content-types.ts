/** `populus types add` and `populus types list`: the content types of a project. */
import { rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { addType } from '../../../project/add-type.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { loadProjectSchema, type ProjectSettings } from '../../../schema/load/load-schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { formatTable } from '../../terminal/format-table.ts'

export async function typesAdd({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { config, schema } = await open(flags.folder, terminal)
  const [name = '', ...attributes] = positionals
  const { file, plural } = await addType(config.folder, schema, {
    name,
    plural: flags.plural,
    single: flags.single !== undefined,
    drafts: flags.drafts !== undefined,
    localized: flags.localized !== undefined,
    attributes,
  })
  await checkOrUndo(config, file)
  terminal.print(`Wrote ${relative(process.cwd(), file)}`)
  terminal.print('')
  terminal.print('Next:')
  terminal.print('  npx populus dev    serves it; if it is running already, it has done so by now')
  terminal.print(`  npx populus grant public ${name}    lets everybody read /api/${plural}`)
}

/** A component that does not exist is better reported now than at the next start. */
async function checkOrUndo(config: ProjectSettings, file: string): Promise<void> {
  try {
    await loadProjectSchema(config)
  } catch (error) {
    await rm(file)
    throw error
  }
}

export async function typesList({ flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { schema } = await open(flags.folder, terminal)
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const rows = types.map(type => [
    type.uid,
    `/api/${type.single ? type.singularName : type.pluralName}`,
    [...type.attributes.values()]
      .filter(({ writable }) => writable)
      .map(({ name }) => name)
      .join(', '),
  ])
  if (rows.length === 0) terminal.print('No content types yet: populus types add recipe title:string!')
  for (const line of formatTable(['type', 'address', 'attributes'], rows)) terminal.print(line)
}

async function open(folder: string | undefined, { env, note }: Terminal) {
  const config = await loadProjectConfig({ folder: folder ?? '.', flags: {}, env, warn: note })
  const { schema } = await loadProjectSchema(config)
  return { config, schema }
}
