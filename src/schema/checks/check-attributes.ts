/** Checks single attributes: their type, and the options that each type requires. */
import { TYPE_NAMES } from '../attribute-type-name.ts'
import { ATTRIBUTE_TYPES } from '../attributes/registry.ts'
import { CONTAINS, CONTAINS_COLUMNS, INDEXABLE } from '../column-kind.ts'
import { isObject, type JsonObject, textAt } from '../json-value.ts'
import { customFieldType } from '../load/custom-fields.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { quoted, suggestion, suggestionOrAll } from '../load/schema-report.ts'
import { attributePlace, type CheckContext } from './check-context.ts'

const KINDS = ['collectionType', 'singleType']
const CONTAINS_TYPES = Object.entries(ATTRIBUTE_TYPES)
  .filter(([, { column, search }]) => search === 'text' && CONTAINS_COLUMNS.has(column))
  .map(([type]) => type)
/** Nobody lists entries by their passwords. */
const INDEXED_TYPES = Object.entries(ATTRIBUTE_TYPES)
  .filter(([type, { column }]) => INDEXABLE.has(column) && type !== 'password')
  .map(([type]) => type)

export function checkAttributes(context: CheckContext): void {
  for (const model of context.models) {
    if (model.kind === 'type') checkKind(model, context)
    for (const [name, definition] of model.attributes) {
      checkType(model, name, context)
      checkRawDefault(model, name, context)
      if (definition.regex !== undefined) checkRegex(model, name, context)
      checkIndex(model, name, context)
      if (definition.type === 'enumeration') checkEnumeration(model, name, context)
      if (definition.type === 'customField') checkCustomField(model, name, context)
      if (definition.type === 'uid') checkTargetField(model, name, context)
    }
  }
}

/** Checked at start, so the first write does not fail. */
function checkRegex(model: ModelDraft, name: string, { report }: CheckContext): void {
  const { regex } = definitionOf(model, name)
  try {
    new RegExp(String(regex))
  } catch (error) {
    report.problem(attributePlace(model, name, 'regex'), `is not a regular expression: ${(error as Error).message}`)
  }
}

/** What lists may be sorted and filtered by without looking at every entry. */
function checkIndex(model: ModelDraft, name: string, { report }: CheckContext): void {
  const { type, index } = definitionOf(model, name)
  if (index === undefined || index === null || index === false) return
  const place = attributePlace(model, name, 'index')
  if (index !== true && index !== CONTAINS) {
    report.mistake(place, `must be true, false or "${CONTAINS}", not ${quoted(String(index))}`)
    return
  }
  const types = index === CONTAINS ? CONTAINS_TYPES : INDEXED_TYPES
  if (type === 'customField' || types.includes(String(type))) return
  const what = index === CONTAINS ? `index "${CONTAINS}"` : 'index'
  const known = `These types can: ${types.join(', ')}`
  report.mistake(place, `an attribute of type ${quoted(String(type))} cannot have an ${what}. ${known}`)
}

function checkKind(model: ModelDraft, { report }: CheckContext): void {
  const kind = model.source.kind ?? KINDS[0]
  if (typeof kind === 'string' && KINDS.includes(kind)) return
  const hint = suggestionOrAll(String(kind), KINDS)
  report.problem({ file: model.file, path: ['kind'] }, `there is no kind ${quoted(String(kind))}.${hint}`)
}

function checkType(model: ModelDraft, name: string, { report }: CheckContext): void {
  const { type } = definitionOf(model, name)
  const place = attributePlace(model, name, 'type')
  if (typeof type !== 'string') {
    report.problem(place, 'is missing; every attribute needs a type, such as "string"')
  } else if (!TYPE_NAMES.includes(type)) {
    report.problem(place, `there is no attribute type ${quoted(type)}.${suggestionOrAll(type, TYPE_NAMES)}`)
  }
}

/** `[text, { isRaw: true }]` once reached the database as SQL (CVE-2026-22599). Here no default ever does. */
function checkRawDefault(model: ModelDraft, name: string, { report }: CheckContext): void {
  const definition = definitionOf(model, name)
  for (const key of ['default', 'column', 'columnType']) {
    if (!mentionsRaw(definition[key])) continue
    report.problem(attributePlace(model, name, key), 'raw SQL ("isRaw") is not allowed; use a plain value')
  }
}

function mentionsRaw(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mentionsRaw)
  return isObject(value) && (Object.hasOwn(value, 'isRaw') || Object.values(value).some(mentionsRaw))
}

function checkEnumeration(model: ModelDraft, name: string, { report }: CheckContext): void {
  const values = definitionOf(model, name).enum
  const place = attributePlace(model, name, 'enum')
  if (!Array.isArray(values) || !values.every(value => typeof value === 'string')) {
    report.problem(place, 'must be a list of allowed values, all of them strings')
    return
  }
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) report.problem(place, `lists ${quoted(twice)} twice`)
}

function checkCustomField(model: ModelDraft, name: string, { report }: CheckContext): void {
  const field = textAt(definitionOf(model, name), 'customField')
  const place = attributePlace(model, name, 'customField')
  if (field === null) {
    report.problem(place, 'is missing; enter the name of the custom field, such as "plugin::color-picker.color"')
    return
  }
  const { type, known } = customFieldType(field)
  if (known) return
  const rule = `its type is that of its column in the database, or ${quoted(type)} in a new one`
  report.warning(place, `the custom field ${quoted(field)} is unknown; ${rule}`)
}

function checkTargetField(model: ModelDraft, name: string, { report }: CheckContext): void {
  const target = textAt(definitionOf(model, name), 'targetField')
  if (target === null || model.attributes.has(target)) return
  const hint = suggestion(target, model.attributes.keys())
  report.warning(attributePlace(model, name, 'targetField'), `there is no attribute ${quoted(target)}.${hint}`)
}

function definitionOf(model: ModelDraft, name: string): JsonObject {
  return model.attributes.get(name) ?? {}
}
