/** Releases and what belongs to them, in Populus' own store. */
import type { ReleaseProblem } from '../../admin-api/release-api.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { RELEASE_ITEMS_TABLE, RELEASES_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, join, literal, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Publication } from '../writing/publication.ts'

export interface ReleaseRow {
  readonly id: string
  readonly name: string
  readonly state: 'open' | 'failed' | 'done'
  /** Milliseconds since 1970, like all times here. */
  readonly at: number | null
  /** Who has set the time; `null` for the command line. */
  readonly setBy: number | null
  readonly problems: readonly ReleaseProblem[]
  readonly createdAt: number
  readonly createdBy: number | null
  readonly doneAt: number | null
  readonly doneBy: number | null
}

export interface ReleaseItemRow {
  readonly release: string
  readonly uid: string
  readonly id: number
  readonly action: Publication
}

const COLUMNS = sql`id, title, state, act_at, set_by, problems, created_at, created_by, done_at, done_by`

/** As the log of changed tables names it. */
export function releasesTable({ ownSchema }: SqlDialect): string {
  return `${ownSchema}.${RELEASES_TABLE}`
}

const releases = ({ ownSchema }: SqlDialect): Fragment => table(RELEASES_TABLE, ownSchema)
const itemsOf = ({ ownSchema }: SqlDialect): Fragment => table(RELEASE_ITEMS_TABLE, ownSchema)

export function toRelease([
  id,
  name,
  state,
  at,
  setBy,
  problems,
  createdAt,
  createdBy,
  doneAt,
  doneBy,
]: Row): ReleaseRow {
  return {
    id: String(id),
    name: String(name),
    state: state as ReleaseRow['state'],
    at: numberOf(at),
    setBy: numberOf(setBy),
    problems: problems === null ? [] : (JSON.parse(String(problems)) as ReleaseProblem[]),
    createdAt: Number(createdAt),
    createdBy: numberOf(createdBy),
    doneAt: numberOf(doneAt),
    doneBy: numberOf(doneBy),
  }
}

export function toReleaseItem([release, uid, id, action]: Row): ReleaseItemRow {
  return { release: String(release), uid: String(uid), id: Number(id), action: action as Publication }
}

function numberOf(stored: unknown): number | null {
  return stored === null || stored === undefined ? null : Number(stored)
}

/** What else must be so: a condition on the rows of `r`. */
interface Seen {
  readonly where: Fragment
  readonly most: number
}

/** Those to come, those without a time last; or those that are done, the last first. */
export function selectReleases(dialect: SqlDialect, isDone: boolean, { where, most }: Seen): Fragment {
  return isDone
    ? sql`select ${COLUMNS} from ${releases(dialect)} as r where state = 'done' and ${where}
        order by done_at desc, id limit ${literal(most)}`
    : sql`select ${COLUMNS} from ${releases(dialect)} as r where state <> 'done' and ${where}
        order by case when act_at is null then 1 else 0 end, act_at, created_at, id limit ${literal(most)}`
}

/** With a time, or done, from one moment to another, in that order. */
export function selectReleasesBetween(
  dialect: SqlDialect,
  { from, to }: { readonly from: number; readonly to: number },
  { where, most }: Seen,
): Fragment {
  const [first, end] = [epochValue(dialect, from), epochValue(dialect, to)]
  return sql`select ${COLUMNS} from ${releases(dialect)} as r
    where ((state <> 'done' and act_at >= ${first} and act_at < ${end})
      or (state = 'done' and done_at >= ${first} and done_at < ${end})) and ${where}
    order by case when state = 'done' then done_at else act_at end, id limit ${literal(most)}`
}

/** Rows `r` that are empty, made by this person, or have an item for which `visible` holds; it is a condition on `i`. */
export function seenBy(dialect: SqlDialect, admin: number, visible: Fragment): Fragment {
  const items = sql`select ${literal(1)} from ${itemsOf(dialect)} as i where i.release_id = r.id`
  return sql`(r.created_by = ${idValue(dialect, admin)} or not exists (${items}) or exists (${items} and ${visible}))`
}

export function selectRelease(dialect: SqlDialect, id: string): Fragment {
  return sql`select ${COLUMNS} from ${releases(dialect)} where id = ${value(id)}`
}

/** Others who change the release or its entries wait until the transaction ends. */
export function lockRelease(dialect: SqlDialect, id: string): Fragment {
  return sql`${selectRelease(dialect, id)}${dialect.rowLock}`
}

export function selectReleaseItems(dialect: SqlDialect, ids: readonly string[]): Fragment {
  return sql`select release_id, uid, entry_id, action from ${itemsOf(dialect)}
    where release_id in (${join(ids.map(id => value(id)))}) order by uid, entry_id`
}

/** Rows `(id, title, act_at, action)` of releases to come. */
export function selectReleasesOf(dialect: SqlDialect, uid: string, entry: number): Fragment {
  return sql`select r.id, r.title, r.act_at, i.action from ${itemsOf(dialect)} as i
    join ${releases(dialect)} as r on r.id = i.release_id
    where i.uid = ${value(uid)} and i.entry_id = ${idValue(dialect, entry)} and r.state <> 'done'
    order by case when r.act_at is null then 1 else 0 end, r.act_at, r.created_at, r.id`
}

export function insertRelease(dialect: SqlDialect, row: ReleaseRow): Fragment {
  const { id, name, at, setBy, createdAt, createdBy } = row
  return sql`
    insert into ${releases(dialect)} (id, title, state, act_at, next_at, set_by, created_at, created_by)
    values (${value(id)}, ${value(name)}, 'open', ${timeOrNull(dialect, at)}, ${timeOrNull(dialect, at)},
      ${idOrNull(dialect, setBy)}, ${epochValue(dialect, createdAt)}, ${idOrNull(dialect, createdBy)})`
}

export function renameRelease(dialect: SqlDialect, id: string, name: string): Fragment {
  return sql`update ${releases(dialect)} set title = ${value(name)} where id = ${value(id)}`
}

/** A new time is a new attempt. */
export function timeRelease(dialect: SqlDialect, { id, at, setBy }: Pick<ReleaseRow, 'id' | 'at' | 'setBy'>): Fragment {
  return sql`update ${releases(dialect)} set act_at = ${timeOrNull(dialect, at)}, next_at = ${timeOrNull(dialect, at)},
    set_by = ${idOrNull(dialect, setBy)}, state = 'open', problems = null where id = ${value(id)}`
}

export function deleteRelease(dialect: SqlDialect, id: string): readonly Fragment[] {
  return [
    sql`delete from ${itemsOf(dialect)} where release_id = ${value(id)}`,
    sql`delete from ${releases(dialect)} where id = ${value(id)}`,
  ]
}

export function storeReleaseItem(dialect: SqlDialect, { release, uid, id, action }: ReleaseItemRow): Fragment {
  return sql`
    insert into ${itemsOf(dialect)} (release_id, uid, entry_id, action)
    values (${value(release)}, ${value(uid)}, ${idValue(dialect, id)}, ${value(action)})
    on conflict (release_id, uid, entry_id) do update set action = excluded.action`
}

export function deleteReleaseItem(dialect: SqlDialect, { release, uid, id }: Omit<ReleaseItemRow, 'action'>): Fragment {
  return sql`delete from ${itemsOf(dialect)}
    where release_id = ${value(release)} and uid = ${value(uid)} and entry_id = ${idValue(dialect, id)}`
}

/** One row: when somebody must look again; null if nothing waits. */
export function selectNextRelease(dialect: SqlDialect): Fragment {
  return sql`select min(next_at) from ${releases(dialect)} where state = 'open'`
}

export function selectDueReleases(dialect: SqlDialect, now: number, most: number): Fragment {
  return sql`select ${COLUMNS} from ${releases(dialect)} where state = 'open' and next_at <= ${epochValue(dialect, now)}
    order by act_at, id limit ${literal(most)}`
}

/** Whoever gets the row does it; nobody gets it twice. `at`: only if it still has that time. */
export function takeRelease(
  dialect: SqlDialect,
  { id, at }: { readonly id: string; readonly at: number | undefined },
  { doneAt, doneBy }: { readonly doneAt: number; readonly doneBy: number | null },
): Fragment {
  const still = at === undefined ? sql`` : sql` and state = 'open' and act_at = ${epochValue(dialect, at)}`
  return sql`update ${releases(dialect)} set state = 'done', problems = null, next_at = null,
    done_at = ${epochValue(dialect, doneAt)}, done_by = ${idOrNull(dialect, doneBy)}
    where id = ${value(id)} and state <> 'done'${still} returning id`
}

export function failRelease(
  dialect: SqlDialect,
  { id, at }: { readonly id: string; readonly at: number },
  problems: readonly ReleaseProblem[],
): Fragment {
  return sql`update ${releases(dialect)} set state = 'failed', problems = ${value(JSON.stringify(problems))}
    where id = ${value(id)} and state = 'open' and act_at = ${epochValue(dialect, at)}`
}

export function postponeRelease(
  dialect: SqlDialect,
  { id, at }: { readonly id: string; readonly at: number },
  until: number,
): Fragment {
  return sql`update ${releases(dialect)} set next_at = ${epochValue(dialect, until)}
    where id = ${value(id)} and state = 'open' and act_at = ${epochValue(dialect, at)}`
}

function timeOrNull(dialect: SqlDialect, at: number | null): Fragment {
  return at === null ? sql`null` : epochValue(dialect, at)
}

function idOrNull(dialect: SqlDialect, id: number | null): Fragment {
  return id === null ? sql`null` : idValue(dialect, id)
}
