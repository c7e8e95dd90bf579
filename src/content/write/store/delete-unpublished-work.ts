/** Deletes what people have written for an entry without publishing it. It is useless once the entry is gone. */
import { DRAFTS_TABLE, PENDING_TABLE } from '../../../schema/own-table-names.ts'
import { sql, table, value } from '../../../sql/fragment.ts'
import type { WriteScope } from '../write-scope.ts'

export function deleteUnpublishedWork({ send, dialect }: WriteScope, uid: string, id: number): void {
  const pending = table(PENDING_TABLE, dialect.ownSchema)
  const drafts = table(DRAFTS_TABLE, dialect.ownSchema)
  send(
    null,
    sql`delete from ${pending} where uid = ${value(uid)} and entry_id = ${value(dialect.encode('integer', id))}`,
  )
  send(null, sql`delete from ${drafts} where uid = ${value(uid)} and entry = ${value(String(id))}`)
}
