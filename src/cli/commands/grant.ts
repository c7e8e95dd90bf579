/** `populus grant <role> <type>`: lets a role read or change the entries of a content type. */
import { grant } from '../../identity/access/grants.ts'
import type { CommandArguments, Terminal } from '../command.ts'
import { grantLists } from '../grant-lists.ts'
import { withProject } from '../open-project.ts'

export async function grantCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', type = ''] = given.positionals
  const granted = await withProject(given, terminal, ({ database, schema }) =>
    grant(database, schema, { role, type, ...grantLists(given.flags) }),
  )
  const { fields, filterFields, sortFields, writeFields } = granted
  const limits = [
    ...(fields === undefined ? [] : [`only ${['id', ...fields].join(', ')}`]),
    ...(filterFields === undefined ? [] : [`filter by ${['id', ...filterFields].join(', ')}`]),
    ...(sortFields === undefined ? [] : [`sort by ${['id', ...sortFields].join(', ')}`]),
    ...(writeFields === undefined ? [] : [`write ${writeFields.join(', ') || 'nothing'}`]),
  ]
  const limit = limits.length === 0 ? '' : ` (${limits.join('; ')})`
  terminal.print(`${granted.role.type} may ${granted.actions.join(', ')} ${granted.target.uid}${limit}`)
}
