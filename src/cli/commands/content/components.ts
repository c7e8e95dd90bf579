/** `populus components add` and `populus components list`: the components of a project. */
import { relative } from 'node:path'
import { addComponent } from '../../../project/add-component.ts'
import { writeTogether } from '../../../project/staged-files.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { openSchema } from './content-types.ts'

export async function componentsAdd({ positionals, flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { config, schema } = await openSchema(flags.folder, terminal)
  const [uid = '', ...attributes] = positionals
  const file = addComponent(config.folder, schema, uid, attributes)
  await writeTogether([file], () => loadProjectSchema(config))
  terminal.print(`Wrote ${relative(process.cwd(), file.path)}`)
  terminal.print('')
  terminal.print(`Use it in a content type: npx populus types add page title:string! part:${uid} 'more:${uid}[]'`)
}

export async function componentsList({ flags }: CommandArguments, terminal: Terminal): Promise<void> {
  const { schema } = await openSchema(flags.folder, terminal)
  const rows = [...schema.components.values()].map(({ uid, attributes }) => [uid, [...attributes.keys()].join(', ')])
  if (rows.length === 0) terminal.print('No components yet: populus components add shared.seo title:string!')
  else for (const line of formatTable(['component', 'attributes'], rows)) terminal.print(line)
}
