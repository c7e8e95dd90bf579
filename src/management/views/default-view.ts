/** The view of a model that nobody has configured: forms as Strapi 4 makes them, lists by what people recognise entries by. */
import type { FieldMetadata, ViewConfiguration } from '../../admin-api/view-api.ts'
import { mainField } from '../../schema/main-field.ts'
import { type Attribute, type Model, modelOf, type Schema, USER_UID } from '../../schema/schema.ts'

const SYSTEM = ['createdAt', 'updatedAt', 'createdBy', 'updatedBy']
const INVISIBLE = new Set(['publishedAt', 'localizations', 'locale', 'sitemap_exclude'])
const HIDDEN_OF_USERS = new Set(['provider', 'resetPasswordToken', 'confirmationToken'])
const NOT_SORTABLE = new Set(['component', 'json', 'media', 'richtext', 'dynamiczone', 'blocks'])
const NOT_LISTED = new Set(['json', 'password', 'richtext', 'dynamiczone', 'blocks'])
const SORTABLE_RELATIONS = new Set(['oneToOne', 'manyToOne'])
const LIST_LENGTH = 4
const ROW_SIZE = 12
const WIDE = new Set(['dynamiczone', 'component', 'json', 'richtext', 'blocks'])
const NARROW = new Set(['boolean', 'date', 'time', 'biginteger', 'decimal', 'float', 'integer'])

export function defaultView(model: Model, schema: Schema): ViewConfiguration {
  const names = viewNames(model)
  const main = defaultMainField(model)
  return {
    uid: model.uid,
    settings: {
      bulkable: true,
      filterable: true,
      searchable: true,
      pageSize: 25,
      mainField: main,
      defaultSortBy: main,
      defaultSortOrder: 'ASC',
    },
    metadatas: {
      id: { edit: {}, list: { label: 'id', searchable: true, sortable: true } },
      ...Object.fromEntries(names.map(name => [name, defaultMetadata(model, name, schema)])),
    },
    layouts: {
      list: listColumns(model, names, main),
      edit: withFields(
        [],
        names.filter(name => isEditable(model, name)),
        model,
      ),
    },
  }
}

/** Of a type: its picture, its title, whose it is, and when it was changed, as far as it has them. */
function listColumns(model: Model, names: readonly string[], main: string): readonly string[] {
  const listed = names.filter(name => isListed(model, name))
  if (model.kind !== 'type') return ['id', ...listed].slice(0, LIST_LENGTH)
  const own = listed.filter(name => !SYSTEM.includes(name))
  const picture = own.find(name => model.attributes.get(name)!.kind === 'media')
  const person = own.find(name => {
    const attribute = model.attributes.get(name)!
    return attribute.kind === 'relation' && SORTABLE_RELATIONS.has(attribute.relation)
  })
  const first = new Set([picture, main, person, ...own].filter(name => name !== undefined))
  return [...[...first].slice(0, LIST_LENGTH - 1), ...listed.filter(name => name === 'updatedAt')]
}

/** The attributes that a view knows, in Strapi's order: those of the schema file, then the system's. No morph relations. */
export function viewNames(model: Model): readonly string[] {
  const isSystem = (name: string) => model.kind === 'type' && (SYSTEM.includes(name) || INVISIBLE.has(name))
  const own = [...model.attributes.values()].filter(attribute => !isMorph(attribute) && !isSystem(attribute.name))
  return [
    ...own.map(({ name }) => name),
    ...(model.kind === 'type' ? SYSTEM.filter(name => model.attributes.has(name)) : []),
  ]
}

function isMorph(attribute: Attribute): boolean {
  return attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.relation.startsWith('morph'))
}

/** Adds fields at the end of a form, as many to a row as fit. */
export function withFields(
  rows: ViewConfiguration['layouts']['edit'],
  names: readonly string[],
  model: Model,
): ViewConfiguration['layouts']['edit'] {
  const layout = rows.map(row => [...row])
  for (const name of names) {
    const size = fieldSize(model.attributes.get(name)!)
    const last = layout.at(-1)
    const used = last?.reduce((sum, field) => sum + field.size, 0) ?? ROW_SIZE
    if (last === undefined || used + size > ROW_SIZE) layout.push([{ name, size }])
    else last.push({ name, size })
  }
  return layout
}

/** Fields that a form shows. */
export function isEditable(model: Model, name: string): boolean {
  return model.attributes.has(name) && !(model.kind === 'type' && SYSTEM.includes(name)) && !isHidden(model, name)
}

/** The first short text; `id` if there is none. */
export function defaultMainField(model: Model): string {
  return mainField(model) ?? 'id'
}

function defaultMetadata(model: Model, name: string, schema: Schema): FieldMetadata {
  const attribute = model.attributes.get(name)!
  const title = attribute.kind === 'relation' ? { mainField: defaultMainField(modelOf(schema, attribute.target)) } : {}
  const sortable = isSortable(attribute)
  return {
    edit: {
      label: name,
      description: '',
      placeholder: '',
      visible: isEditable(model, name),
      editable: true,
      ...title,
    },
    list: { label: name, searchable: sortable, sortable },
  }
}

/** The type as it is written in a schema file. */
function fileType(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type
    case 'zone':
      return 'dynamiczone'
    case 'morph':
      return 'relation'
    default:
      return attribute.kind
  }
}

function isSortable(attribute: Attribute): boolean {
  if (attribute.kind === 'relation') return SORTABLE_RELATIONS.has(attribute.relation)
  return !NOT_SORTABLE.has(fileType(attribute))
}

function isListed(model: Model, name: string): boolean {
  const attribute = model.attributes.get(name)!
  if (isHidden(model, name)) return false
  return !NOT_LISTED.has(fileType(attribute))
}

function isHidden({ uid }: Model, name: string): boolean {
  return uid === USER_UID && HIDDEN_OF_USERS.has(name)
}

function fieldSize(attribute: Attribute): number {
  const type = fileType(attribute)
  return WIDE.has(type) ? 12 : NARROW.has(type) ? 4 : 6
}
