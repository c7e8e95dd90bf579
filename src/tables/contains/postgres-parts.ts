/** Indexes of parts of texts in a PostgreSQL database, which the extension `pg_trgm` makes possible. */
import { type Fragment, name, sql, table as tableName, value } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { sha256 } from '../../util/sha256.ts'
import type { WantedParts } from './wanted-parts.ts'

const PREFIX = 'populus_contains_'
const LONGEST_NAME = 63

export function postgresPartsName({ table, column }: WantedParts): string {
  const whole = `${PREFIX}${table}_${column}`
  if (Buffer.byteLength(whole) <= LONGEST_NAME) return whole
  return `${PREFIX}${sha256(whole).slice(0, 32)}`
}

export const CREATE_EXTENSION: Fragment = sql`create extension if not exists pg_trgm`

/** Returns the schema that has it. */
export async function trigramsIn(run: RunFragment): Promise<string | undefined> {
  const [[schema] = []] = await run(sql`
    select n.nspname::text from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`)
  return schema === undefined ? undefined : String(schema)
}

export interface PostgresParts {
  /** The schema of the content's tables. */
  readonly place: string
  /** The schema of the extension. */
  readonly extension: string
  readonly wanted: readonly WantedParts[]
}

/** Returns the columns that got an index just now. */
export async function makePostgresParts(
  run: RunFragment,
  { place, extension, wanted }: PostgresParts,
): Promise<readonly WantedParts[]> {
  const found = new Set((await foundIndexes(run, place)).map(([index]) => String(index)))
  const all = wanted.map(each => ({ ...each, index: postgresPartsName(each) }))
  for (const index of found)
    if (!all.some(each => each.index === index)) await run(sql`drop index if exists ${tableName(index, place)}`)
  const missing = all.filter(({ index }) => !found.has(index))
  for (const { table, column, index } of missing)
    await run(sql`
      create index if not exists ${name(index)} on ${tableName(table, place)}
      using gin (${name(column)} ${name(extension)}.gin_trgm_ops)`)
  return missing
}

export function foundIndexes(run: RunFragment, place: string): ReturnType<RunFragment> {
  return run(sql`
    select c.relname::text from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_index x on x.indexrelid = c.oid
    where n.nspname = ${value(place)}::text and x.indisvalid and c.relname like 'populus\\_contains\\_%'`)
}
