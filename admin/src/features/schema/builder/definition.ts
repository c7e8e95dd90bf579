/** Changes of one attribute's definition, as schema files write it. What has no meaning is left out. */
import type { Json, JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { isLimit, isSwitch, optionsOf } from './attribute-options.ts'

/** `undefined`, `false` and an empty text remove the option. */
export function withOption(definition: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _former, ...others } = definition
  return value === undefined || value === false || value === '' ? others : { ...definition, [name]: value }
}

export function isLocalized(definition: JsonObject): boolean {
  const { i18n } = (definition.pluginOptions ?? {}) as { i18n?: { localized?: boolean } }
  return i18n?.localized === true
}

export function withLocalized(definition: JsonObject, isOn: boolean): JsonObject {
  const { i18n: _former, ...others } = (definition.pluginOptions ?? {}) as JsonObject
  const options: JsonObject = isOn ? { ...others, i18n: { localized: true } } : others
  return withOption(definition, 'pluginOptions', Object.keys(options).length === 0 ? undefined : options)
}

/** What a new attribute begins with. */
function newDefinition(type: string): JsonObject {
  if (type === 'media') return { type, multiple: false, allowedTypes: ['images', 'files', 'videos', 'audios'] }
  if (type === 'component') return { type, component: '', repeatable: false }
  if (type === 'dynamiczone') return { type, components: [] }
  if (type === 'enumeration') return { type, enum: [] }
  if (type === 'relation') return { type, relation: 'manyToOne', target: '' }
  return { type }
}

/** Options that both types have stay; a default belongs to its type. */
export function withType(definition: JsonObject, type: string): JsonObject {
  const allowed = optionsOf(type)
  const isKept = (name: string) =>
    name === 'pluginOptions' || ((isSwitch(name) || isLimit(name)) && allowed.includes(name))
  const kept = Object.entries(definition).filter(([name]) => isKept(name))
  return { ...newDefinition(type), ...Object.fromEntries(kept) }
}

/** The value of an option as its input gets it. */
export function shownValue(value: Json | undefined): string | number {
  return typeof value === 'number' ? value : String(value ?? '')
}

/** The value of an option as it is typed; `undefined` for none. */
export function typedValue(type: string, text: string): Json | undefined {
  if (text === '') return undefined
  if (type === 'boolean') return text === 'true'
  const isNumeric = type === 'integer' || type === 'float' || type === 'decimal'
  return isNumeric && Number.isFinite(Number(text)) ? Number(text) : text
}

export interface RelationWish {
  readonly relation: string
  readonly target: string
  /** The attribute that the target gets; empty for none. */
  readonly end: string
}

export function relationOf(definition: JsonObject): RelationWish {
  const { relation, target, inversedBy, mappedBy } = definition as Readonly<Record<string, string | undefined>>
  return { relation: relation ?? '', target: target ?? '', end: inversedBy ?? mappedBy ?? '' }
}

/** One of many belongs to the side that stores the link: only there is `inversedBy`. */
export function withRelation(definition: JsonObject, { relation, target, end }: RelationWish): JsonObject {
  const { inversedBy: _inversed, mappedBy, ...others } = definition
  const isOther = relation === 'oneToMany' || (relation !== 'manyToOne' && mappedBy !== undefined)
  return { ...others, relation, target, ...(end === '' ? {} : { [isOther ? 'mappedBy' : 'inversedBy']: end }) }
}
