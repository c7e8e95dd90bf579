/** `populus history list|diff|restore`: earlier versions of an entry. */
import { entryOf } from '../../../management/entries/entry-of.ts'
import { managedType } from '../../../management/entries/managed-type.ts'
import { restoreVersion } from '../../../management/history/restore-version.ts'
import { diffVersions, listVersions, type VersionedEntry } from '../../../management/history/versions.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import { everyRight } from '../../../management/rights/admin-rights.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { splitList } from '../../split-list.ts'
import { printTable } from '../../terminal/print-table.ts'
import { authorText, lostLines } from './trash.ts'

export async function historyList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const found = await withPanel(given, terminal, async context => listVersions(context, await entryIn(context, given)))
  const rows = found.map(({ version, savedAt, by }) => [String(version), savedAt ?? '', authorText(by)])
  printTable(terminal.print, { head: ['VERSION', 'SAVED', 'BY'], rows, empty: 'No versions.' })
}

export async function historyDiff(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [, , from = ''] = given.positionals
  const found = await withPanel(given, terminal, async context =>
    diffVersions(context, await entryIn(context, given), { from, to: given.flags.to }),
  )
  for (const difference of found) terminal.print(JSON.stringify(difference))
}

export async function historyRestore(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [, , version = ''] = given.positionals
  const { fields } = given.flags
  const body = fields === undefined ? {} : { fields: splitList(fields) }
  const { id, lost } = await withPanel(given, terminal, async context =>
    restoreVersion(context, await entryIn(context, given), { version, ifMatch: undefined, body }),
  )
  terminal.print(`Restored version ${version} of ${given.positionals[0]} ${id}`)
  for (const line of lostLines(lost)) terminal.note(line)
}

async function entryIn(context: ManagementContext, { positionals }: CommandArguments): Promise<VersionedEntry> {
  const [uid = '', id = ''] = positionals
  const named = await entryOf(context, managedType(context, everyRight(context.schema), uid), { id, locale: undefined })
  return { managed: named.type, id: named.id }
}
