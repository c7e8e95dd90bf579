/**
 * Who administrators are at their providers, in our own table `admin_identities`. A row counts for the very administrator for whom
 * it was made, not for a later one who got the same number.
 */
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { ADMIN_IDENTITIES_TABLE } from '../../tables/desired/own-tables.ts'
import { sha256 } from '../../util/sha256.ts'
import type { Administrator } from '../administrators/administrators.ts'
import type { Run } from '../records/change-rights.ts'
import { epochValue, idValue } from '../records/record-shape.ts'

export interface SubjectAt {
  readonly issuer: string
  readonly subject: string
}

/** The one of `people` to whom an account at a provider belongs. */
export async function findByIdentity(
  run: Run,
  dialect: SqlDialect,
  account: SubjectAt,
  people: readonly Administrator[],
): Promise<Administrator | undefined> {
  const [row] = await run(sql`select admin_id, bound_to from ${identities(dialect)} where ${is(account)}`)
  return row === undefined
    ? undefined
    : people.find(person => person.id === Number(row[0]) && markOf(person) === String(row[1]))
}

/** Whether somebody has an account at the provider already: another one with the same address is not theirs. */
export async function hasIdentityAt(
  run: Run,
  dialect: SqlDialect,
  issuer: string,
  person: Administrator,
): Promise<boolean> {
  const own = sql`issuer = ${value(issuer)} and admin_id = ${idValue(dialect, person.id)} and bound_to = ${value(markOf(person))}`
  return (await run(sql`select 1 from ${identities(dialect)} where ${own}`)).length > 0
}

export async function addIdentity(
  run: Run,
  dialect: SqlDialect,
  { issuer, subject }: SubjectAt,
  { person, now }: { readonly person: Administrator; readonly now: number },
): Promise<void> {
  const values = sql`${value(issuer)}, ${value(subject)}, ${idValue(dialect, person.id)}, ${value(markOf(person))}, ${epochValue(dialect, now)}`
  await run(sql`delete from ${identities(dialect)} where ${is({ issuer, subject })}`)
  await run(
    sql`insert into ${identities(dialect)} (issuer, subject, admin_id, bound_to, created_at) values (${values})`,
  )
}

/** Returns how many there were. */
export async function removeIdentities(run: Run, dialect: SqlDialect, adminId: number): Promise<number> {
  const gone = sql`delete from ${identities(dialect)} where admin_id = ${idValue(dialect, adminId)} returning admin_id`
  return (await run(gone)).length
}

function markOf({ id, createdAt }: Administrator): string {
  return sha256(JSON.stringify([id, createdAt]))
}

function is({ issuer, subject }: SubjectAt): Fragment {
  return sql`issuer = ${value(issuer)} and subject = ${value(subject)}`
}

function identities({ ownSchema }: SqlDialect): Fragment {
  return table(ADMIN_IDENTITIES_TABLE, ownSchema)
}
