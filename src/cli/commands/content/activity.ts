/** `populus activity`: who has changed what and when. */
import { listActivity } from '../../../management/history/list-activity.ts'
import { everyRight } from '../../../management/rights/admin-rights.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { printTable } from '../../terminal/print-table.ts'
import { authorText } from './trash.ts'

const FILTERS = ['type', 'entry', 'action', 'by', 'from', 'to', 'limit'] as const

export async function activityCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const chosen = FILTERS.flatMap(name => (given.flags[name] === undefined ? [] : [[name, given.flags[name]] as const]))
  const { data } = await withPanel(given, terminal, context =>
    listActivity(context, everyRight(context.schema), Object.fromEntries(chosen)),
  )
  const rows = data.map(({ at, action, type, entry, title, locale, by }) => [
    ...[at, action, type, String(entry), locale ?? '', authorText(by), title ?? ''],
  ])
  printTable(terminal.print, {
    head: ['WHEN', 'ACTION', 'TYPE', 'ENTRY', 'LOCALE', 'BY', 'TITLE'],
    rows,
    empty: 'No changes found.',
  })
}
