/** `populus grant <role> <type ...>` or `--all`: lets a role read or change the entries of content types. */
import { StartError } from '../../../errors.ts'
import { grantAll } from '../../../management/roles/grants.ts'
import type { ResolvedGrant } from '../../../management/roles/resolve-grant.ts'
import type { Schema } from '../../../schema/schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { grantLists } from '../../grant-lists.ts'
import { withProject } from '../../open-project.ts'

export async function grantCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', ...named] = given.positionals
  const isAll = given.flags.all !== undefined
  if (isAll === named.length > 0) throw new StartError('Name a content type, or all of them with --all')
  const lists = grantLists(given.flags)
  await withProject(given, terminal, async ({ database, schema }) => {
    const types = isAll ? ownTypes(schema) : named
    const wanted = types.map(type => ({ role, type, ...lists }))
    for (const granted of await grantAll(database, schema, wanted)) terminal.print(lineOf(granted))
    if (types.length === 0) terminal.print('There are no content types yet: populus types add recipe title:string!')
  })
}

function ownTypes({ types }: Schema): readonly string[] {
  return [...types.values()].filter(({ userDefined }) => userDefined).map(({ uid }) => uid)
}

function lineOf({ role, actions, target, fields, filterFields, sortFields, writeFields }: ResolvedGrant): string {
  const limits = [
    ...(fields === undefined ? [] : [`only ${['id', ...fields].join(', ')}`]),
    ...(filterFields === undefined ? [] : [`filter by ${['id', ...filterFields].join(', ')}`]),
    ...(sortFields === undefined ? [] : [`sort by ${['id', ...sortFields].join(', ')}`]),
    ...(writeFields === undefined ? [] : [`write ${writeFields.join(', ') || 'nothing'}`]),
  ]
  const limit = limits.length === 0 ? '' : ` (${limits.join('; ')})`
  return `${role.type} may ${actions.join(', ')} ${target.uid}${limit}`
}
