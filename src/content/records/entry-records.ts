/** Reads everything that is stored of one entry, as JSON of an `EntryRecord`. Statements are compiled once for each type. */

import type { Attribute, ContentType, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { column, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Statement } from '../../sql/statement.ts'
import type { ReadSteps } from '../../storage/database.ts'
import { RecordSource } from './read-records.ts'

export class EntryRecords {
  readonly #schema: Schema
  readonly #dialect: SqlDialect
  readonly #open: RecordSource
  readonly #whole: RecordSource
  readonly #incoming = new Map<string, readonly IncomingRelation[]>()

  constructor(schema: Schema, dialect: SqlDialect) {
    this.#schema = schema
    this.#dialect = dialect
    const source = (isSelected: Kept) =>
      new RecordSource({ schema, dialect, selection: { ...allOf(schema), attributesOf: attributesBy(isSelected) } })
    this.#open = source((attribute, model) => isKept(attribute, model) && !isPassword(attribute))
    this.#whole = source(isKept)
  }

  /** Without passwords: an old one must not come back. `undefined` if there is no such entry. */
  *version(type: ContentType, id: number): ReadSteps<string | undefined> {
    const record = yield* this.#open.one(type, id)
    return record === undefined ? undefined : `{"attributes":{${record.members}}}`
  }

  /** With hashes of passwords, and with the relations of others that lead to the entry. */
  *whole(type: ContentType, id: number): ReadSteps<string | undefined> {
    const record = yield* this.#whole.one(type, id)
    if (record === undefined) return undefined
    const relations = this.#relationsTo(type)
    const answers = relations.length === 0 ? [] : yield relations.map(each => this.#dialect.bind(each.statement, [id]))
    const incoming = relations.flatMap(({ model, attribute }, index) => {
      const ids = (answers[index] ?? []).map(([owner]) => Number(owner))
      return ids.length === 0 ? [] : [{ model: model.uid, attribute: attribute.name, ids }]
    })
    return `{"attributes":{${record.members}},"incoming":${JSON.stringify(incoming)}}`
  }

  #relationsTo(type: ContentType): readonly IncomingRelation[] {
    const known = this.#incoming.get(type.uid) ?? incomingRelations(this.#schema, this.#dialect, type)
    this.#incoming.set(type.uid, known)
    return known
  }
}

function allOf({ types, components }: Schema) {
  return { types: [...types.values()], components: [...components.values()] }
}

type Kept = (attribute: Attribute, model: Model) => boolean

function attributesBy(isSelected: Kept): (model: Model) => readonly Attribute[] {
  return model => [...model.attributes.values()].filter(attribute => isSelected(attribute, model))
}

/** Codes that users are sent, and the like, do not come back. */
function isKept(attribute: Attribute, model: Model): boolean {
  const isBuiltIn = model.kind === 'type' && !model.userDefined
  const isSecret = isBuiltIn && attribute.kind === 'scalar' && attribute.private && !isPassword(attribute)
  return isOwn(attribute) && !isSecret
}

/** Where the rows of others hold the relation, their records have it. */
function isOwn(attribute: Attribute): boolean {
  return attribute.kind !== 'relation' || attribute.link?.kind !== 'child-column'
}

function isPassword(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && attribute.type === 'password'
}

/** A relation of others that leads to entries of a type, and that its own records do not show. */
export interface IncomingRelation {
  readonly model: Model
  readonly attribute: RelationAttribute
  /** Rows `[owner]` of the parents' ids. */
  readonly statement: Statement
}

function incomingRelations(schema: Schema, dialect: SqlDialect, { uid }: ContentType): readonly IncomingRelation[] {
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
