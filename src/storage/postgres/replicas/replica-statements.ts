/** What a replica and its primary are asked besides content. */
import { META_TABLE } from '../../../schema/own-table-names.ts'
import type { BoundStatement } from '../../../sql/statement.ts'
import { SERVER } from '../open-session.ts'
import type { ReplicaView } from './log-positions.ts'

const META = `populus.${META_TABLE}`
/**
 * The primary notes there which server it is, and replicas follow it if they have that note. A replica of another server, or one
 * that has left the primary's log after a failover, never gets it.
 */
const KEY = 'replication'
const MARK = `(select value from ${META} where key = '${KEY}')`

const bytes = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::text`

/** The position of the primary, as a column of the question for changes. */
export const PRIMARY_POSITION = bytes('pg_current_wal_insert_lsn()')
export const PAGE_SIZE = `select current_setting('wal_block_size')`

export const READ_MARK: BoundStatement = { text: `select ${MARK}`, values: [] }

/** Returns a row if the server is the one that is meant. */
export function writeMark(server: string): BoundStatement {
  const text = `
    insert into ${META} as m (key, value) select '${KEY}', $1::text where ${SERVER} = $1::text
    on conflict (key) do update set value = excluded.value returning 1`
  return { text, values: [server] }
}

/** Where a replica is. */
export interface ReplicaPlace {
  readonly server: string
  /** False after it was promoted. */
  readonly isReplica: boolean
  /** Everything up to this position is visible; -1 where that is unknown. */
  readonly replayed: number
}

const PLACE = `${SERVER}, pg_is_in_recovery(), ${bytes('pg_last_wal_replay_lsn()')}`

export const READ_PLACE: BoundStatement = { text: `select ${PLACE}`, values: [] }
export const READ_PLACE_AND_MARK: BoundStatement = { text: `select ${PLACE}, ${MARK}`, values: [] }

export function placeOf([server, isReplica, replayed]: readonly unknown[]): ReplicaPlace {
  return { server: String(server), isReplica: isReplica === true, replayed: replayed === null ? -1 : Number(replayed) }
}

/** The mark among the answers to `READ_PLACE_AND_MARK`. */
export const markOf = (row: readonly unknown[]): unknown => row[3]

export interface SnapshotFacts {
  readonly server: string
  readonly mark: unknown
  readonly view: ReplicaView
}

/**
 * Asked inside the transaction of a read, after its snapshot was taken. A transaction becomes visible before the position moves, so
 * that only what has arrived is an upper limit, and only while a receiver runs: what it has not received is not replayed then.
 * The snapshot of a replica does not list running transactions; one that is not committed a moment later was not seen, either.
 */
const FACTS = `
  select ${SERVER}, ${MARK}, ${bytes('pg_last_wal_receive_lsn()')}, ${bytes('pg_last_wal_replay_lsn()')},
    exists (select 1 from pg_stat_wal_receiver), txid_snapshot_xmax(txid_current_snapshot())::text,
    (select string_agg(id::text, ',') from unnest(string_to_array($1::text, ',')::bigint[]) as id
      where case when id < txid_snapshot_xmax(txid_current_snapshot()) then txid_status(id) in ('in progress', 'aborted') end)`

export function readFacts(running: ReadonlySet<number>): BoundStatement {
  return { text: FACTS, values: [[...running].join(',')] }
}

export function factsOf([
  server,
  mark,
  received,
  replayed,
  isReceiving,
  to,
  unseen,
]: readonly unknown[]): SnapshotFacts {
  const isLimited = isReceiving === true && received !== null && Number(received) >= Number(replayed)
  const ids = unseen === null ? [] : String(unseen).split(',').map(Number)
  const view = { seen: isLimited ? Number(received) : Number.POSITIVE_INFINITY, to: Number(to), unseen: new Set(ids) }
  return { server: String(server), mark, view }
}
