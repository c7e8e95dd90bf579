/** `populus revoke <role> <type>`: takes back what a role may do with a content type. */
import { revoke } from '../access/grants.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { withProject } from './open-project.ts'
import { splitList } from './split-list.ts'

export async function revokeCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', type = ''] = given.positionals
  const { actions, fields } = given.flags
  const revoked = await withProject(given, terminal, async ({ database, schema }) => {
    const input = { role, type, actions: splitList(actions), fields: splitList(fields) }
    const resolved = await revoke(database, schema, input)
    await database.announceChange()
    return resolved
  })
  const lost = revoked.fields === undefined ? revoked.actions.join(', ') : `read ${revoked.fields.join(', ')} of`
  terminal.print(`${revoked.role.type} may no longer ${lost} ${revoked.type.uid}`)
}
