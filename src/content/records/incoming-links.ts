/** The relations of others that lead to entries of a type, and that its own records do not show. */
import type { ContentType, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { column, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Statement } from '../../sql/statement.ts'

export interface IncomingRelation {
  readonly model: Model
  readonly attribute: RelationAttribute
  /** Rows `[owner]` of the parents' ids. */
  readonly statement: Statement
}

export function incomingRelations(
  schema: Schema,
  dialect: SqlDialect,
  { uid }: ContentType,
): readonly IncomingRelation[] {
  return [...schema.types.values(), ...schema.components.values()].flatMap(model =>
    [...model.attributes.values()].flatMap(attribute => {
      if (attribute.kind !== 'relation' || attribute.target !== uid) return []
      const statement = ownersOf(model, attribute, dialect)
      return statement === null ? [] : [{ model, attribute, statement }]
    }),
  )
}

function ownersOf(model: Model, attribute: RelationAttribute, dialect: SqlDialect): Statement | null {
  const { link, relation, inversedBy, mappedBy, name: field } = attribute
  if (model.table === null || relation.startsWith('morph') || field === 'localizations') return null
  if (link?.kind === 'parent-column')
    return dialect.compile(sql`select id from ${table(model.table)} where ${dialect.inParents(name(link.column))}`)
  // The other side of a two-sided relation is in the record.
  if (link?.kind !== 'table' || (inversedBy ?? mappedBy) !== null) return null
  const fixed = link.fixed.map(part => sql`${column('l', part.column)} = ${value(part.value)}`)
  const conditions = join([dialect.inParents(column('l', link.childColumn)), ...fixed], ' and ')
  return dialect.compile(
    sql`select ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${conditions} order by 1`,
  )
}
