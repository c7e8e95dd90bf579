/** `populus export`: writes the content to a file, one entry per line, or to an archive for `strapi import`. */
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { StartError } from '../../../errors.ts'
import { strapiCommand } from '../../../strapi-support.ts'
import { exportContent } from '../../../transfer/export/export-content.ts'
import { lineBuffer, writeAll } from '../../../transfer/export/line-buffer.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { withProject } from '../../open-project.ts'
import { splitList } from '../../split-list.ts'
import { progressLine } from '../../terminal/progress-line.ts'

export async function exportCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { types, out, format, locale, published } = given.flags
  if (format === 'strapi') return (await strapiCommand('export')())(given, terminal)
  if (format !== undefined && format !== 'populus')
    throw new StartError(`--format ${format}: expected populus or strapi`)
  const progress = progressLine()
  const target = out === undefined ? standardOutput() : newFile(out)
  try {
    const { entries } = await withProject(given, terminal, ({ database, schema }) =>
      exportContent({
        database,
        schema,
        types: splitList(types),
        locale,
        publishedOnly: published !== undefined,
        write: target.write,
        progress: (done, total) => progress.report('entries', done, total),
      }),
    )
    target.finish()
    progress.end()
    terminal.note(`Exported ${entries} entries${out === undefined ? '' : ` to ${out}`}`)
  } catch (error) {
    progress.end()
    target.discard()
    throw error
  }
}

interface Target {
  write(line: string): void
  finish(): void
  discard(): void
}

/** The file gets its name only when it is complete. */
function newFile(file: string): Target {
  const unfinished = `${file}.part`
  const handle = open(unfinished)
  const buffer = lineBuffer(text => writeAll(handle, text))
  return {
    write: buffer.add,
    finish() {
      buffer.flush()
      closeSync(handle)
      renameSync(unfinished, file)
    },
    discard() {
      closeSync(handle)
      rmSync(unfinished, { force: true })
    },
  }
}

function open(file: string): number {
  try {
    // It may contain content that not everyone may read, and a file left by an earlier export may have wider permissions.
    rmSync(file, { force: true })
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    throw new StartError(`Cannot write ${file}`, [(error as Error).message])
  }
}

function standardOutput(): Target {
  const buffer = lineBuffer(text => writeAll(1, text))
  return { write: buffer.add, finish: buffer.flush, discard: () => undefined }
}
