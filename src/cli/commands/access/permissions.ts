/** `populus permissions`: lists what the roles may do. */

import { StartError } from '../../../errors.ts'
import { limitOf } from '../../../identity/access/field-lists.ts'
import { loadRoles } from '../../../identity/access/role-rights.ts'
import { type Grant, listGrants } from '../../../management/roles/grants.ts'
import { noSuchName } from '../../../util/no-such-name.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { type OpenProject, withProject } from '../../open-project.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function permissionsCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { role } = given.flags
  const grants = await withProject(given, terminal, async project => {
    if (role !== undefined) await checkRole(project, role)
    return listGrants(project.database, project.schema)
  })
  const shown = grants.filter(grant => role === undefined || grant.role === role)
  printTable(terminal.print, {
    head: ['ROLE', 'ACTION', 'FIELDS'],
    rows: shown.map(toRow),
    empty: 'Nothing is granted.',
  })
}

async function checkRole({ database, schema }: OpenProject, role: string): Promise<void> {
  const known = (await loadRoles(database, schema)).map(({ type }) => type)
  if (!known.includes(role))
    throw new StartError(noSuchName('role', role, known, known.length).replace('there', 'There'))
}

/** `all`, `id, title`, `all; filter by id; sort by id, title`; for writing `all` or `title, body`. */
function toRow({ role, action, fields, filterFields, sortFields, writeFields }: Grant): readonly string[] {
  const named = (names: readonly string[]) => ['id', ...names].join(', ')
  const limit = limitOf(action)
  if (limit === null) return [role, action, '-']
  if (limit === 'write') return [role, action, writeFields === null ? 'all' : writeFields.join(', ') || 'none']
  const parts = [
    fields === null ? 'all' : named(fields),
    ...(filterFields === null ? [] : [`filter by ${named(filterFields)}`]),
    ...(sortFields === null ? [] : [`sort by ${named(sortFields)}`]),
  ]
  return [role, action, parts.join('; ')]
}
