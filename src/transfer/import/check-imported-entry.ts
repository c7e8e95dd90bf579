/** One line of a file -> an entry of the right shape. */

import type { Selection } from '../../content/records/record-selection.ts'
import { modelRule } from '../../plan/write/model-rule.ts'
import { scalarValue } from '../../plan/write/scalar-value.ts'
import { CastError } from '../../schema/attributes/attribute-type.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { fitsType } from '../../schema/rules/rule.ts'
import type { Attribute, ContentType, Model, ScalarAttribute, Schema } from '../../schema/schema.ts'
import { isId, LARGEST_ID } from '../../util/json/largest-id.ts'
import type { Reference } from '../export-format.ts'
import { didYouMean } from '../transferred-types.ts'
import { unknownAttribute } from './check-header.ts'

export interface FileEntry {
  readonly type: ContentType
  readonly id: number
  readonly attributes: JsonObject
}

/** Names in a component that are not attributes. */
const COMPONENT_KEYS: ReadonlySet<string> = new Set(['id', '__component'])

export interface EntryChecker {
  readonly schema: Schema
  readonly selection: Selection
  /** The database refuses years that SQLite accepts. */
  readonly strictTypes: boolean
  /** Called with a message for each problem. */
  readonly problem: (text: string) => void
  /** Called for every row with its id: entries and components. */
  readonly seen?: (model: Model, id: number) => void
}

/** `null` for a line that is not an entry. */
export function checkEntry(checker: EntryChecker, line: unknown): FileEntry | null {
  const { selection, problem } = checker
  if (!isObject(line) || !isObject(line.attributes)) {
    problem('is not an entry, {"type":"...","id":1,"attributes":{...}}')
    return null
  }
  const type = selection.types.find(({ uid }) => uid === line.type)
  if (type === undefined) {
    problem(
      `the header does not list the content type ${String(line.type)}${didYouMean(
        String(line.type),
        selection.types.map(({ uid }) => uid),
      )}`,
    )
    return null
  }
  if (!isId(line.id)) {
    problem(`id must be a whole number from 1 to ${LARGEST_ID}, not ${JSON.stringify(line.id)}`)
    return null
  }
  checker.seen?.(type, line.id)
  if (type.localized && line.attributes.locale === undefined) problem('locale is missing; it may be null')
  checkMembers(checker, type, line.attributes, '')
  return { type, id: line.id, attributes: line.attributes }
}

function checkMembers(checker: EntryChecker, model: Model, members: JsonObject, path: string): void {
  const attributes = checker.selection.attributesOf(model)
  for (const [name, value] of Object.entries(members)) {
    if (model.kind === 'component' && COMPONENT_KEYS.has(name)) continue
    const attribute = attributes.find(known => known.name === name)
    if (attribute === undefined) {
      const known = attributes.map(each => each.name)
      checker.problem(`${path === '' ? '' : `${path.slice(0, -1)}: `}${unknownAttribute(model, name, known)}`)
    } else checkValue(checker, { model, attribute }, value, `${path}${name}`)
  }
}

function checkValue(
  checker: EntryChecker,
  { model, attribute }: { readonly model: Model; readonly attribute: Attribute },
  value: unknown,
  path: string,
): void {
  const { problem } = checker
  switch (attribute.kind) {
    case 'scalar': {
      const wrong = scalarProblem(attribute, value, checker.strictTypes)
      if (wrong !== null) problem(`${path} ${wrong}`)
      else for (const text of unstorable(checker, model, attribute, value, path)) problem(text)
      return
    }
    case 'relation':
    case 'media':
    case 'morph':
      for (const [index, item] of listed(attribute.many, value, path, problem).entries()) {
        checkReference(checker, attribute, item, attribute.many ? `${path}[${index}]` : path)
      }
      return
    case 'component':
    case 'zone': {
      const many = attribute.kind === 'zone' || attribute.many
      for (const [index, item] of listed(many, value, path, problem).entries()) {
        const wrong = checkComponent(checker, attribute, item, many ? `${path}[${index}]` : path)
        if (wrong !== null) problem(wrong)
      }
    }
  }
}

/** The members of a list, or the single value; empty if the form is wrong. */
function listed(many: boolean, value: unknown, path: string, problem: (text: string) => void): readonly unknown[] {
  if (!many) return value === null ? [] : [value]
  if (Array.isArray(value)) return value
  problem(`${path} must be a list`)
  return []
}

function checkReference(
  { selection, schema, problem }: EntryChecker,
  attribute: Attribute & { kind: 'relation' | 'media' | 'morph' },
  given: unknown,
  path: string,
): void {
  if (!isObject(given) || typeof given.type !== 'string' || !isId(given.id)) {
    problem(`${path} must be a reference, {"type":"...","id":1}`)
    return
  }
  for (const key of ['order', 'inverseOrder'] as const) {
    const position = given[key]
    if (position !== undefined && position !== null && typeof position !== 'number')
      problem(`${path}.${key} must be a number`)
  }
  if (attribute.kind !== 'morph') {
    if (given.type !== attribute.target) problem(`${path}.type must be ${attribute.target}, not ${given.type}`)
  } else if (!selection.types.some(({ uid }) => uid === given.type) && !schema.components.has(given.type)) {
    problem(
      `${path}: the header does not list the content type ${given.type}${didYouMean(
        given.type,
        selection.types.map(({ uid }) => uid),
      )}`,
    )
  }
}

/** What is wrong with the component itself. Its members are checked only if nothing is. */
function checkComponent(
  checker: EntryChecker,
  attribute: Attribute & { kind: 'component' | 'zone' },
  given: unknown,
  path: string,
): string | null {
  const { schema } = checker
  if (!isObject(given)) return `${path} must be a component, {"id":1,...}`
  const uid = attribute.kind === 'component' ? attribute.target : String(given.__component)
  const component = schema.components.get(uid)
  if (component === undefined || (attribute.kind === 'zone' && !attribute.components.includes(uid))) {
    const known = attribute.kind === 'zone' ? attribute.components : [attribute.target]
    return `${path}.__component: ${attribute.name} does not allow ${uid}${didYouMean(uid, known)}`
  }
  if (!isId(given.id)) return `${path}.id must be a whole number from 1 to ${LARGEST_ID}`
  checker.seen?.(component, given.id)
  checkMembers(checker, component, given, `${path}.`)
  return null
}

/** `null` if the value can be stored. */
function scalarProblem(attribute: ScalarAttribute, value: unknown, strictTypes: boolean): string | null {
  try {
    const given = attribute.type === 'password' && isObject(value) ? value.hash : value
    return scalarValue(attribute, given, strictTypes) === undefined
      ? `cannot be ${shortened(value)}: its type is ${attribute.type}`
      : null
  } catch (error) {
    if (error instanceof CastError) return `cannot be ${shortened(value)}: ${error.message}`
    throw error
  }
}

/**
 * What no database can store, or not this one, with the API's messages. Other rules of the schema, such as lengths and
 * lists of values, are not checked: content that was stored before such a rule existed must still be importable.
 */
function unstorable(
  { schema, strictTypes }: EntryChecker,
  model: Model,
  attribute: ScalarAttribute,
  value: unknown,
  path: string,
): readonly string[] {
  const given = attribute.type === 'password' && isObject(value) ? value.hash : value
  const rule = modelRule(model, { schema, mode: 'update', isDraft: true }).fields?.().get(attribute.name)
  if (rule === undefined || given === null) return []
  const isFraction = attribute.type === 'integer' && !Number.isInteger(given)
  if (isFraction || !fitsType(rule, given))
    return [`${path} cannot be ${shortened(value)}: its type is ${attribute.type}`]
  const site = { path, surroundings: { strictTypes, taken: NONE_TAKEN } }
  return rule.tests.filter(test => test.isOwn === true && !test.passes(given, site)).map(test => test.message(path))
}

const NONE_TAKEN: ReadonlySet<string> = new Set()

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}

/** The references of a checked attribute, in order. */
export function referencesIn(value: unknown): readonly Reference[] {
  if (value === null || value === undefined) return []
  return (Array.isArray(value) ? value : [value]) as readonly Reference[]
}

/** The components of a checked attribute, in order, each with its model. */
export function componentsIn(
  schema: Schema,
  attribute: Attribute & { kind: 'component' | 'zone' },
  value: unknown,
): readonly { readonly model: Model; readonly id: number; readonly members: JsonObject }[] {
  if (value === null || value === undefined) return []
  return ((Array.isArray(value) ? value : [value]) as readonly JsonObject[]).map(members => ({
    model: schema.components.get(attribute.kind === 'component' ? attribute.target : String(members.__component))!,
    id: members.id as number,
    members,
  }))
}
