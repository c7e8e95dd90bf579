/**
 * Removes from a body what its sender cannot set: unknown names, fields without a grant, and relations to types that
 * may not be read.
 */

import { isPlainObject } from '../../schema/rules/rule.ts'
import { type Attribute, type Model, modelOf } from '../../schema/schema.ts'
import { type Access, mayReach, writableFields } from '../access.ts'
import type { PlanContext } from '../plan-context.ts'
import { isWritable } from './model-rule.ts'

type Values = Readonly<Record<string, unknown>>

export interface PickOptions {
  readonly mode: 'create' | 'update'
  readonly context: PlanContext
}

/** These decide which entry is created, not what it contains, so no list of fields excludes them. */
const CHOSEN_ON_CREATE: ReadonlySet<string> = new Set(['publishedAt', 'locale'])

/** The values of an entry, without anything that is silently dropped. */
export function pickWritable(values: Values, model: Model, options: PickOptions): Values {
  const fields = writableFields(options.context.access, model.uid)
  return pick(
    values,
    model,
    options,
    attribute => !isPassedOver(attribute, model, options.mode) && isListed(attribute.name, fields, options.mode),
  )
}

/**
 * The names that the caller may not write because of a list of writable fields. They include names that no attribute
 * has. This way nobody can distinguish them from fields that exist but are out of reach.
 */
export function refusedNames(
  values: Values,
  model: Model,
  { access, mode }: { readonly access: Access; readonly mode: PickOptions['mode'] },
): readonly string[] {
  const fields = writableFields(access, model.uid)
  if (fields === undefined) return []
  return Object.keys(values).filter(name => {
    const attribute = model.attributes.get(name)
    if (name === 'id' || CREATORS.has(name)) return false
    if (attribute !== undefined && (isTimestamp(attribute) || isPassedOver(attribute, model, mode))) return false
    return !isListed(name, fields, mode)
  })
}

/** Everybody knows these, and nobody can set them. */
const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])

function isTimestamp({ name }: Attribute): boolean {
  return name === 'createdAt' || name === 'updatedAt'
}

/** Content of an answer may be sent back, although a body cannot set it. */
function isPassedOver(attribute: Attribute, model: Model, mode: PickOptions['mode']): boolean {
  const { name } = attribute
  if (name === 'localizations' && attribute.kind === 'relation') return true
  return name === 'locale' && mode === 'update' && !(model.kind === 'type' && !model.localized)
}

function isListed(name: string, fields: ReadonlySet<string> | undefined, mode: PickOptions['mode']): boolean {
  return (fields?.has(name) ?? true) || (mode === 'create' && CHOSEN_ON_CREATE.has(name))
}

function pick(values: Values, model: Model, options: PickOptions, isOpen: (attribute: Attribute) => boolean): Values {
  const picked: Record<string, unknown> = {}
  for (const attribute of model.attributes.values()) {
    if (!Object.hasOwn(values, attribute.name) || !isWritable(attribute) || !isOpen(attribute)) continue
    const value = pickValue(attribute, values[attribute.name], options)
    if (value !== undefined) picked[attribute.name] = value
  }
  return picked
}

function pickValue(attribute: Attribute, value: unknown, options: PickOptions): unknown {
  const { access, schema } = options.context
  switch (attribute.kind) {
    case 'scalar':
    case 'media':
      return value
    case 'relation':
      return mayReach(access, attribute.target) ? value : undefined
    case 'morph':
      return pickMorph(value, options)
    case 'component': {
      const model = modelOf(schema, attribute.target)
      const pickOne = (item: unknown) => (isPlainObject(item) ? pickComponent(item, model, options) : item)
      return Array.isArray(value) ? value.map(pickOne) : pickOne(value)
    }
    case 'zone':
      return Array.isArray(value) ? value.map(item => pickZoneItem(item, options)) : value
  }
}

/** A component keeps its id, because the stored component is found by it. */
function pickComponent(values: Values, model: Model, options: PickOptions): Values {
  const picked = pick(values, model, options, () => true)
  return Object.hasOwn(values, 'id') ? { id: values.id, ...picked } : picked
}

function pickZoneItem(item: unknown, options: PickOptions): unknown {
  if (!isPlainObject(item)) return item
  const { __component } = item
  const model = typeof __component === 'string' ? options.context.schema.components.get(__component) : undefined
  return model === undefined ? { __component } : { __component, ...pickComponent(item, model, options) }
}

/**
 * Keeps the entries of a list whose type may be read. If that removes all entries of a non-empty list, nothing is
 * changed.
 */
function pickMorph(value: unknown, { context: { access } }: PickOptions): unknown {
  const isOpen = (item: unknown) =>
    !isPlainObject(item) || item.__type === undefined || mayReach(access, String(item.__type))
  if (!Array.isArray(value)) return isOpen(value) ? value : undefined
  const open = value.filter(isOpen)
  return open.length === 0 && value.length > 0 ? undefined : open
}
