/** `populus grant <role> <type>`: lets a role read or change the entries of a content type. */
import { grant } from '../access/grants.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { withProject } from './open-project.ts'
import { splitList } from './split-list.ts'

export async function grantCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', type = ''] = given.positionals
  const { actions, fields } = given.flags
  const granted = await withProject(given, terminal, async ({ database, schema }) => {
    const input = { role, type, actions: splitList(actions), fields: splitList(fields) }
    const resolved = await grant(database, schema, input)
    await database.announceChange()
    return resolved
  })
  const limit = granted.fields === undefined ? '' : ` (only ${['id', ...granted.fields].join(', ')})`
  terminal.print(`${granted.role.type} may ${granted.actions.join(', ')} ${granted.type.uid}${limit}`)
}
