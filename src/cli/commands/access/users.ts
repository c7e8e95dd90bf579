/** `populus users list|create|block|unblock|delete|set-password`: manages the end users. */
import type { AdminContext } from '../../../identity/administrators/admin-context.ts'
import {
  createEndUser,
  deleteEndUser,
  type EndUserInfo,
  listEndUsers,
  resolveEndUser,
  updateEndUser,
} from '../../../management/access/end-users.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'
import { printTable } from '../../terminal/print-table.ts'
import { passwordFor } from '../../terminal/read-password.ts'

export async function usersList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { search, role, page } = given.flags
  const input = { q: search, role, page, pageSize: '100' }
  const { users, pagination } = await withManagement(given, terminal, context => listEndUsers(context, input))
  const rows = users.map(user => [
    String(user.id),
    user.username,
    user.email,
    user.role?.type ?? '-',
    user.blocked ? 'blocked' : user.confirmed ? 'active' : 'unconfirmed',
  ])
  printTable(terminal.print, { head: ['ID', 'USERNAME', 'EMAIL', 'ROLE', 'STATE'], rows, empty: 'No users.' })
  if (pagination.pageCount > 1) terminal.note(`page ${pagination.page} of ${pagination.pageCount}; use --page for more`)
}

export async function usersCreate(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [username] = given.positionals
  const { email, role, password: flag } = given.flags
  const password = await passwordFor(flag, terminal)
  const input = { username, email, password, ...(role === undefined ? {} : { role }) }
  const user = await withManagement(given, terminal, context => createEndUser(context, input))
  terminal.print(`Created the user ${user.username} (${user.email}) with the role ${user.role?.type ?? 'none'}`)
}

export async function usersSetPassword(given: CommandArguments, terminal: Terminal): Promise<void> {
  const password = await passwordFor(given.flags.password, terminal)
  const user = await change(given, terminal, (context, { id }) => updateEndUser(context, id, { password }))
  terminal.print(`${user.username} has a new password and is signed out everywhere`)
}

export async function usersBlock(given: CommandArguments, terminal: Terminal): Promise<void> {
  const user = await change(given, terminal, (context, { id }) => updateEndUser(context, id, { blocked: true }))
  terminal.print(`${user.username} is blocked`)
}

export async function usersUnblock(given: CommandArguments, terminal: Terminal): Promise<void> {
  const user = await change(given, terminal, (context, { id }) => updateEndUser(context, id, { blocked: false }))
  terminal.print(`${user.username} is no longer blocked`)
}

export async function usersDelete(given: CommandArguments, terminal: Terminal): Promise<void> {
  const user = await change(given, terminal, (context, { id }) => deleteEndUser(context, id))
  terminal.print(`${user.username} is deleted`)
}

/** Runs `work` with the user that the first argument names by username, e-mail address or id. */
function change(
  given: CommandArguments,
  terminal: Terminal,
  work: (context: AdminContext, user: EndUserInfo) => Promise<EndUserInfo>,
): Promise<EndUserInfo> {
  const [wanted = ''] = given.positionals
  return withManagement(given, terminal, async context => work(context, await resolveEndUser(context, wanted)))
}
