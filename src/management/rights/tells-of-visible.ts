/**
 * Rows that tell of entries by `uid` and `entry_id`: only those whose entries a person may read. It is a condition for the
 * database, so that a list of such rows is cut after the others are left out, and not before.
 */
import { type Condition, combine } from '../../plan/read/conditions/condition.ts'
import type { ContentType } from '../../schema/schema.ts'
import { aliases, compileCondition } from '../../sql/compile-condition.ts'
import { column, type Fragment, join, literal, sql, table, value } from '../../sql/fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights, ContentAction } from './admin-rights.ts'
import { rowCondition } from './row-conditions.ts'

export interface Telling {
  /** The table of the rows, in the statement. */
  readonly alias: string
  /** All of them must be granted. */
  readonly actions?: readonly ContentAction[]
  /** Whether entries that are gone are told of to everybody with grants for their type. */
  readonly gone?: boolean
}

/** Of a type whose grants cover every entry, entries that are gone are always told of. */
export function tellsOfVisible(
  { schema, database }: ManagementContext,
  rights: AdminRights,
  { alias, actions = ['read'], gone = false }: Telling,
): Fragment {
  const whole: Fragment[] = []
  const partly: Fragment[] = []
  for (const type of schema.types.values()) {
    const grants = actions.map(action => rights.grant(type.uid, action))
    if (type.table === null || !grants.every(grant => grant !== null)) continue
    const condition = combine(
      'all',
      grants.map(grant => rowCondition(schema, type, grant)),
    )
    if (condition === null) whole.push(value(type.uid))
    else partly.push(sql`(${column(alias, 'uid')} = ${value(type.uid)} and ${covers(type, condition)})`)
  }
  const any = whole.length === 0 ? partly : [sql`${column(alias, 'uid')} in (${join(whole)})`, ...partly]
  return any.length === 0 ? sql`${literal(1)} = ${literal(0)}` : sql`(${join(any, ' or ')})`

  function covers(type: ContentType, condition: Condition): Fragment {
    const same = sql`from ${table(type.table!)} as t where ${column('t', 'id')} = ${column(alias, 'entry_id')}`
    const rule = compileCondition(condition, { alias: 't', aliases: aliases('r'), dialect: database.dialect })
    const covered = sql`exists (select ${literal(1)} ${same} and ${rule})`
    return gone ? sql`(${covered} or not exists (select ${literal(1)} ${same}))` : covered
  }
}
