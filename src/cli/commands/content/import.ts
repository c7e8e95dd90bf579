/** `populus import <file>`: imports the content of a file written by `populus export`, or of an archive of `strapi export`. */
import { join } from 'node:path'
import { contentContext } from '../../../contexts.ts'
import { StartError } from '../../../errors.ts'
import { createPasswords } from '../../../identity/sign-in/password-hash.ts'
import { runningIn } from '../../../storage/run-fragment.ts'
import { type ImportedArchive, strapiFor } from '../../../strapi-support.ts'
import { type ImportMode, importContent } from '../../../transfer/import/import-content.ts'
import { markAsSeeded } from '../../../transfer/seed/needs-content.ts'
import { UPLOADS_PATH } from '../../../util/project-parts.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withProject } from '../../open-project.ts'
import { progressLine } from '../../terminal/progress-line.ts'

/** Of `strapi export`. */
const STRAPI_ARCHIVE = /\.tar\.gz(\.enc)?$/

export async function importCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [file = ''] = given.positionals
  const mode = modeOf(given.flags)
  const strapi = STRAPI_ARCHIVE.test(file) ? await strapiFor(`The archive ${file}`) : undefined
  const progress = progressLine()
  const importInto: Parameters<typeof withProject<ImportedArchive>>[2] = async (storage, config) => {
    const { database, schema, origin, changes } = storage
    const { limits, folder, changes: feed } = config
    const passwords = createPasswords(limits)
    const shared = {
      database,
      schema,
      changes: feed.keepDays > 0 ? changes : undefined,
      mode,
      forget: given.flags.forget !== undefined,
      hashPassword: passwords.hash,
      clock: () => new Date(),
      progress: progress.report,
    }
    const archive = { file, key: given.flags.key ?? null }
    const isTold = given.flags['no-webhooks'] === undefined
    const content = isTold ? contentContext(config, storage, passwords) : undefined
    // An archive is a whole site, and brings its webhooks: nobody is told of it.
    const result = strapi
      ? await strapi.importArchive({ ...shared, archive, uploads: join(folder, UPLOADS_PATH) })
      : { ...(await importContent({ ...shared, content, file })), files: 0, notes: [] }
    // A user who imports content does not want the content of the project folder as well.
    if (origin !== 'strapi4') await database.write(transaction => markAsSeeded(runningIn(transaction, database)))
    return result
  }
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
