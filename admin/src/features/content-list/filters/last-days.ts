/** `{ updatedAt: { $last: '7' } }` means the last seven days, whenever the list is opened. The server knows dates only. */
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { LAST_DAYS } from './filter-operators.ts'

const DAY = 86_400_000
/** Ten years: enough for a list, and always a date. */
const MOST_DAYS = 3650

/** - on 20 May, `{ updatedAt: { $last: '7' } }` gives `{ updatedAt: { $gte: '2026-05-13' } }` */
export function datedFilters<Filters extends JsonObject | undefined>(filters: Filters, now = Date.now()): Filters {
  return filters === undefined ? filters : (dated(filters, now) as Filters)
}

function dated(value: Json, now: number): Json {
  if (Array.isArray(value)) return value.map(item => dated(item as Json, now))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === LAST_DAYS ? ['$gte', firstDay(daysOf(inner as Json), now)] : [name, dated(inner as Json, now)],
    ),
  )
}

export function daysOf(value: Json): number {
  const days = Math.floor(Number(value))
  return Number.isFinite(days) ? Math.max(1, Math.min(days, MOST_DAYS)) : 1
}

function firstDay(days: number, now: number): string {
  const local = now - new Date(now).getTimezoneOffset() * 60_000
  return new Date(local - days * DAY).toISOString().slice(0, 10)
}
