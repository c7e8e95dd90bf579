/** Review workflows, and the stages of entries, in Populus' own store. */
import type { Stage, Workflow } from '../../admin-api/review/workflow-api.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { ENTRY_STAGES_TABLE, WORKFLOWS_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'

/** What changes alone. Who moves an entry holds it together with others that do. */
export const WORKFLOWS = 'populus workflows'

/** An entry that somebody has moved. */
export interface MovedEntry {
  readonly id: number
  readonly stage: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: number | null
}

const workflows = ({ ownSchema }: SqlDialect): Fragment => table(WORKFLOWS_TABLE, ownSchema)
const stages = ({ ownSchema }: SqlDialect): Fragment => table(ENTRY_STAGES_TABLE, ownSchema)

export function toWorkflow([id, name, definition]: Row): Workflow {
  const { types, stages: list, publishFrom } = JSON.parse(String(definition)) as Omit<Workflow, 'id' | 'name'>
  return { id: String(id), name: String(name), types, stages: list, publishFrom }
}

export function selectWorkflows(dialect: SqlDialect): Fragment {
  return sql`select id, title, definition from ${workflows(dialect)} order by title, id`
}

export function storeWorkflow(dialect: SqlDialect, { id, name, ...definition }: Workflow): Fragment {
  return sql`
    insert into ${workflows(dialect)} (id, title, definition)
    values (${value(id)}, ${value(name)}, ${value(JSON.stringify(definition))})
    on conflict (id) do update set title = excluded.title, definition = excluded.definition`
}

export function deleteWorkflow(dialect: SqlDialect, id: string): Fragment {
  return sql`delete from ${workflows(dialect)} where id = ${value(id)}`
}

export function selectMoved(dialect: SqlDialect, uid: string, ids: readonly number[]): Fragment {
  return sql`select entry_id, stage_id, moved_at, moved_by from ${stages(dialect)}
    where uid = ${value(uid)} and entry_id in (${join(ids.map(id => idValue(dialect, id)))})`
}

export function toMoved([id, stage, at, by]: Row): MovedEntry {
  return { id: Number(id), stage: String(stage), at: Number(at), by: by === null ? null : Number(by) }
}

export interface MovedTogether extends Omit<MovedEntry, 'id'> {
  readonly uid: string
  readonly ids: readonly number[]
}

export function storeMoved(dialect: SqlDialect, { uid, ids, stage, at, by }: MovedTogether): Fragment {
  return sql`
    insert into ${stages(dialect)} (uid, entry_id, stage_id, moved_at, moved_by)
    select ${value(uid)}, moved.column1, ${value(stage)}, ${epochValue(dialect, at)},
      ${by === null ? sql`null` : idValue(dialect, by)}
    from (values ${join(ids.map(id => sql`(${idValue(dialect, id)})`))}) as moved where true
    on conflict (uid, entry_id) do update set stage_id = excluded.stage_id, moved_at = excluded.moved_at,
      moved_by = excluded.moved_by`
}

/** All entries of one stage go to another. */
export function moveAll(dialect: SqlDialect, from: Stage['id'], to: Stage['id']): Fragment {
  return sql`update ${stages(dialect)} set stage_id = ${value(to)} where stage_id = ${value(from)}`
}

/** The entries of these types are in no stage any more. */
export function forgetTypes(dialect: SqlDialect, uids: readonly string[]): Fragment {
  return sql`delete from ${stages(dialect)} where uid in (${join(uids.map(uid => value(uid)))})`
}
