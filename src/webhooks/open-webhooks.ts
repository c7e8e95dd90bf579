/** Creates the table of deliveries in a database that has none. */
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import { DeliveryStore } from './delivery-store.ts'

/** `place`: the schema of the content. `undefined` if there are no tables, and none can or may be added. */
export async function openDeliveries(
  database: Database,
  place: string,
  mayCreate: boolean,
): Promise<DeliveryStore | undefined> {
  const store = new DeliveryStore(database.dialect, place)
  if ((await readingFrom(database)(store.exists)).length > 0) return store
  if (!mayCreate) return undefined
  try {
    await database.write(async transaction => {
      for (const statement of store.create) await runningIn(transaction, database)(statement)
    })
    return store
  } catch (error) {
    if (isUnwritable(error)) return undefined
    throw error
  }
}
