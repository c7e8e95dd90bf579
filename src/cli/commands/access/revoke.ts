/** `populus revoke <role> <type>`: revokes what a role may do with a content type. */
import { revoke } from '../../../management/roles/grants.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { grantLists } from '../../grant-lists.ts'
import { withProject } from '../../open-project.ts'

export async function revokeCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', type = ''] = given.positionals
  const revoked = await withProject(given, terminal, ({ database, schema }) =>
    revoke(database, schema, { role, type, ...grantLists(given.flags) }),
  )
  const { fields, filterFields, sortFields, writeFields, actions } = revoked
  const lost = [
    ...(fields === undefined ? [] : [`read ${fields.join(', ')} of`]),
    ...(filterFields === undefined ? [] : [`filter by ${filterFields.join(', ')} of`]),
    ...(sortFields === undefined ? [] : [`sort by ${sortFields.join(', ')} of`]),
    ...(writeFields === undefined ? [] : [`write ${writeFields.join(', ')} of`]),
  ]
  const what = lost.length === 0 ? actions.join(', ') : lost.join(', ')
  terminal.print(`${revoked.role.type} may no longer ${what} ${revoked.target.uid}`)
}
