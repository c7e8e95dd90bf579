/** `populus schedule list|set`: when entries are published and unpublished. */
import type { ScheduledAct } from '../../../admin-api/schedule-api.ts'
import { StartError } from '../../../errors.ts'
import { entryOf } from '../../../management/entries/entry-of.ts'
import { managedType } from '../../../management/entries/managed-type.ts'
import { everyRight } from '../../../management/rights/admin-rights.ts'
import { listSchedule } from '../../../management/schedule/list-schedule.ts'
import { scheduleEntry } from '../../../management/schedule/schedule-entry.ts'
import { resolveType } from '../../../transfer/transferred-types.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { withOptionNames } from '../../terminal/option-names.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function scheduleList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { state } = given.flags
  const found = await withPanel(given, terminal, context =>
    listSchedule(context, everyRight(context.schema), state === undefined ? {} : { state }),
  )
  const rows = found.map(({ at, action, uid, id, locale, title, state, reason }) => [
    ...[at, action, `${uid} ${id}`, locale ?? '', title, reason === null ? state : `${state}: ${reason}`],
  ])
  printTable(terminal.print, {
    head: ['TIME', 'ACTION', 'ENTRY', 'LOCALE', 'TITLE', 'STATE'],
    rows,
    empty: 'Nothing is planned.',
  })
}

export async function scheduleSet(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [name = '', id = ''] = given.positionals
  const { locale, publish, unpublish } = given.flags
  if (publish === undefined && unpublish === undefined)
    throw new StartError('Say when: --publish 2027-01-31T08:00:00Z, --unpublish, or none to remove a time')
  const body = { ...timeOf('publishAt', publish), ...timeOf('unpublishAt', unpublish) }
  const schedule = await withPanel(given, terminal, async context => {
    const { schema } = context
    const { uid } = resolveType([...schema.types.values()], name)
    const type = managedType(context, everyRight(schema), uid)
    const entry = await entryOf(context, type, { id, locale })
    return withOptionNames(OPTIONS, () => scheduleEntry(context, type, { id: entry.id, body }))
  })
  terminal.print(`publish: ${textOf(schedule.publish)}, unpublish: ${textOf(schedule.unpublish)}`)
}

const OPTIONS = { publishAt: '--publish', unpublishAt: '--unpublish' }

function timeOf(name: string, text: string | undefined): Readonly<Record<string, string | null>> {
  return text === undefined ? {} : { [name]: text === 'none' ? null : text }
}

function textOf(act: ScheduledAct | null): string {
  return act === null ? 'at no set time' : act.at
}
