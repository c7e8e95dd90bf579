/**
 * Refuses what works for servers on one machine only, when there are others: a SQLite file that a server on another machine has open,
 * and uploads in a folder that the other servers on a PostgreSQL database do not see.
 */
import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, DatabaseConfig } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { otherMachine } from '../storage/sqlite/one-machine.ts'
import { translateError } from '../storage/translate-error.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import { UPLOADS_PATH } from '../util/project-parts.ts'

/** Any number works, as long as all Populus processes use the same one. */
const KIND = 7_678_587
/** Names the folder. Names that begin with a dot are no files of the media library. */
const MARK = '.populus-folder'

/** Holds what tells others about this server until the process ends. Throws StartError. */
export async function holdPlace({
  folder,
  database,
  media,
}: Pick<Config, 'folder' | 'database' | 'media'>): Promise<void> {
  if (database.client === 'sqlite') return refuseOtherMachine(database.filename)
  if (media.provider === 'local') await refuseOtherFolder(database, join(folder, UPLOADS_PATH))
}

async function refuseOtherMachine(filename: string): Promise<void> {
  const other = await otherMachine(filename).catch(error => {
    // Where no file can be made, nothing is written either.
    if (isUnwritable(translateError(error, 0))) return undefined
    throw error
  })
  if (other === undefined) return
  throw new StartError(`A server on another machine, ${other}, already serves ${filename}`, [
    'SQLite keeps what servers share in the memory of one machine: two would not see the writes of each other, and could destroy the file',
    'for servers on several machines, use PostgreSQL (database.url)',
  ])
}

async function refuseOtherFolder(
  database: Extract<DatabaseConfig, { client: 'postgres' }>,
  uploads: string,
): Promise<void> {
  const mark = markOf(uploads)
  if (mark === undefined) return
  const { holdMark } = await import('../storage/postgres/held-mark.ts')
  const target = { ...database, url: database.listenUrl ?? database.url, statementTimeout: 0 }
  const held = await holdMark(target, KIND, mark)
  if (held.others.length === 0) return
  await held.close()
  throw new StartError(`Another server on this database keeps uploaded files in another folder than ${uploads}`, [
    'each of them would miss the files that the other one has got',
    'keep files in S3 (media.provider: aws-s3), or give all servers the same folder, on a disk that they share',
    'if nobody uploads files, set media.provider to none',
  ])
}

/** The same for everybody who sees the folder; `undefined` where nothing can be uploaded to. */
function markOf(uploads: string): number | undefined {
  const file = join(uploads, MARK)
  try {
    mkdirSync(uploads, { recursive: true })
    writeFileSync(file, `${randomInt(1, 2_000_000_000)}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined
  }
  const mark = Number(readFileSync(file, 'utf8'))
  return Number.isInteger(mark) && mark > 0 ? mark : undefined
}
