/** Every state in which a crash can leave the two files of a SQLite database, made from their write-ahead logs. */
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { ownFilename } from '../../../src/storage/sqlite/own-filename.ts'
import { temporaryFolder } from '../../support/databases.ts'

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

export interface CrashState {
  /** `3 of 5 and 0 of 2 writes` */
  readonly title: string
  /** The path of a database that was cut off there. */
  open(): string
}

/**
 * Runs a change on a database with empty logs, which stays open, and gives every state in which it can be cut off: after
 * each page that was written to either file. Where a transaction writes to both, every order of their pages is there. The
 * change has to call `note` before each statement, so that one transaction is told from the next.
 */
export async function crashStates(
  filename: string,
  change: (note: () => void) => Promise<unknown>,
): Promise<readonly CrashState[]> {
  const folder = temporaryFolder()
  const files = [filename, ownFilename(filename)] as const
  const bases = files.map((file, index) => {
    const base = join(folder, `base-${index}`)
    copyFileSync(file, base)
    return base
  })
  const sizes: (readonly number[])[] = [[0, 0]]
  const note = () => sizes.push(files.map(file => statSync(`${file}-wal`).size))
  await change(note)
  note()
  const logs = files.map(file => splitLog(readFileSync(`${file}-wal`)))
  const corners = sizes.map(pair => pair.map((size, file) => logs[file]!.findLastIndex(log => log.length <= size)))
  const last = corners.at(-1)!
  return between(corners).map(([content, own]) => ({
    title: `${content} of ${last[0]} and ${own} of ${last[1]} writes`,
    open: () => {
      const place = join(folder, `${content}-${own}`)
      mkdirSync(place, { recursive: true })
      const copy = join(place, 'data.db')
      for (const [index, file] of [copy, ownFilename(copy)].entries()) {
        copyFileSync(bases[index]!, file)
        writeFileSync(`${file}-wal`, logs[index]![index === 0 ? content : own]!)
      }
      return copy
    },
  }))
}

/** All pairs that can be met on the way from one corner to the next. */
function between(corners: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const pairs = new Map<string, readonly [number, number]>()
  for (const [index, [toContent = 0, toOwn = 0]] of corners.entries()) {
    const [fromContent = 0, fromOwn = 0] = corners[Math.max(0, index - 1)]!
    for (let content = fromContent; content <= toContent; content += 1)
      for (let own = fromOwn; own <= toOwn; own += 1) pairs.set(`${content}-${own}`, [content, own])
  }
  return [...pairs.values()]
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
