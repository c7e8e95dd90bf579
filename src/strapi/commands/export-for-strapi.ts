/** `populus export --format strapi`: writes an archive for `strapi import`. */
import { join } from 'node:path'
import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { withProject } from '../../cli/open-project.ts'
import { progressLine } from '../../cli/terminal/progress-line.ts'
import { StartError } from '../../errors.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { exportArchive } from '../archive/export-archive.ts'

export async function exportForStrapi(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { out = 'export', types, locale, published, encrypt, key } = given.flags
  if (types !== undefined || locale !== undefined || published !== undefined)
    throw new StartError(
      '--types, --locale and --published cannot be combined with --format strapi: strapi import replaces everything',
    )
  if (encrypt !== undefined && key === undefined) throw new StartError('--encrypt needs --key')
  const ending = encrypt === undefined ? '.tar.gz' : '.tar.gz.enc'
  const file = out.endsWith(ending) ? out : `${out}${ending}`
  const progress = progressLine()
  try {
    const { entries, files, notes } = await withProject(given, terminal, ({ database, schema }, { folder }) =>
      exportArchive({
        database,
        schema,
        file,
        key: encrypt === undefined ? null : (key ?? null),
        uploads: join(folder, UPLOADS_PATH),
        now: new Date(),
        progress: (done, total) => progress.report('entries', done, total),
      }),
    )
    progress.end()
    terminal.note(`Exported ${entries} entries and ${files} uploaded files to ${file}`)
    for (const line of notes) terminal.note(`Note: ${line}`)
  } catch (error) {
    progress.end()
    throw error
  }
}
