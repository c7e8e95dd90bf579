/** Deletes what people have written for an entry without publishing it, when it was to be published, and its stage. */
import { DRAFTS_TABLE, ENTRY_STAGES_TABLE, PENDING_TABLE, SCHEDULE_TABLE } from '../../../schema/own-table-names.ts'
import { asId, sql, table, value } from '../../../sql/fragment.ts'
import type { WriteScope } from '../write-scope.ts'

export function deleteUnpublishedWork({ send, dialect }: WriteScope, uid: string, id: number): void {
  const drafts = table(DRAFTS_TABLE, dialect.ownSchema)
  const entry = asId(value(dialect.encode('integer', id)))
  for (const each of [PENDING_TABLE, SCHEDULE_TABLE, ENTRY_STAGES_TABLE])
    send(null, sql`delete from ${table(each, dialect.ownSchema)} where uid = ${value(uid)} and entry_id = ${entry}`)
  send(null, sql`delete from ${drafts} where uid = ${value(uid)} and entry = ${value(String(id))}`)
}
