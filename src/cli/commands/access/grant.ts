/** `populus grant <role> <type>` or `--all`: lets a role read or change the entries of a content type. */
import { StartError } from '../../../errors.ts'
import { grant } from '../../../management/roles/grants.ts'
import type { ResolvedGrant } from '../../../management/roles/resolve-grant.ts'
import type { Schema } from '../../../schema/schema.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { grantLists } from '../../grant-lists.ts'
import { withProject } from '../../open-project.ts'

export async function grantCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [role = '', type] = given.positionals
  const isAll = given.flags.all !== undefined
  if (isAll === (type !== undefined)) throw new StartError('Name a content type, or all of them with --all')
  const lists = grantLists(given.flags)
  await withProject(given, terminal, async ({ database, schema }) => {
    const types = type === undefined ? ownTypes(schema) : [type]
    for (const name of types) terminal.print(lineOf(await grant(database, schema, { role, type: name, ...lists })))
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
