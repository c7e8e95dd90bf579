/** Checks the relations of a body as a whole. Reports at most one message, as the wire format requires. */

import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { haveIds, idOf, parseRelationInput } from './relation-input.ts'

type Values = Readonly<Record<string, unknown>>

/** A type with named entries that do not exist, and their number. */
export interface MissingTargets {
  readonly uid: string
  readonly count: number
}

/** One relation of the body, or the reason why none can be found. */
type Finding =
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'target'; readonly uid: string; readonly hasIds: boolean; readonly isMorph?: boolean }

const INVALID = 'Invalid relations'
const NO_COMPONENT = 'Cannot build relations store from dynamiczone, component identifier is undefined'

/**
 * A malformed relation hides all other problems. After that, the first type counts that lacks an id in the body or an
 * entry in the database.
 */
export function relationProblem(findings: readonly Finding[], missing: readonly MissingTargets[]): string | null {
  for (const finding of findings) if (finding.kind === 'problem') return finding.message
  const targets = findings.filter(finding => finding.kind === 'target')
  const idless = new Set(targets.filter(({ hasIds }) => !hasIds).map(({ uid }) => uid))
  for (const { uid, isMorph = false } of targets) {
    if (idless.has(uid) && !isMorph) return INVALID
    const count = missing.find(target => target.uid === uid)?.count
    if (count !== undefined) return `${count} relation(s) of type ${uid} associated with this entity do not exist`
  }
  return null
}

/** The relations of an entry and of its components, in attribute order. */
export function findRelations(values: Values, model: Model, schema: Schema): readonly Finding[] {
  return [...model.attributes.values()].flatMap(attribute => {
    const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : undefined
    return value === null || value === undefined ? [] : findAt(attribute, value, schema)
  })
}

function findAt(attribute: Attribute, value: unknown, schema: Schema): readonly Finding[] {
  switch (attribute.kind) {
    case 'scalar':
      return []
    case 'relation':
    case 'media': {
      const input = parseRelationInput(value)
      return input === null ? [problem(INVALID)] : [{ kind: 'target', uid: attribute.target, hasIds: haveIds(input) }]
    }
    case 'morph':
      return findMorphs(value, schema)
    case 'component': {
      const model = modelOf(schema, attribute.target)
      return itemsOf(value).flatMap(item => (isPlainObject(item) ? findRelations(item, model, schema) : []))
    }
    case 'zone':
      return itemsOf(value).flatMap(item => findInZone(item, schema))
  }
}

function problem(message: string): Finding {
  return { kind: 'problem', message }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function findInZone(item: unknown, schema: Schema): readonly Finding[] {
  if (item === null) return [problem(INVALID)]
  if (!isPlainObject(item) || !item.__component) return [problem(NO_COMPONENT)]
  const model = typeof item.__component === 'string' ? schema.components.get(item.__component) : undefined
  return model === undefined ? [problem(INVALID)] : findRelations(item, model, schema)
}

/** Every entry is named with its type; `connect` is not accepted. */
function findMorphs(value: unknown, schema: Schema): readonly Finding[] {
  const input = parseRelationInput(value)
  if (input?.kind !== 'set') return [problem(INVALID)]
  return input.items.map(({ id, source: { __type: uid } }) =>
    idOf(id) !== undefined && typeof uid === 'string' && schema.types.has(uid)
      ? { kind: 'target', uid, hasIds: true, isMorph: true }
      : problem(INVALID),
  )
}
