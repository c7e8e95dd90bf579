/** `populus types add` and `populus types list`: the content types of a project. */
import { relative } from 'node:path'
import { addType } from '../../../project/add-type.ts'
import { stageEdit } from '../../../project/stage-edit.ts'
import { writeTogether } from '../../../project/staged-files.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import { populusCommand } from '../../../util/populus-command.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { splitList } from '../../split-list.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function typesAdd({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { config, schema } = await openSchema(flags.folder, terminal)
  const [name = '', ...attributes] = positionals
  const { change, plural } = addType(schema, {
    name,
    plural: flags.plural,
    single: flags.single !== undefined,
    drafts: flags.drafts !== undefined,
    localized: splitList(flags.localized),
    attributes,
  })
  const { files } = await stageEdit(config, [change])
  await writeTogether(files, () => loadProjectSchema(config))
  for (const { path, before } of files)
    terminal.print(`${before === undefined ? 'Wrote' : 'Changed'} ${relative(process.cwd(), path)}`)
  if (flags.plural === undefined && flags.single === undefined && looksPlural(name))
    terminal.note(
      `${name} was taken for the name of one entry. If it is a plural, remove it and name one entry, or give --plural`,
    )
  terminal.print('')
  terminal.print('Next:')
  terminal.print('  npx populus dev    serves it; if it is running already, it has done so by now')
  terminal.print(`  ${populusCommand(`grant public ${name}`, config.folder)}    lets everybody read /api/${plural}`)
}

/** `pages` and `articles`, not `address`, `bus` and `analysis`. */
function looksPlural(name: string): boolean {
  return name.endsWith('s') && !['ss', 'us', 'is'].some(end => name.endsWith(end))
}

export async function typesList({ flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { schema } = await openSchema(flags.folder, terminal)
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const rows = types.map(type => [
    type.uid,
    `/api/${type.single ? type.singularName : type.pluralName}`,
    [...type.attributes.values()]
      .filter(({ writable }) => writable)
      .map(({ name }) => name)
      .join(', '),
  ])
  const empty = 'No content types yet: populus types add recipe title:string!'
  printTable(terminal.print, { head: ['type', 'address', 'attributes'], rows, empty })
}

export async function openSchema(folder: string | undefined, { env, note }: Terminal) {
  const config = await loadProjectConfig({ folder: folder ?? '.', flags: {}, env, warn: note })
  const { schema } = await loadProjectSchema(config)
  return { config, schema }
}
