/** Reads the feed: every committed change once, in an order in which no later one is ever before an earlier one. */

import { PopulusError } from '../errors.ts'
import type { Row } from '../sql/statement.ts'
import type { Database } from '../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../storage/run-fragment.ts'
import type { Change } from './change.ts'
import { toChange } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

export interface Feed {
  readonly database: Database
  readonly store: ChangeStore
}

export interface ChangePage {
  readonly changes: readonly Change[]
  /** Where to continue. */
  readonly next: string
  /** Whether there are more changes already. */
  readonly more: boolean
}

export interface PageInput {
  /** A cursor; `undefined` for the oldest change that is kept, `now` for what comes after the last one. */
  readonly since: string | undefined
  readonly limit: number
}

/** Throws `badValue` for what is no cursor, and `changesGone` for a place whose changes are no longer kept. */
export async function readChanges(feed: Feed, { since, limit }: PageInput): Promise<ChangePage> {
  const { store } = feed
  await settlePositions(feed)
  const run = readingFrom(feed.database)
  const horizon = await horizonOf(run, store)
  const after = startOf(horizon, since)
  const rows = await run(store.page(after, limit + 1))
  const changes = rows.slice(0, limit).map(toChange)
  // What was dropped between the two questions has left a gap that nobody would notice.
  if (after < (await horizonOf(run, store)).dropped && since !== undefined) throw gone(horizon)
  const position = changes.at(-1)?.position ?? after
  return { changes, next: cursorText({ log: horizon.log, position }), more: rows.length > limit }
}

/** Gives positions to what was committed before this call. */
export async function settlePositions({ database, store }: Feed): Promise<void> {
  const { unnumbered } = store
  if (unnumbered === null) return
  while ((await readingFrom(database)(unnumbered)).length > 0)
    await database.write(transaction => store.number(runningIn(transaction, database)))
}

interface Horizon {
  readonly log: string
  readonly last: number
  readonly dropped: number
}

async function horizonOf(run: RunFragment, { horizon }: ChangeStore): Promise<Horizon> {
  const [row = []]: readonly Row[] = await run(horizon)
  return { log: String(row[0]), last: Number(row[1]), dropped: Number(row[2]) }
}

function startOf(horizon: Horizon, since: string | undefined): number {
  if (since === undefined) return horizon.dropped
  if (since === 'now') return horizon.last
  const cursor = parseCursor(since)
  if (cursor === undefined)
    throw new PopulusError('badValue', {
      parameter: 'since',
      problem: 'expected "now", or "next" of an earlier answer',
    })
  const isKnown = cursor.log === horizon.log && cursor.position <= horizon.last
  if (!isKnown || cursor.position < horizon.dropped) throw gone(horizon)
  return cursor.position
}

function gone({ log, last }: Horizon): PopulusError {
  return new PopulusError('changesGone', {}, { details: { next: cursorText({ log, position: last }) } })
}

/** Where a reader of the feed is: as text, the name of the log and a position. */
export interface Cursor {
  readonly log: string
  readonly position: number
}

function cursorText({ log, position }: Cursor): string {
  return `${log}-${position}`
}

/** `undefined` for a text that is no cursor. */
function parseCursor(text: string): Cursor | undefined {
  const match = /^([0-9a-f]{12})-(\d{1,15})$/.exec(text)
  return match === null ? undefined : { log: match[1]!, position: Number(match[2]) }
}
