/** `populus tokens create|list|revoke`: API tokens. */

import { StartError } from '../../../errors.ts'
import { createToken, listTokens, resolveToken, revokeToken } from '../../../management/access/manage-tokens.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'
import { splitList } from '../../split-list.ts'
import { withOptionNames } from '../../terminal/option-names.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function tokensCreate(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [name] = given.positionals
  const { type, lifespan, actions, description } = given.flags
  const permissions = splitList(actions)
  const input = {
    name,
    type: type ?? (permissions === undefined ? 'read-only' : 'custom'),
    lifespanDays: daysOf(lifespan),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions }),
  }
  const token = await withManagement(given, terminal, context =>
    withOptionNames({ permissions: '--actions', type: '--type', description: '--description' }, () =>
      createToken(context, input),
    ),
  )
  const end = token.expiresAt === null ? 'does not expire' : `expires ${token.expiresAt}`
  terminal.note(`Created the ${token.type} token ${token.name}, which ${end}. It is shown only once:`)
  terminal.print(token.accessKey)
}

function daysOf(text: string | undefined): number | null {
  if (text === undefined || text === 'none') return null
  const [, days] = /^(7|30|90)d?$/.exec(text) ?? []
  if (days === undefined) throw new StartError(`--lifespan: expected 7, 30, 90 or none, got ${text}`)
  return Number(days)
}

export async function tokensList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const tokens = await withManagement(given, terminal, listTokens)
  const rows = tokens.map(({ id, name, type, expiresAt, permissions }) => [
    String(id),
    name,
    type,
    expiresAt ?? 'never',
    permissions === null ? '-' : permissions.join(', '),
  ])
  printTable(terminal.print, { head: ['ID', 'NAME', 'TYPE', 'EXPIRES', 'ACTIONS'], rows, empty: 'No API tokens.' })
}

export async function tokensRevoke(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [wanted = ''] = given.positionals
  const { name } = await withManagement(given, terminal, async context =>
    revokeToken(context, (await resolveToken(context, wanted)).id),
  )
  terminal.print(`The token ${name} no longer works`)
}
