/** "Configure the view" as Strapi stores it in its settings table, brought in line with the schema as it is now. */

import type { FieldMetadata, ViewConfiguration } from '../../admin-api/view-api.ts'
import { SETTINGS_TABLE } from '../../content/default-locale.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { VIEW_KEYS } from '../../tables/core-store.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'
import { defaultMainField, defaultView, isEditable, viewNames, withFields } from './default-view.ts'

export interface StoredViews {
  of(model: Model): Promise<ViewConfiguration>
  /** The attribute whose value stands for an entry of the model; `id` if there is none. */
  mainField(model: Model): Promise<string>
  all(): Promise<(model: Model) => ViewConfiguration>
}

interface KnownViews {
  readonly version: number
  readonly stored: ReadonlyMap<string, unknown>
  readonly made: Map<Model, ViewConfiguration>
}

/** The settings are read again after a change that the database has caught up with. */
export function storedViews(database: Database, schema: Schema): StoredViews {
  let known: KnownViews | undefined
  const load = async () => {
    const version = database.versions.latest([SETTINGS_TABLE])
    if (known?.version !== version) known = { version, stored: await readViews(database), made: new Map() }
    const { stored, made } = known
    return (model: Model) => {
      const view = made.get(model) ?? viewOf(model, schema, stored.get(viewKey(model)))
      made.set(model, view)
      return view
    }
  }
  return {
    all: load,
    of: async model => (await load())(model),
    mainField: async model => (await load())(model).settings.mainField,
  }
}

/** The key in Strapi's settings table. */
export function viewKey(model: Model): string {
  return `${VIEW_KEYS}${model.kind === 'type' ? 'content_types' : 'components'}::${model.uid}`
}

async function readViews(database: Database): Promise<ReadonlyMap<string, unknown>> {
  const [rows = []] = await readRows(database, [
    sql`select ${name('key')}, ${name('value')} from ${table(SETTINGS_TABLE)} where ${name('key')} like ${value(`${VIEW_KEYS}%`)}`,
  ])
  return new Map(rows.map(([key, stored]) => [String(key), parsedJson(stored)]))
}

type Loose = Readonly<Record<string, unknown>>

/** Names that the schema no longer has are left out; new attributes come last. */
function viewOf(model: Model, schema: Schema, given: unknown): ViewConfiguration {
  const standard = defaultView(model, schema)
  const stored = looseOf(given)
  const settings = looseOf(stored.settings)
  const metadatas = looseOf(stored.metadatas)
  const layouts = looseOf(stored.layouts)
  const known = new Set(['id', ...viewNames(model)])
  const isField = (field: unknown) => typeof field === 'string' && (field === 'id' || model.attributes.has(field))
  const list = listOf(layouts.list).filter(field => isField(field) && known.has(field as string)) as string[]
  return {
    uid: model.uid,
    settings: {
      ...standard.settings,
      ...ofSameTypes(settings, standard.settings),
      mainField: isField(settings.mainField) ? (settings.mainField as string) : standard.settings.mainField,
      defaultSortBy: isField(settings.defaultSortBy)
        ? (settings.defaultSortBy as string)
        : standard.settings.defaultSortBy,
      defaultSortOrder: settings.defaultSortOrder === 'DESC' ? 'DESC' : 'ASC',
    },
    metadatas: Object.fromEntries(
      Object.entries(standard.metadatas).map(([field, metadata]) => [
        field,
        mergedMetadata(metadata, looseOf(metadatas[field]), model, field, schema),
      ]),
    ),
    layouts: {
      list: list.length > 0 ? list : standard.layouts.list,
      edit: layouts.edit === undefined ? standard.layouts.edit : editLayout(model, layouts, metadatas),
    },
  }
}

function mergedMetadata(
  standard: FieldMetadata,
  stored: Loose,
  model: Model,
  field: string,
  schema: Schema,
): FieldMetadata {
  const edit = { ...standard.edit, ...ofSameTypes(looseOf(stored.edit), standard.edit) }
  const attribute = model.attributes.get(field)
  if (attribute?.kind === 'relation' && edit.mainField !== undefined && edit.mainField !== 'id') {
    const target = modelOf(schema, attribute.target)
    if (!target.attributes.has(edit.mainField)) edit.mainField = defaultMainField(target)
  }
  return { edit, list: { ...standard.list, ...ofSameTypes(looseOf(stored.list), standard.list) } }
}

/** Older versions of Strapi kept relations apart, in `editRelations`. */
function editLayout(model: Model, layouts: Loose, metadatas: Loose): ViewConfiguration['layouts']['edit'] {
  const rows = listOf(layouts.edit).map(row =>
    listOf(row).flatMap(cell => {
      const { name: field, size } = looseOf(cell)
      const fits = typeof field === 'string' && isEditable(model, field) && Number.isInteger(size)
      return fits ? [{ name: field, size: Math.min(12, Math.max(1, Number(size))) }] : []
    }),
  )
  const placed = new Set(rows.flat().map(({ name: field }) => field))
  const relations = listOf(layouts.editRelations).filter(
    (field): field is string => typeof field === 'string' && isEditable(model, field) && !placed.has(field),
  )
  const added = viewNames(model).filter(
    field => isEditable(model, field) && !Object.hasOwn(metadatas, field) && !placed.has(field),
  )
  return withFields(
    rows.filter(row => row.length > 0),
    [...relations, ...added],
    model,
  )
}

function looseOf(given: unknown): Loose {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Loose) : {}
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : []
}

/** The stored values whose type is that of the standard one. */
function ofSameTypes<T extends object>(stored: Loose, standard: T): Partial<T> {
  const pairs = Object.entries(standard).flatMap(([key, usual]) =>
    typeof stored[key] === typeof usual ? [[key, stored[key]] as const] : [],
  )
  return Object.fromEntries(pairs) as Partial<T>
}
