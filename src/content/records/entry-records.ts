/** Reads everything that is stored of one entry, as JSON of an `EntryRecord`. Statements are compiled once for each type. */
import type { Attribute, ContentType, Model, Schema } from '../../schema/schema.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { ReadSteps } from '../../storage/database.ts'
import { type IncomingRelation, incomingRelations } from './incoming-links.ts'
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
