/** `populus admins create|code|list|delete`: manages administrators. */

import { StartError } from '../../../errors.ts'
import type { AdminContext } from '../../../identity/administrators/admin-context.ts'
import { type Administrator, isActive, loadAdministrators } from '../../../identity/administrators/administrators.ts'
import { removeSecondFactor } from '../../../identity/administrators/held-factors.ts'
import { makeFirstAdminCode } from '../../../management/administrators/first-admin-code.ts'
import {
  createAdministrator,
  deleteAdministrator,
  hasAdministrator,
} from '../../../management/administrators/manage-administrators.ts'
import { nearestName } from '../../../util/text/nearest-name.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'
import { splitList } from '../../split-list.ts'
import { printTable } from '../../terminal/print-table.ts'
import { passwordFor } from '../../terminal/read-password.ts'

export async function adminsCreate(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { email, roles, password: flag } = given.flags
  if (email === undefined) throw new StartError('--email is missing: the address to sign in with')
  const password = await passwordFor(flag, terminal)
  const input = { email, password, ...(roles === undefined ? {} : { roles: splitList(roles) }) }
  const made = await withManagement(given, terminal, context => createAdministrator(context, input))
  terminal.print(`Created the administrator ${made.email} (${made.roles.map(({ name }) => name).join(', ')})`)
}

export async function adminsCode(given: CommandArguments, terminal: Terminal): Promise<void> {
  const code = await withManagement(given, terminal, async context => {
    if (await hasAdministrator(context))
      throw new StartError('There is already an administrator', ['populus admins create creates another one'])
    return makeFirstAdminCode(context)
  })
  terminal.note('This code creates the first administrator. It works once:')
  terminal.print(code)
}

export async function adminsList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const administrators = await withManagement(given, terminal, loadAdministrators)
  const rows = administrators.map(administrator => [
    String(administrator.id),
    administrator.email,
    administrator.roles.map(({ name }) => name).join(', '),
    isActive(administrator) ? 'active' : 'blocked',
  ])
  printTable(terminal.print, {
    head: ['ID', 'EMAIL', 'ROLES', 'STATE'],
    rows,
    empty: 'No administrators yet: populus admins create',
  })
}

export async function adminsDelete(given: CommandArguments, terminal: Terminal): Promise<void> {
  const gone = await withManagement(given, terminal, async context =>
    deleteAdministrator(context, (await named(context, given)).id),
  )
  terminal.print(`${gone.email} is no longer an administrator`)
}

export async function adminsResetSecondFactor(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { email, removed } = await withManagement(given, terminal, async context => {
    const { id, email } = await named(context, given)
    return { email, removed: await removeSecondFactor(context, id) }
  })
  terminal.print(removed ? `${email} signs in without a second factor now` : `${email} had no second factor`)
}

async function named(context: AdminContext, { positionals }: CommandArguments): Promise<Administrator> {
  const [wanted = ''] = positionals
  const all = await loadAdministrators(context)
  const found = all.find(({ id, email }) => email === wanted.toLowerCase() || String(id) === wanted)
  if (found !== undefined) return found
  const nearest = nearestName(
    wanted,
    all.map(({ email }) => email),
  )
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  throw new StartError(`There is no administrator ${wanted}${hint}`)
}
