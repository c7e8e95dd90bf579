/** `populus components add` and `populus components list`: the components of a project. */
import { relative } from 'node:path'
import { addComponent } from '../../../project/add-component.ts'
import { stageEdit } from '../../../project/stage-edit.ts'
import { writeTogether } from '../../../project/staged-files.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { printTable } from '../../terminal/print-table.ts'
import { openSchema } from './content-types.ts'

export async function componentsAdd({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { config, schema } = await openSchema(flags.folder, terminal)
  const [uid = '', ...attributes] = positionals
  const { files } = await stageEdit(config, [addComponent(schema, uid, attributes)])
  await writeTogether(files, () => loadProjectSchema(config))
  for (const { path } of files) terminal.print(`Wrote ${relative(process.cwd(), path)}`)
  terminal.print('')
  terminal.print(`Use it in a content type: npx populus types add page title:string! part:${uid} 'more:${uid}[]'`)
}

export async function componentsList({ flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { schema } = await openSchema(flags.folder, terminal)
  const rows = [...schema.components.values()].map(({ uid, attributes }) => [uid, [...attributes.keys()].join(', ')])
  const empty = 'No components yet: populus components add shared.seo title:string!'
  printTable(terminal.print, { head: ['component', 'attributes'], rows, empty })
}
