/** `populus trash list|restore`: entries that were deleted. */
import type { LostReference, NamedAuthor, TrashItem } from '../../../admin-api/history-api.ts'
import { StartError } from '../../../errors.ts'
import { listTrash } from '../../../management/history/manage-trash.ts'
import { restoreEntry } from '../../../management/history/restore-entry.ts'
import { everyRight } from '../../../management/rights/admin-rights.ts'
import { parsedJson } from '../../../util/json/parsed-json.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withPanel } from '../../management.ts'
import { printTable } from '../../terminal/print-table.ts'

export async function trashList(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { type } = given.flags
  const found = await withPanel(given, terminal, async context => {
    const items: TrashItem[] = []
    for (let before: string | undefined, more = true; more; ) {
      const query = { ...(type === undefined ? {} : { uid: type }), ...(before === undefined ? {} : { before }) }
      const { data, meta } = await listTrash(context, everyRight(context.schema), query)
      items.push(...data)
      before = String(data.at(-1)?.id)
      more = meta.more
    }
    return items
  })
  const rows = found.map(({ id, uid, entry, title, locale, deletedAt, by }) => [
    ...[String(id), uid, String(entry), title, locale ?? '', deletedAt, authorText(by)],
  ])
  const head = ['ID', 'TYPE', 'ENTRY', 'TITLE', 'LOCALE', 'DELETED', 'BY']
  printTable(terminal.print, { head, rows, empty: 'The trash is empty.' })
}

export async function trashRestore(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [text = ''] = given.positionals
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`Expected the id of a deleted entry, got ${text}`)
  const { data } = given.flags
  const body = data === undefined ? {} : { data: parsedJson(data) }
  const { uid, id, lost } = await withPanel(given, terminal, context =>
    restoreEntry(context, everyRight(context.schema), { id: Number(text), body }),
  )
  terminal.print(`Restored ${uid} ${id}`)
  for (const line of lostLines(lost)) terminal.note(line)
}

export function lostLines(lost: readonly LostReference[]): readonly string[] {
  return lost.map(({ field, uid, id, reason }) =>
    reason === 'gone'
      ? `${field}: ${uid} ${id} is gone, so the relation did not come back`
      : `${field}: ${uid} ${id} belongs to another entry now`,
  )
}

export function authorText(by: NamedAuthor | null): string {
  return by === null ? '' : `${by.kind} ${by.name ?? by.id}`
}
