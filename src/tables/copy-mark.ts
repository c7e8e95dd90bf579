/** Keeps servers away from a PostgreSQL database that another database is being copied to, and tells a later copy where it was. */
import { StartError } from '../errors.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { RunFragment } from '../storage/run-fragment.ts'
import { deleteMeta, readMeta, storeMeta } from './desired/own-tables.ts'

export interface CopyMark {
  /** Where the rows come from. */
  readonly from: string
  /** Differs if the tables, or the meaning of their values, have changed since. */
  readonly fingerprint: string
}

const keyOf = (schema: string): string => `copy:${schema}`

export function markCopy(run: RunFragment, dialect: SqlDialect, schema: string, mark: CopyMark): Promise<void> {
  return storeMeta(run, dialect, { key: keyOf(schema), value: JSON.stringify(mark) })
}

export function unmarkCopy(run: RunFragment, dialect: SqlDialect, schema: string): Promise<void> {
  return deleteMeta(run, dialect, keyOf(schema))
}

export async function readCopyMark(run: RunFragment, dialect: SqlDialect, schema: string): Promise<CopyMark | null> {
  const found = await readMeta(run, dialect, keyOf(schema))
  return found === null ? null : (JSON.parse(found) as CopyMark)
}

/** Throws StartError. */
export async function checkNotCopied(
  run: RunFragment,
  { dialect, schema, where }: { readonly dialect: SqlDialect; readonly schema: string; readonly where: string },
): Promise<void> {
  const mark = await readCopyMark(run, dialect, schema)
  if (mark === null) return
  throw new StartError(
    `The database ${where} is not complete: ${mark.from} is being copied to it, or that was interrupted`,
    ['wait for it, or run populus adopt --from again: it goes on where it was'],
  )
}
