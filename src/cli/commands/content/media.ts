/** `populus media check`, `move` and `formats`. */
import { mediaProviderKind, storedProviderName } from '../../../config/settings/media-provider-kind.ts'
import { PopulusError, StartError } from '../../../errors.ts'
import {
  checkStorage,
  deleteOrphans,
  type MissingObject,
  type StorageReport,
} from '../../../media/library/check-storage.ts'
import { makeFormats } from '../../../media/library/make-formats.ts'
import { moveStorage } from '../../../media/library/move-storage.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { type Progress, progressLine } from '../../terminal/progress-line.ts'
import { withMedia } from '../../with-media.ts'

/** Lines of one kind that are shown; the rest is counted. */
const SHOWN = 20

export async function mediaCheck(given: CommandArguments, terminal: Terminal): Promise<void> {
  await withProgress(given, terminal, async (context, progress) => {
    const report = await checkStorage(context, { progress: (done, total) => progress.report('files', done, total) })
    progress.end()
    printReport(report, terminal)
    if (given.flags.fix === 'yes') await fix(context, report, terminal)
    else if (report.orphans.length + report.missing.length > 0) process.exitCode = 1
  })
}

function printReport(
  { files, objects, missing, orphans, foreign, unknownProviders }: StorageReport,
  { print }: Terminal,
) {
  printList(missing, print, ({ file, name, format, key }) => {
    return `missing: ${key} (${format === null ? 'file' : `format ${format} of file`} ${file}, ${name})`
  })
  printList(orphans, print, ({ provider, key, size }) => `without a row: ${key} (${provider}, ${size} bytes)`)
  for (const name of unknownProviders) print(`not looked at: files of the provider ${name}, which is not configured`)
  if (foreign > 0) print(`${foreign} objects were not made by an upload and are left alone`)
  print(`${files} files, ${objects} objects, ${missing.length} missing, ${orphans.length} without a row`)
}

function printList<T>(list: readonly T[], print: (line: string) => void, show: (item: T) => string): void {
  for (const item of list.slice(0, SHOWN)) print(show(item))
  if (list.length > SHOWN) print(`... and ${list.length - SHOWN} more`)
}

async function fix(context: MediaContext, { orphans, missing }: StorageReport, { print }: Terminal): Promise<void> {
  const deleted = await deleteOrphans(context, orphans)
  const { formats, failed } = await makeFormats(context, { again: missingFormats(missing), only: true })
  print(`Deleted ${deleted} objects without a row, made ${formats} missing formats`)
  printList(failed, print, ({ file, name, reason }) => `not made: formats of file ${file}, ${name}: ${reason}`)
  const lost = missing.filter(({ format }) => format === null)
  if (lost.length === 0) return
  print(`${lost.length} files are lost: upload them again to the same entries with "Replace", or delete them`)
  process.exitCode = 1
}

/** Formats whose file is there. */
function missingFormats(missing: readonly MissingObject[]): ReadonlyMap<number, ReadonlySet<string>> {
  const lost = new Set(missing.filter(({ format }) => format === null).map(({ file }) => file))
  const again = new Map<number, Set<string>>()
  for (const { file, format } of missing) {
    if (format === null || lost.has(file)) continue
    again.set(file, (again.get(file) ?? new Set()).add(format))
  }
  return again
}

export async function mediaMove(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { to = '', keep } = given.flags
  if (mediaProviderKind(to) === undefined) {
    throw new StartError(`There is no storage ${to === '' ? 'given' : to}`, ['--to is local, s3, azure or cloudinary'])
  }
  await withProgress(given, terminal, async (context, progress) => {
    const target = context.providerOf(storedProviderName(to))
    if (target.problem !== undefined) throw new StartError('Nothing can be moved', [target.problem])
    const { moved, there, failed } = await moveStorage(context, {
      to: target,
      keep: keep === 'yes',
      progress: (done, total) => progress.report('files', done, total),
    })
    progress.end()
    printList(failed, terminal.print, ({ file, name, reason }) => `not moved: file ${file}, ${name}: ${reason}`)
    terminal.print(`Moved ${moved} files to ${target.name}, ${there} were there already, ${failed.length} not moved`)
    if (failed.length > 0) process.exitCode = 1
    if (context.settings.provider !== target.name) {
      terminal.print(
        `New files still go to ${context.settings.provider}: set media.provider (MEDIA_PROVIDER) to ${target.name}`,
      )
    }
  })
}

export async function mediaFormats(given: CommandArguments, terminal: Terminal): Promise<void> {
  await withProgress(given, terminal, async (context, progress) => {
    const { images, formats, failed } = await makeFormats(context, {
      progress: (done, total) => progress.report('files', done, total),
    })
    progress.end()
    printList(
      failed,
      terminal.print,
      ({ file, name, reason }) => `not made: formats of file ${file}, ${name}: ${reason}`,
    )
    terminal.print(`Made ${formats} formats of ${images} images`)
    if (failed.length > 0) process.exitCode = 1
  })
}

/** Errors of a storage are something that the person at the terminal can fix. */
async function withProgress(
  given: CommandArguments,
  terminal: Terminal,
  work: (context: MediaContext, progress: Progress) => Promise<void>,
): Promise<void> {
  const progress = progressLine()
  try {
    await withMedia(given, terminal, context => work(context, progress))
  } catch (error) {
    progress.end()
    if (!(error instanceof PopulusError)) throw error
    throw new StartError(error.message, error.cause === undefined ? [] : [String(error.cause)])
  }
}
