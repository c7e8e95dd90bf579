/**
 * Components, dynamic zones and media that no attribute reads any more. Their rows hold the attribute's name in the
 * column `field`, so a renamed attribute leaves them behind.
 */
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { COMPONENT_COLUMNS, componentTableName, morphTableNames } from '../../schema/table-names.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'

export interface LeftField {
  /** The table of the type or component that had the attribute. */
  readonly table: string
  readonly field: string
  /** The attributes that can hold its content. */
  readonly fitting: readonly string[]
  /** Those of them that are empty. The first one is probably its new name. */
  readonly newNames: readonly string[]
}

interface FieldsInput {
  readonly schema: Schema
  readonly found: FoundTables
}

type FieldAttribute = Extract<Attribute, { kind: 'component' | 'zone' | 'media' }>

export async function leftFields(run: RunFragment, input: FieldsInput): Promise<readonly LeftField[]> {
  const { schema } = input
  const media = await storedMedia(run, input)
  const left: LeftField[] = []
  for (const model of [...schema.types.values(), ...schema.components.values()]) {
    const stored = [...(await storedComponents(run, model, input)), ...(media.get(model.uid) ?? [])]
    const attributes = fieldAttributes(model)
    for (const { field, holds } of stored) {
      if (attributes.some(attribute => attribute.name === field)) continue
      const fitting = attributes
        .filter(attribute => holds.every(uid => canHold(attribute, uid)))
        .map(({ name }) => name)
      const newNames = fitting.filter(name => !stored.some(other => other.field === name))
      left.push({ table: model.tableName, field, fitting, newNames })
    }
  }
  return left
}

/** The attributes whose rows have their name in `field`. */
function fieldAttributes(model: Model): readonly FieldAttribute[] {
  return [...model.attributes.values()].filter(
    (attribute): attribute is FieldAttribute =>
      attribute.kind === 'component' || attribute.kind === 'zone' || attribute.kind === 'media',
  )
}

function canHold(attribute: FieldAttribute, uid: string): boolean {
  return attribute.kind === 'zone' ? attribute.components.includes(uid) : attribute.target === uid
}

interface StoredField {
  readonly field: string
  /** The components, or the type of files. */
  readonly holds: readonly string[]
}

/** Jumps from value to value in the index on the column, so a large table costs no more than a small one. */
async function storedComponents(run: RunFragment, model: Model, { found }: FieldsInput): Promise<StoredField[]> {
  const place = componentTableName(model.tableName)
  if (!found.hasColumn(place, COMPONENT_COLUMNS.field)) return []
  const field = name(COMPONENT_COLUMNS.field)
  const rows = await run(sql`
    with recursive seen(found) as (
      select min(${field}) from ${table(place)}
      union all
      select (select min(${field}) from ${table(place)} where ${field} > seen.found) from seen where seen.found is not null
    )
    select found from seen where found is not null`)
  const known = new Set(fieldAttributes(model).map(attribute => attribute.name))
  const stored: StoredField[] = []
  for (const [text] of rows as readonly [string][]) {
    stored.push({ field: text, holds: known.has(text) ? [] : await componentsAt(run, place, text) })
  }
  return stored
}

async function componentsAt(run: RunFragment, place: string, field: string): Promise<readonly string[]> {
  const rows = await run(sql`
    select distinct ${name(COMPONENT_COLUMNS.type)} from ${table(place)}
    where ${name(COMPONENT_COLUMNS.field)} = ${value(field)}`)
  return rows.map(row => String(row[0]))
}

/** By the uid of the model that has the files. */
async function storedMedia(run: RunFragment, { schema, found }: FieldsInput): Promise<Map<string, StoredField[]>> {
  const { table: place, typeColumn, fieldColumn } = mediaTable(schema)
  const byModel = new Map<string, StoredField[]>()
  if (!found.hasColumn(place, typeColumn) || !found.hasColumn(place, fieldColumn)) return byModel
  const columns = sql`${name(typeColumn)}, ${name(fieldColumn)}`
  const rows = await run(sql`select ${columns} from ${table(place)} group by ${columns}`)
  for (const [uid, field] of rows as readonly [string | null, string | null][]) {
    if (uid === null || field === null) continue
    byModel.set(uid, [...(byModel.get(uid) ?? []), { field, holds: [FILE_UID] }])
  }
  return byModel
}

function mediaTable(schema: Schema) {
  const { tableName, singularName } = modelOf(schema, FILE_UID)
  return morphTableNames({ table: tableName, singularName, attribute: 'related' })
}

export interface FieldRename {
  readonly model: Model
  readonly from: string
  readonly to: string
}

/** The rename that `posts.seo=meta` asks for; `null` if the new name is not a component, dynamic zone or media. */
export function fieldRenameOf(schema: Schema, [tableName, from, to]: readonly string[]): FieldRename | null {
  const models = [...schema.types.values(), ...schema.components.values()]
  const model = models.find(candidate => candidate.tableName === tableName)
  if (model === undefined || !fieldAttributes(model).some(attribute => attribute.name === to)) return null
  return { model, from: from!, to: to! }
}

export async function renameField(run: RunFragment, schema: Schema, { model, from, to }: FieldRename): Promise<void> {
  if (model.attributes.get(to)?.kind !== 'media') {
    const field = name(COMPONENT_COLUMNS.field)
    const place = table(componentTableName(model.tableName))
    await run(sql`update ${place} set ${field} = ${value(to)} where ${field} = ${value(from)}`)
    return
  }
  const names = mediaTable(schema)
  const field = name(names.fieldColumn)
  await run(sql`
    update ${table(names.table)} set ${field} = ${value(to)}
    where ${field} = ${value(from)} and ${name(names.typeColumn)} = ${value(model.uid)}`)
}

/** How many parts and files are stored under the name of an attribute. */
export async function countField(run: RunFragment, input: FieldsInput, place: string, field: string): Promise<number> {
  const { schema, found } = input
  const models = [...schema.types.values(), ...schema.components.values()]
  const uid = models.find(({ tableName }) => tableName === place)?.uid ?? ''
  const files = mediaTable(schema)
  const parts = componentTableName(place)
  const where = sql`${name(files.fieldColumn)} = ${value(field)} and ${name(files.typeColumn)} = ${value(uid)}`
  const counts = [
    ...(found.table(parts) === undefined
      ? []
      : [sql`select count(*) from ${table(parts)} where ${name(COMPONENT_COLUMNS.field)} = ${value(field)}`]),
    ...(found.table(files.table) === undefined ? [] : [sql`select count(*) from ${table(files.table)} where ${where}`]),
  ]
  let count = 0
  for (const statement of counts) count += Number((await run(statement))[0]?.[0] ?? 0)
  return count
}
