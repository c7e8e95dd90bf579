/** `populus changes`: what was changed in the content, one line of JSON for each change. */
import { StartError } from '../../../errors.ts'
import { listChanges } from '../../../management/live/list-changes.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withManagement } from '../../management.ts'

const PAGE = '1000'

export async function changesCommand({ flags, ...given }: CommandArguments, terminal: Terminal): Promise<void> {
  const limit = limitOf(flags.limit)
  const next = await withManagement({ flags, ...given }, terminal, async ({ users }) => {
    let since = flags.since ?? ''
    for (let left = limit; left > 0; ) {
      const { data, meta } = await listChanges(users.content, {
        since,
        limit: left < Number(PAGE) ? String(left) : PAGE,
      })
      for (const change of data) terminal.print(JSON.stringify(change))
      since = meta.next
      left = meta.more ? left - data.length : 0
    }
    return since
  })
  terminal.note(`To continue from here: populus changes --since ${next}`)
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new StartError(`--limit: expected a number, got ${text}`)
  return Number(text)
}
