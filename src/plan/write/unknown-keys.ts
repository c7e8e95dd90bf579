/** Keys of a body that no attribute has. */

import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { MOST_FOUND, MOST_NAMED } from '../../util/named-problems.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import { isWritable } from './model-rule.ts'
import type { ValueProblem } from './write-plan.ts'

type Values = Readonly<Record<string, unknown>>

/** Keys that an answer may contain besides the attributes of its model; they are ignored when sent back. */
const IN_ANSWERS: ReadonlySet<string> = new Set([
  ...['id', '__component', '__type', 'createdAt', 'updatedAt', 'publishedAt'],
  ...['createdBy', 'updatedBy', 'localizations', 'locale'],
])

/**
 * Finds unknown keys in the entry and its components, each with the attribute that was probably meant. Ends after as
 * many as anybody looks for.
 */
export function unknownKeys(values: Values, model: Model, schema: Schema): readonly ValueProblem[] {
  const found: ValueProblem[] = []
  collect(values, { model, schema, path: [], found })
  return found
}

interface Search {
  readonly model: Model
  readonly schema: Schema
  readonly path: readonly string[]
  readonly found: ValueProblem[]
}

function collect(values: Values, search: Search): void {
  const { model, path, found } = search
  for (const [key, value] of Object.entries(values)) {
    if (found.length >= MOST_FOUND) return
    const attribute = model.attributes.get(key)
    if (attribute !== undefined) collectInside(attribute, value, { ...search, path: [...path, key] })
    else if (!IN_ANSWERS.has(key)) {
      const message = found.length < MOST_NAMED ? unknownMessage(key, model) : `There is no attribute ${key}`
      found.push({ path: [...path, key], message })
    }
  }
}

function unknownMessage(key: string, model: Model): string {
  const open = [...model.attributes.values()].filter(attribute => isWritable(attribute) && !attribute.private)
  const nearest = nearestName(
    key,
    open.map(({ name }) => name),
  )
  return `There is no attribute ${key.slice(0, 100)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

function collectInside(attribute: Attribute, value: unknown, search: Search): void {
  const { schema, path, found } = search
  if (attribute.kind !== 'component' && attribute.kind !== 'zone') return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (found.length >= MOST_FOUND) return
      collectInside(attribute, item, { ...search, path: [...path, String(index)] })
    }
    return
  }
  if (!isPlainObject(value)) return
  const model =
    attribute.kind === 'zone' ? schema.components.get(String(value.__component)) : modelOf(schema, attribute.target)
  if (model !== undefined) collect(value, { ...search, model })
}
