/** `populus search rebuild`: builds the search index again. */
import type { CommandArguments, Terminal } from '../../command.ts'
import { withProject } from '../../open-project.ts'

export async function searchRebuild(given: CommandArguments, terminal: Terminal): Promise<void> {
  const rows = await withProject(given, terminal, async ({ search }) =>
    search.tables.length === 0 ? null : search.rebuild(),
  )
  terminal.print(rows === null ? 'No content type is indexed for search' : `Indexed ${rows} rows for search`)
}
