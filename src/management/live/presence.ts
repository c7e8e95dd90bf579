/** Who has which entry open. Rows of Populus' own store, so that all processes know. */

import { z } from 'zod'
import type { Presence } from '../../admin-api/content-api.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { changeIn } from '../../identity/records/change-rights.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { checkInput, flag, idNumber } from '../../input/check-input.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { PRESENCE_TABLE } from '../../tables/desired/panel-tables.ts'
import { personName } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'

/** Someone who has not been heard of for this long is gone, in milliseconds. */
const PRESENCE_LIFETIME = 45_000

const text = (most: number) =>
  z
    .string({ error: 'expected a string' })
    .max(most)
    .refine(given => !given.includes('\0'))

const presenceInput = z.strictObject({
  uid: text(255),
  id: idNumber(),
  path: text(255).nullable().optional(),
  gone: flag().optional(),
  tab: text(64).optional(),
})

export type PresenceInput = z.infer<typeof presenceInput>

export function checkPresence(input: unknown): PresenceInput {
  return checkInput(presenceInput, input)
}

/** Records where a person is, or that they have left. */
export async function recordPresence(
  { database, clock }: ManagementContext,
  adminId: number,
  { uid, id, path = null, gone = false, tab = '' }: PresenceInput,
): Promise<void> {
  const { dialect } = database
  const now = clock()
  const key = sql`uid = ${value(uid)} and entry_id = ${idValue(dialect, id)} and admin_id = ${idValue(dialect, adminId)} and tab = ${value(tab)}`
  await changeIn(database, async run => {
    await run(sql`delete from ${presence(dialect)} where not (${isCurrent(dialect, now)})`)
    if (gone) {
      await run(sql`delete from ${presence(dialect)} where ${key}`)
      return
    }
    await run(sql`
      insert into ${presence(dialect)} (uid, entry_id, admin_id, tab, place, since, seen_at)
      values (${value(uid)}, ${idValue(dialect, id)}, ${idValue(dialect, adminId)}, ${value(tab)}, ${value(path)},
        ${epochValue(dialect, now)}, ${epochValue(dialect, now)})
      on conflict (uid, entry_id, admin_id, tab) do update set place = excluded.place, seen_at = excluded.seen_at`)
  })
}

/** Rows for `toPresence`: who is in the entry, except one person. */
export function selectPresence(
  { database: { dialect }, clock }: ManagementContext,
  { uid, id, except }: { readonly uid: string; readonly id: number; readonly except: number },
): Fragment {
  return sql`
    select admin_id, place, since from ${presence(dialect)}
    where uid = ${value(uid)} and entry_id = ${idValue(dialect, id)} and admin_id <> ${idValue(dialect, except)}
      and ${isCurrent(dialect, clock())}
    order by since, admin_id`
}

/** Rows `(uid, entry_id, ...)`, then as above: everyone everywhere. */
export function selectAllPresence({ database: { dialect }, clock }: ManagementContext): Fragment {
  return sql`
    select uid, entry_id, admin_id, place, since from ${presence(dialect)}
    where ${isCurrent(dialect, clock())}
    order by uid, entry_id, since, admin_id`
}

/** One item per person, with the place of the tab that was opened first. */
export async function toPresence({ admin }: ManagementContext, rows: readonly Row[]): Promise<readonly Presence[]> {
  if (rows.length === 0) return []
  const names = new Map(
    (await loadAdministrators(admin)).map(person => [person.id, personName(person.id, { ...person })]),
  )
  const people = new Map<number, Presence>()
  for (const [id, place, since] of rows) {
    const personId = Number(id)
    if (people.has(personId) || !names.has(personId)) continue
    people.set(personId, {
      person: { id: personId, name: names.get(personId)! },
      path: typeof place === 'string' ? place : null,
      since: new Date(Number(since)).toISOString(),
    })
  }
  return [...people.values()]
}

export async function othersIn(
  context: ManagementContext,
  place: { readonly uid: string; readonly id: number; readonly except: number },
): Promise<readonly Presence[]> {
  const [rows = []] = await readRows(context.database, [selectPresence(context, place)])
  return toPresence(context, rows)
}

/** A moment far in the future is one of before the clock was set back. */
function isCurrent(dialect: SqlDialect, now: number): Fragment {
  return sql`seen_at between ${epochValue(dialect, now - PRESENCE_LIFETIME)} and ${epochValue(dialect, now + PRESENCE_LIFETIME)}`
}

function presence({ ownSchema }: SqlDialect): Fragment {
  return table(PRESENCE_TABLE, ownSchema)
}
