/** One moment of a PostgreSQL database: a read transaction on a connection of its own, without time limits. */
import type postgres from 'postgres'
import { PopulusError } from '../../errors.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type { Row } from '../../sql/statement.ts'
import { postgresWire } from '../../wire/postgres-wire.ts'
import type { Snapshot } from '../snapshot.ts'
import { openSession, type PostgresTarget } from './open-session.ts'

/** Tables are always read from their beginning: rows without an order of their own keep the one they are stored in. */
const BEGIN = `
  begin isolation level repeatable read read only;
  set local statement_timeout = 0;
  set local synchronize_seqscans = off;
  set local idle_in_transaction_session_timeout = 0`

/** Rows that are fetched at once; fewer if they are large. */
const MOST_ROWS = 500
const PAGE_BYTES = 1 << 20

export async function openPostgresSnapshot(
  target: Omit<PostgresTarget, 'statementTimeout'> & { readonly timezone: string },
): Promise<Snapshot> {
  let isLost = false
  const onclose = () => {
    isLost = true
  }
  const { sql } = await openSession({ ...target, statementTimeout: 0 }, { idle_timeout: 0, onclose })
  await sql.unsafe(BEGIN)
  // The driver would go on with a new connection, which sees another moment.
  const held = () => {
    if (isLost) throw new PopulusError('unavailable')
    return sql
  }
  const dialect = postgresDialect(postgresWire(target.timezone), target.timezone)
  return {
    dialect,
    run: async fragment => {
      const { text, values } = dialect.bind(dialect.compile(fragment))
      return (await held()
        .unsafe(text, [...values] as never[], { prepare: false })
        .values()) as readonly Row[]
    },
    pages: query => fetchPages(held, dialect.compile(query).text),
    close: () => sql.end({ timeout: 1 }),
  }
}

/** The query has no values. */
async function* fetchPages(held: () => postgres.Sql, query: string): AsyncGenerator<readonly Row[]> {
  await held().unsafe(`declare populus_pages no scroll cursor for ${query}`)
  for (let rows = 10; ; ) {
    const page = (await held().unsafe(`fetch ${rows} from populus_pages`).values()) as readonly Row[]
    if (page.length === 0) break
    yield page
    rows = Math.max(1, Math.min(MOST_ROWS, Math.floor(PAGE_BYTES / (sizeOf(page) / page.length))))
  }
  await held().unsafe('close populus_pages')
}

/** At least one, in characters. */
function sizeOf(page: readonly Row[]): number {
  return page.flat().reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 1)
}
