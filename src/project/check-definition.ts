/** Checks the options of an attribute that a person has changed: what a schema file may say, but nobody can mean. */
import { scalarTypeOf } from '../schema/attribute-type-name.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { type JsonObject, textsAt } from '../schema/json-value.ts'
import { MEDIA_KINDS } from '../schema/rules/media-kinds.ts'

/** `path` leads to the option. */
type Report = (text: string, ...path: readonly string[]) => void

export function checkDefinition(definition: JsonObject, problem: Report): void {
  checkBounds(definition, problem)
  if (definition.type === 'enumeration') checkValues(definition, problem)
  if (definition.type === 'media') checkMedia(definition, problem)
  checkDefault(definition, problem)
}

const NUMBERS = ['integer', 'float', 'decimal']
const LISTS = ['component', 'dynamiczone']

function checkBounds(definition: JsonObject, problem: Report): void {
  const type = String(definition.type)
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
  for (const key of ['minLength', 'maxLength'])
    if (definition[key] !== undefined && !isWhole(definition[key])) problem('must be a whole number from 0 on', key)
  for (const key of ['min', 'max']) {
    const value = definition[key]
    if (value === undefined) continue
    if (LISTS.includes(type) && !isWhole(value)) problem('must be a whole number from 0 on', key)
    if (NUMBERS.includes(type) && !Number.isFinite(value)) problem('must be a number', key)
  }
  for (const [low, high] of [
    ['min', 'max'],
    ['minLength', 'maxLength'],
  ] as const) {
    const [least, most] = [definition[low], definition[high]]
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      problem(`must not be less than ${low} (${least})`, high)
  }
}

function checkValues({ enum: values }: JsonObject, problem: Report): void {
  if (Array.isArray(values) && values.length > 0 && values.every(value => String(value).trim() !== '')) return
  problem('must name at least one value, and none may be empty', 'enum')
}

function checkMedia(definition: JsonObject, problem: Report): void {
  const unknown = textsAt(definition, 'allowedTypes').find(kind => !MEDIA_KINDS.includes(kind) && kind !== 'any')
  if (unknown !== undefined)
    problem(`there is no kind ${unknown}; there are: ${MEDIA_KINDS.join(', ')}`, 'allowedTypes')
}

function checkDefault(definition: JsonObject, problem: Report): void {
  const value = definition.default
  const type = scalarTypeOf(definition)
  if (value === undefined || value === null || type === null) return
  const { seed } = ATTRIBUTE_TYPES[type]
  if (!seed.accepts(value)) problem(`must be ${seed.expected}`, 'default')
  else if (type === 'enumeration' && !textsAt(definition, 'enum').includes(String(value)))
    problem('must be one of the values', 'default')
}
