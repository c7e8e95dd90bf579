/** Deletes what people have written for an entry without publishing it. It is useless once the entry is gone. */
import { DRAFTS_TABLE, PENDING_TABLE } from '../../../schema/own-table-names.ts'
import { sql, table, value } from '../../../sql/fragment.ts'
import type { WriteScope } from '../write-scope.ts'

export async function deleteUnpublishedWork({ ask, dialect }: WriteScope, uid: string, id: number): Promise<void> {
  const pending = table(PENDING_TABLE, dialect.ownSchema)
  const drafts = table(DRAFTS_TABLE, dialect.ownSchema)
  await ask(
    sql`delete from ${pending} where uid = ${value(uid)} and entry_id = ${value(dialect.encode('integer', id))}`,
  )
  await ask(sql`delete from ${drafts} where uid = ${value(uid)} and entry = ${value(String(id))}`)
}
