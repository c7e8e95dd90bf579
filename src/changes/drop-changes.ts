/** Drops changes that have been kept for long enough. */
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import { type Feed, settlePositions } from './read-changes.ts'

/** How many are dropped in one transaction. */
const TOGETHER = 5000

/** `before`: milliseconds since 1970. Stops at the first change that is younger. */
export async function dropChanges(feed: Feed, before: number): Promise<void> {
  const { database, store } = feed
  await settlePositions(feed)
  const run = readingFrom(database)
  for (let most = TOGETHER; most >= 1; ) {
    const [row] = await run(store.oldest(most))
    if (row === undefined) return
    if (Number(row[1]) >= before) {
      // The boundary is among them.
      most = Math.floor(most / 2)
      continue
    }
    await database.write(async transaction => {
      for (const statement of store.drop(Number(row[0]))) await runningIn(transaction, database)(statement)
    })
  }
}
