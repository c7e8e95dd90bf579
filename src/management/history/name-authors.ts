/** The names of those who made changes: administrators, end users and API tokens. */
import type { NamedAuthor } from '../../admin-api/history-api.ts'
import type { Author } from '../../changes/change.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { ADMIN_UID, type Schema, USER_UID } from '../../schema/schema.ts'
import { isIn } from '../../sql/compile-write.ts'
import { join, name, sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { personName } from '../entries/shape-values.ts'

type NameOf = (by: Author | null) => NamedAuthor | null

const PLACES: Readonly<Record<Author['kind'], { readonly uid: string; readonly columns: readonly string[] }>> = {
  admin: { uid: ADMIN_UID, columns: ['firstname', 'lastname', 'username'] },
  user: { uid: USER_UID, columns: ['username'] },
  token: { uid: 'admin::api-token', columns: ['name'] },
}

export async function nameAuthors(
  { database, schema }: { readonly database: Database; readonly schema: Schema },
  authors: readonly (Author | null)[],
): Promise<NameOf> {
  const names = new Map<string, string>()
  for (const kind of ['admin', 'user', 'token'] as const) {
    const ids = [...new Set(authors.flatMap(by => (by?.kind === kind ? [by.id] : [])))]
    const from = schema.types.get(PLACES[kind].uid)?.table
    if (ids.length === 0 || from === null || from === undefined) continue
    const { columns } = PLACES[kind]
    const [rows = []] = await readRows(database, [
      sql`select ${join(['id', ...columns].map(name))} from ${table(from)} where ${isIn(name('id'), ids)}`,
    ])
    for (const [id, ...values] of rows) names.set(`${kind} ${id}`, shown(Number(id), columns, values))
  }
  return by => (by === null ? null : { ...by, name: names.get(`${by.kind} ${by.id}`) ?? null })
}

function shown(id: number, columns: readonly string[], values: readonly unknown[]): string {
  const given = Object.fromEntries(columns.map((column, index) => [column, values[index]]))
  return typeof given.name === 'string' ? given.name : personName(id, given)
}
