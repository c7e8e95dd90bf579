/** Every state in which a crash can leave the two files of a SQLite database, made from their write-ahead logs. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { ownFilename } from '../../src/storage/sqlite/sqlite-database.ts'
import { temporaryFolder } from '../support/databases.ts'

const WAL_HEADER = 32
const FRAME_HEADER = 24

/** The files as they are after a checkpoint: nothing is left in their logs. */
export function emptyLogs(filename: string): void {
  for (const file of [filename, ownFilename(filename)]) {
    const connection = new SqliteFile(file)
    try {
      const [{ busy }] = connection.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
      if (busy !== 0) throw new Error(`${file} is in use`)
    } finally {
      connection.close()
    }
  }
}

export interface CrashStates {
  /** How many writes to either file were seen. */
  readonly writes: readonly [content: number, own: number]
  /** The path of a database that was cut off after so many writes to each file. */
  after(content: number, own: number): string
}

/** Runs a change on a database with empty logs, which stays open, and keeps what it has written, page by page. */
export async function crashStates(filename: string, change: () => Promise<unknown>): Promise<CrashStates> {
  const folder = temporaryFolder()
  const files = [filename, ownFilename(filename)]
  const bases = files.map((file, index) => {
    const base = join(folder, `base-${index}`)
    copyFileSync(file, base)
    return base
  })
  await change()
  const logs = files.map(file => splitLog(readFileSync(`${file}-wal`)))
  const [content = [], own = []] = logs
  return {
    writes: [content.length - 1, own.length - 1],
    after: (contentWrites, ownWrites) => {
      const place = join(folder, `${contentWrites}-${ownWrites}`)
      mkdirSync(place, { recursive: true })
      const copy = join(place, 'data.db')
      for (const [index, file] of [copy, ownFilename(copy)].entries()) {
        copyFileSync(bases[index]!, file)
        writeFileSync(`${file}-wal`, logs[index]![[contentWrites, ownWrites][index]!]!)
      }
      return copy
    },
  }
}

/** The log after no write, after the first one, and so on: SQLite appends pages one by one. */
function splitLog(log: Buffer): readonly Buffer[] {
  if (log.length < WAL_HEADER) return [Buffer.alloc(0)]
  const frame = FRAME_HEADER + log.readUInt32BE(8)
  const frames = Math.floor((log.length - WAL_HEADER) / frame)
  return Array.from({ length: frames + 1 }, (_, count) =>
    count === 0 ? Buffer.alloc(0) : log.subarray(0, WAL_HEADER + count * frame),
  )
}
