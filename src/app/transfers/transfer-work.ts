/** What a process does for a server: the same acts that the commands run. */
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportRehearsal } from '../../admin-api/settings/transfer-api.ts'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../errors.ts'
import type { ExportChoice, Watch } from '../../management/transfers/transfer-acts.ts'
import { loadProjectSchema } from '../../schema/load/load-schema.ts'
import { strapiFor } from '../../strapi-support.ts'
import { openStorage, type Storage } from '../../tables/open-storage.ts'
import { exportContent } from '../../transfer/export/export-content.ts'
import { lineBuffer, writeAll } from '../../transfer/export/line-buffer.ts'
import { MOST_AT_ONCE } from '../../transfer/import/rehearse-import.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { backUp } from './back-up.ts'
import { importFile, rehearseFile } from './import-file.ts'
import type { TransferTask } from './transfer-messages.ts'

type Report = Watch['progress']

/** More problems or notes than this are not worth reading. */
const MOST_PROBLEMS = 200
const MOST_NOTES = 50
const LONGEST = 500

export async function transferWork(task: TransferTask, progress: Report): Promise<unknown> {
  const { config } = task
  switch (task.kind) {
    case 'backUp': {
      const now = new Date()
      const { leftOut, missing } = await backUp(config, {
        ...task.input,
        withSecrets: true,
        include: [],
        now,
        progress,
      })
      const gone = missing.map(name => `${UPLOADS_PATH}/${name} does not exist, although the media library lists it`)
      return { notes: few([...leftOut, ...gone]) }
    }
    case 'export':
      return withStorage(config, storage => writeExport(config, storage, task.input, progress))
    case 'rehearse':
      return withStorage(config, storage => rehearse(config, storage, task.input, progress))
    case 'import':
      return withStorage(config, async storage => {
        const { way: mode, name, ...input } = task.input
        const act = { ...input, mode, name, isTold: true, progress, checking: checkingOf(input.file, progress) }
        return named(task.input, async () => {
          const { entries, files } = await importFile(storage, config, act)
          return { entries, files }
        })
      })
  }
}

async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const { schema } = await loadProjectSchema(config)
  const storage = await openStorage(config, schema, { log: () => undefined })
  try {
    return await work(storage)
  } finally {
    await storage.database.close()
  }
}

async function writeExport(
  { folder }: Config,
  { database, schema }: Storage,
  { format, ...choice }: ExportChoice,
  progress: Report,
): Promise<void> {
  const report = (done: number, total: number) => progress('entries', done, total)
  if (format === 'populus') {
    const { add: write, flush } = lineBuffer(text => writeAll(1, text))
    await exportContent({ database, schema, ...choice, write, progress: report })
    return flush()
  }
  const strapi = await strapiFor('An archive for Strapi')
  const temporary = mkdtempSync(join(tmpdir(), 'populus-export-'))
  try {
    const file = join(temporary, 'export.tar.gz')
    const uploads = join(folder, UPLOADS_PATH)
    await strapi.exportArchive({ database, schema, file, key: null, uploads, now: new Date(), progress: report })
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 18 })) writeAll(1, bytes as Buffer)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function rehearse(
  config: Config,
  storage: Storage,
  input: Extract<TransferTask, { kind: 'rehearse' }>['input'],
  progress: Report,
): Promise<ImportRehearsal> {
  const checking = checkingOf(input.file, progress)
  const trying = (_phase: unknown, done: number, total: number) => progress('try', done, total)
  const found = await named(input, () =>
    rehearseFile(storage, config, { ...input, progress: trying, checking }, MOST_PROBLEMS),
  )
  const { types, problems, skipped, notes } = found
  const left = [...skipped].map(([uid, skip]) => ({ uid, create: 0, change: 0, skip }))
  return {
    entries: found.entries,
    types: problems.length > 0 ? [] : [...types.map(type => ({ ...type, skip: 0 })), ...left],
    problems: problems.map(({ line, text }) => ({ line, text: short(text) })),
    more: problems.length >= MOST_PROBLEMS,
    tried: found.tried,
    atOnce: found.entries <= MOST_AT_ONCE,
    notes: few(notes),
    interrupted: found.interrupted,
  }
}

/** Messages name the file as its owner does. */
async function named<T>(
  { file, name }: { readonly file: string; readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StartError ? new StartError(error.message.replaceAll(file, name)) : error
  }
}

function checkingOf(file: string, progress: Report): (done: number) => void {
  const { size } = statSync(file)
  return done => progress('check', Math.min(done, size), size)
}

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text)

function few(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MOST_NOTES).map(short)
  return lines.length > MOST_NOTES ? [...shown, `and ${lines.length - MOST_NOTES} more`] : shown
}
