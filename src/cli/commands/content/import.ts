/** `populus import <file>`: imports the content of a file written by `populus export`, or of an archive of `strapi export`. */
import { importFile } from '../../../app/transfers/import-file.ts'
import { StartError } from '../../../errors.ts'
import type { ImportedArchive } from '../../../strapi-support.ts'
import type { ImportMode } from '../../../transfer/import/import-batch.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withProject } from '../../open-project.ts'
import { progressLine } from '../../terminal/progress-line.ts'

export async function importCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [file = ''] = given.positionals
  const mode = modeOf(given.flags)
  const progress = progressLine()
  const importInto: Parameters<typeof withProject<ImportedArchive>>[2] = (storage, config) =>
    importFile(storage, config, {
      ...{ file, mode, key: given.flags.key ?? null, forget: given.flags.forget !== undefined },
      isTold: given.flags['no-webhooks'] === undefined,
      progress: progress.report,
    })
  try {
    const { entries, files, notes } = await withProject(given, terminal, importInto, { create: true })
    progress.end()
    terminal.print(`Imported ${entries} entries${files === 0 ? '' : ` and ${files} uploaded files`} from ${file}`)
    for (const line of notes) terminal.print(`Note: ${line}`)
  } catch (error) {
    progress.end()
    throw error
  }
}

function modeOf(flags: CommandArguments['flags']): ImportMode {
  const atOnce = flags['all-or-nothing'] !== undefined
  if (atOnce && flags.resume !== undefined) {
    throw new StartError(
      '--resume and --all-or-nothing cannot be combined: an interrupted all-or-nothing import leaves nothing to resume',
    )
  }
  if (flags.resume !== undefined) return 'resume'
  return atOnce ? 'all-or-nothing' : 'batches'
}
