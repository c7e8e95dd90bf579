/** Creates the table of deliveries in a database that has none. */
import { createIfAbsent } from '../storage/create-if-absent.ts'
import type { Database } from '../storage/database.ts'
import { DeliveryStore } from './delivery-store.ts'

/** `place`: the schema of the content. `undefined` if there are no tables, and none can or may be added. */
export async function openDeliveries(
  database: Database,
  place: string,
  mayCreate: boolean,
): Promise<DeliveryStore | undefined> {
  const store = new DeliveryStore(database.dialect, place)
  const { exists } = store
  return (await createIfAbsent(database, { exists, create: () => store.create }, mayCreate)) ? store : undefined
}
