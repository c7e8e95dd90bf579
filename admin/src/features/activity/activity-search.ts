/** The address of the list of activities is its state. */
import type { QueryOf } from '../../../../src/admin-api/admin-api.ts'
import type { RecordedChange } from '../../../../src/admin-api/draft-api.ts'

export interface ActivitySearch {
  readonly type?: string | undefined
  readonly entry?: string | undefined
  readonly action?: RecordedChange['action'] | undefined
  /** `admin`, `user` or `token`, or one of them: `token:3`. */
  readonly by?: string | undefined
  /** Days, as the browser writes them. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const PAGE = 50
const DAY = 24 * 60 * 60 * 1000

const FORMS: Readonly<Record<keyof ActivitySearch, RegExp>> = {
  type: /^[\w:.-]{1,200}$/,
  entry: /^[1-9]\d{0,8}$/,
  action: /^(?:create|update|delete|publish|unpublish|move)$/,
  by: /^(?:admin|user|token)(?::[1-9]\d{0,8})?$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
}

/** What it does not know is left out. */
export function parseActivitySearch(given: Readonly<Record<string, unknown>>): ActivitySearch {
  const known = Object.entries(FORMS).filter(([name, form]) => form.test(String(given[name] ?? '')))
  return Object.fromEntries(known.map(([name]) => [name, String(given[name])]))
}

/** Days are those of the person; `to` is the whole day. */
export function activityQueryOf({ entry, from, to, ...rest }: ActivitySearch): QueryOf<'GET /activity'> {
  const start = (day: string) => new Date(`${day}T00:00`).getTime()
  return {
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as object),
    ...(entry === undefined ? {} : { entry: Number(entry) }),
    ...(from === undefined ? {} : { from: new Date(start(from)).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(start(to) + DAY - 1).toISOString() }),
    limit: PAGE,
  }
}
