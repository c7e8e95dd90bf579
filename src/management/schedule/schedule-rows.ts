/** What is to be published or unpublished at a set time, in Populus' own store. What is done has no row any more. */
import type { Author } from '../../changes/change.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { SCHEDULE_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, join, literal, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Publication } from '../writing/publication.ts'

export interface ScheduledRow {
  readonly uid: string
  readonly id: number
  readonly action: Publication
  /** Milliseconds since 1970. */
  readonly at: number
  readonly state: 'waiting' | 'failed'
  /** Why it could not be done. */
  readonly reason: string | null
  /** Who has set the time; `null` for the command line, and for the public. */
  readonly by: Author | null
  readonly setAt: number
}

const COLUMNS = sql`uid, entry_id, action, act_at, state, reason, admin_id, client, set_at`

/** As the log of changed tables names it. */
export function scheduleTable({ ownSchema }: SqlDialect): string {
  return `${ownSchema}.${SCHEDULE_TABLE}`
}

const rows = ({ ownSchema }: SqlDialect): Fragment => table(SCHEDULE_TABLE, ownSchema)

export function toScheduled([uid, id, action, at, state, reason, adminId, client, setAt]: Row): ScheduledRow {
  return {
    uid: String(uid),
    id: Number(id),
    action: action as Publication,
    at: Number(at),
    state: state as ScheduledRow['state'],
    reason: reason === null ? null : String(reason),
    by: adminId === null ? clientIn(client) : { kind: 'admin', id: Number(adminId) },
    setAt: Number(setAt),
  }
}

/** `user:7`, `token:3` */
function clientIn(stored: unknown): Author | null {
  const [, kind, id] = /^(user|token):(\d+)$/.exec(String(stored)) ?? []
  return kind === undefined ? null : { kind: kind as 'user' | 'token', id: Number(id) }
}

export function selectOfEntries(dialect: SqlDialect, uid: string, ids: readonly number[]): Fragment {
  return sql`select ${COLUMNS} from ${rows(dialect)} where uid = ${value(uid)} and ${among(dialect, ids)}`
}

export interface ScheduleFilter {
  readonly uid?: string | undefined
  readonly state?: string | undefined
  /** Milliseconds since 1970. */
  readonly between?: { readonly from: number; readonly to: number }
  /** A condition on the rows of `s`. */
  readonly where: Fragment
  readonly most: number
}

/** The next ones first. */
export function selectSchedule(dialect: SqlDialect, { uid, state, between, where, most }: ScheduleFilter): Fragment {
  const ofType = uid === undefined ? sql`` : sql` and uid = ${value(uid)}`
  const inState = state === undefined ? sql`` : sql` and state = ${value(state)}`
  const inTime =
    between === undefined
      ? sql``
      : sql` and act_at >= ${epochValue(dialect, between.from)} and act_at < ${epochValue(dialect, between.to)}`
  return sql`select ${COLUMNS} from ${rows(dialect)} as s where ${where}${ofType}${inState}${inTime}
    order by act_at, uid, entry_id, action limit ${literal(most)}`
}

/** One row: when somebody must look again; null if nothing waits. */
export function selectNextDue(dialect: SqlDialect): Fragment {
  return sql`select min(next_at) from ${rows(dialect)} where state = 'waiting'`
}

/** In the order of their times, so that what was missed is made up for in that order. */
export function selectDue(dialect: SqlDialect, now: number, most: number): Fragment {
  return sql`select ${COLUMNS} from ${rows(dialect)} where state = 'waiting' and next_at <= ${epochValue(dialect, now)}
    order by act_at, uid, entry_id, action limit ${literal(most)}`
}

export function storeScheduled(
  dialect: SqlDialect,
  { uid, id, action, at, by, setAt }: Omit<ScheduledRow, 'state' | 'reason'>,
): Fragment {
  const admin = by?.kind === 'admin' ? idValue(dialect, by.id) : sql`null`
  const client = by === null || by.kind === 'admin' ? null : `${by.kind}:${by.id}`
  const moment = epochValue(dialect, at)
  return sql`
    insert into ${rows(dialect)} (uid, entry_id, action, act_at, next_at, state, reason, admin_id, client, set_at)
    values (${value(uid)}, ${idValue(dialect, id)}, ${value(action)}, ${moment}, ${moment}, 'waiting', null, ${admin},
      ${value(client)}, ${epochValue(dialect, setAt)})
    on conflict (uid, entry_id, action) do update set act_at = excluded.act_at, next_at = excluded.next_at,
      state = excluded.state, reason = excluded.reason, admin_id = excluded.admin_id, client = excluded.client,
      set_at = excluded.set_at`
}

export function deleteScheduled(
  dialect: SqlDialect,
  { uid, ids, action }: { readonly uid: string; readonly ids: readonly number[]; readonly action: Publication },
): Fragment {
  return sql`delete from ${rows(dialect)}
    where uid = ${value(uid)} and ${among(dialect, ids)} and action = ${value(action)}`
}

/** Whoever gets the row does it; nobody gets it twice, nor one whose time was changed. */
export function takeScheduled(dialect: SqlDialect, row: ScheduledRow): Fragment {
  return sql`delete from ${rows(dialect)} where ${isStill(dialect, row)} returning entry_id`
}

export function failScheduled(dialect: SqlDialect, row: ScheduledRow, reason: string): Fragment {
  return sql`update ${rows(dialect)} set state = 'failed', reason = ${value(reason)} where ${isStill(dialect, row)}`
}

export function postponeScheduled(dialect: SqlDialect, row: ScheduledRow, until: number): Fragment {
  return sql`update ${rows(dialect)} set next_at = ${epochValue(dialect, until)} where ${isStill(dialect, row)}`
}

function isStill(dialect: SqlDialect, { uid, id, action, at }: ScheduledRow): Fragment {
  return sql`uid = ${value(uid)} and entry_id = ${idValue(dialect, id)} and action = ${value(action)}
    and state = 'waiting' and act_at = ${epochValue(dialect, at)}`
}

function among(dialect: SqlDialect, ids: readonly number[]): Fragment {
  return sql`entry_id in (${join(ids.map(id => idValue(dialect, id)))})`
}
