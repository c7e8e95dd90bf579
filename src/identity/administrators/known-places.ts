/**
 * Where administrators have recently signed in from, in our own table `known_places`. Somebody who guesses passwords
 * from elsewhere cannot use up the attempts of these places. Addresses are stored as hashes made with the secret.
 */

import { createHmac } from 'node:crypto'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import { KNOWN_PLACES_TABLE } from '../../tables/desired/own-tables.ts'
import { changeIn } from '../records/change-rights.ts'
import { epochValue, idValue } from '../records/record-shape.ts'
import { readRows } from '../records/stored-rows.ts'
import { networkOf } from '../sign-in/rate-limiter.ts'
import type { AdminContext } from './admin-context.ts'

const DAY = 24 * 60 * 60_000
/** A place is forgotten when nobody has signed in from it for this long. */
const MEMORY = 90 * DAY

export async function isKnownPlace(context: AdminContext, adminId: number, address: string): Promise<boolean> {
  const { database, clock } = context
  const since = epochValue(database.dialect, clock() - MEMORY)
  const same = sql`admin_id = ${idValue(database.dialect, adminId)} and place_hash = ${place(context, address)}`
  const [rows = []] = await readRows(database, [
    sql`select 1 from ${places(context)} where ${same} and used_at > ${since}`,
  ])
  return rows.length > 0
}

/** Also removes outdated places. */
export async function rememberPlace(context: AdminContext, adminId: number, address: string): Promise<void> {
  const { database, clock } = context
  const now = epochValue(database.dialect, clock())
  const values = sql`${idValue(database.dialect, adminId)}, ${place(context, address)}, ${now}`
  await changeIn(database, async run => {
    await run(sql`delete from ${places(context)} where used_at <= ${epochValue(database.dialect, clock() - MEMORY)}`)
    await run(sql`
      insert into ${places(context)} (admin_id, place_hash, used_at) values (${values})
      on conflict (admin_id, place_hash) do update set used_at = excluded.used_at`)
  })
}

function places({ database }: AdminContext): Fragment {
  return table(KNOWN_PLACES_TABLE, database.dialect.ownSchema)
}

function place({ secrets }: AdminContext, address: string): Fragment {
  return value(
    createHmac('sha256', secrets.admin ?? '')
      .update(networkOf(address))
      .digest('hex'),
  )
}
