/** Checks that no two models share a table, and that no model uses a link table. */
import { RESERVED_TABLES } from '../built-in/built-in-types.ts'
import { type JsonObject, textAt } from '../json-value.ts'
import { allAttributes, type ModelDraft } from '../load/model-draft.ts'
import { plainRelationOf, usesReferenceColumn } from '../load/relation-definition.ts'
import { type Place, quoted } from '../load/schema-report.ts'
import { componentTableName, morphTableNames, relationTableNames } from '../table-names.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

interface TableUse {
  readonly table: string
  readonly place: Place
  /** What messages call this use: `api::tag.tag`, `the links of "tags" in api::article.article`. */
  readonly user: string
}

export function checkTables({ models, byUid, report }: CheckContext): void {
  const uses = new Map<string, string>(RESERVED_TABLES.map(table => [table, 'the server itself']))
  // Tables of models come first, so a clash is reported for the links.
  const all = [...models.map(modelUse), ...models.flatMap(model => linkUses(model, byUid))]
  for (const { table, place, user } of all) {
    // SQLite ignores case in table names.
    const key = table.toLowerCase()
    const other = uses.get(key)
    if (key.startsWith('sqlite_')) report.problem(place, `the table ${quoted(table)} is reserved for SQLite`)
    else if (other === undefined) uses.set(key, user)
    else report.problem(place, `the table ${quoted(table)} is already used by ${other}`)
  }
}

function modelUse(model: ModelDraft): TableUse {
  return { table: model.tableName, place: { file: model.file, path: ['collectionName'] }, user: model.uid }
}

function linkUses(model: ModelDraft, byUid: ReadonlyMap<string, ModelDraft>): readonly TableUse[] {
  const attributes = [...allAttributes(model)]
  const uses = attributes.flatMap(([name, definition]) => {
    const table = linkTableOf({ model, name, definition }, byUid)
    const user = `the links of ${quoted(name)} in ${model.uid}`
    return table === null ? [] : { table, place: attributePlace(model, name), user }
  })
  const holder = attributes.find(([, { type }]) => type === 'component' || type === 'dynamiczone')
  if (holder === undefined) return uses
  const table = componentTableName(model.tableName)
  return [...uses, { table, place: attributePlace(model, holder[0]), user: `the components of ${model.uid}` }]
}

interface AttributeUse {
  readonly model: ModelDraft
  readonly name: string
  readonly definition: JsonObject
}

function linkTableOf(use: AttributeUse, byUid: ReadonlyMap<string, ModelDraft>): string | null {
  const { model, name, definition } = use
  if (definition.type !== 'relation') return null
  if (definition.relation === 'morphToMany') {
    return morphTableNames({ table: model.tableName, singularName: model.singularName, attribute: name }).table
  }
  const relation = plainRelationOf(definition)
  const target = byUid.get(textAt(definition, 'target') ?? '')
  const owns = textAt(definition, 'mappedBy') === null && !usesReferenceColumn(definition)
  if (relation === null || target === undefined || !owns) return null
  return relationTableNames({
    ownerTable: model.tableName,
    ownerSingular: model.singularName,
    targetSingular: target.singularName,
    attribute: name,
    relation,
    bidirectional: false,
  }).table
}
