/** What the panel remembers about a person: a small JSON object. */
import type { JsonObject } from '../../admin-api/route-types.ts'
import type { Preferences } from '../../admin-api/session-api.ts'
import { PopulusError } from '../../errors.ts'
import { idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { badInput } from '../../input/check-input.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import { PREFERENCES_TABLE } from '../../tables/desired/panel-tables.ts'
import type { ManagementContext } from '../management-context.ts'

const MOST_BYTES = 64 * 1024

export async function loadPreferences({ database }: ManagementContext, adminId: number): Promise<Preferences> {
  const [rows = []] = await readRows(database, [selectPreferences(database.dialect, adminId)])
  return parsed(rows[0]?.[0])
}

/** Sets the given names; `null` removes one. Throws `preferencesTooLarge`. */
export async function changePreferences(
  { database }: ManagementContext,
  adminId: number,
  changes: unknown,
): Promise<Preferences> {
  if (!isPlainObject(changes)) throw badInput([{ path: [], message: 'expected an object' }])
  const { dialect } = database
  return changeAlone(database, `preferences of ${adminId}`, async run => {
    const [row] = await run(selectPreferences(dialect, adminId))
    const all = Object.entries({ ...parsed(row?.[0]), ...(changes as JsonObject) })
    const preferences = Object.fromEntries(all.filter(([, given]) => given !== null))
    const text = JSON.stringify(preferences)
    if (Buffer.byteLength(text) > MOST_BYTES) throw new PopulusError('preferencesTooLarge', { limit: MOST_BYTES })
    await run(sql`
      insert into ${table(PREFERENCES_TABLE, dialect.ownSchema)} (admin_id, preferences)
      values (${idValue(dialect, adminId)}, ${value(text)})
      on conflict (admin_id) do update set preferences = excluded.preferences`)
    return preferences
  })
}

function selectPreferences(dialect: SqlDialect, adminId: number): Fragment {
  return sql`select preferences from ${table(PREFERENCES_TABLE, dialect.ownSchema)} where admin_id = ${idValue(dialect, adminId)}`
}

function parsed(stored: unknown): Preferences {
  return typeof stored === 'string' ? (JSON.parse(stored) as Preferences) : {}
}
