/** Turns the cast values of a body into the corresponding writes. Ignores values that are rejected elsewhere. */
import { PopulusError } from '../../errors.ts'
import { CastError } from '../../schema/attributes/attribute-type.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type MediaAttribute,
  type Model,
  type MorphAttribute,
  modelOf,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  type ZoneAttribute,
} from '../../schema/schema.ts'
import { isWritable } from './model-rule.ts'
import { placeConnected } from './order-connected.ts'
import { connectedIds, haveIds, type IdNumbers, idOf, parseRelationInput } from './relation-input.ts'
import { scalarValue } from './scalar-value.ts'
import type { ComponentItem, EntryWrite, LinkChange, LinkWrite, MorphWrite, ScalarWrite } from './write-plan.ts'

type Values = Readonly<Record<string, unknown>>

export interface ResolveScope {
  readonly schema: Schema
  readonly strictTypes: boolean
  readonly ids: IdNumbers
  /**
   * Records an error that makes the write impossible although every value has the right type. Only the first error
   * counts.
   */
  readonly refuse: (error: PopulusError) => void
}

interface Site {
  readonly path: readonly string[]
  /** The row does not exist yet. */
  readonly isNew: boolean
}

/** Components first, then the row, then the links: the order in which they are stored, and therefore rejected. */
export function resolveEntry(model: Model, values: Values, site: Site, scope: ResolveScope): EntryWrite {
  const given = [...model.attributes.values()].filter(isWritable).map(attribute => {
    const value = Object.hasOwn(values, attribute.name) ? values[attribute.name] : undefined
    return { attribute, value, at: { ...site, path: [...site.path, attribute.name] } }
  })
  const of = <K extends Attribute['kind']>(kind: K) =>
    given.filter(
      (part): part is typeof part & { attribute: Extract<Attribute, { kind: K }> } => part.attribute.kind === kind,
    )
  const named = <K extends Attribute['kind']>(kind: K) => of(kind).filter(({ value }) => value !== undefined)
  const components = named('component').map(({ attribute, value, at }) => resolveComponent(attribute, value, at, scope))
  const zones = named('zone').map(({ attribute, value, at }) => resolveZone(attribute, value, at, scope))
  const scalars = of('scalar').flatMap(({ attribute, value, at }) => resolveScalar(attribute, value, at, scope))
  const links = [...named('relation'), ...named('media')].flatMap(({ attribute, value, at }) =>
    resolveLink(attribute, value, at, scope),
  )
  const morphs = named('morph').flatMap(({ attribute, value }) => resolveMorph(attribute, value))
  return { model, scalars, links, morphs, components, zones }
}

/** A component that an update creates also gets the defaults of its attributes. */
function resolveScalar(
  attribute: ScalarAttribute,
  given: unknown,
  { path, isNew }: Site,
  { strictTypes, refuse }: ResolveScope,
): readonly ScalarWrite[] {
  const value = given === undefined && isNew ? attribute.definition.default : given
  try {
    const stored = scalarValue(attribute, value, strictTypes)
    return stored === undefined ? [] : [{ attribute, value: stored, path }]
  } catch (error) {
    if (!(error instanceof CastError)) throw error
    refuse(new PopulusError('badFormat', { message: error.message }, { hint: `at ${path.join('.')}` }))
    return []
  }
}

function resolveComponent(attribute: ComponentAttribute, value: unknown, site: Site, scope: ResolveScope) {
  const model = modelOf(scope.schema, attribute.target)
  const listed = Array.isArray(value)
  const items = (listed ? value : [value]).flatMap((item: unknown, index) => {
    const path = listed ? [...site.path, String(index)] : site.path
    return isPlainObject(item) ? [resolveItem(model, item, { ...site, path }, scope)] : []
  })
  return { attribute, items }
}

function resolveZone(attribute: ZoneAttribute, value: unknown, site: Site, scope: ResolveScope) {
  const items = (Array.isArray(value) ? value : []).flatMap((item: unknown, index) => {
    const uid = isPlainObject(item) ? item.__component : undefined
    const model = typeof uid === 'string' ? scope.schema.components.get(uid) : undefined
    if (model === undefined || !isPlainObject(item)) return []
    return [resolveItem(model, item, { ...site, path: [...site.path, String(index)] }, scope)]
  })
  return { attribute, items }
}

/** Everything inside a new entry or a new component is new as well, whatever ids it has. */
function resolveItem(model: Model, values: Values, site: Site, scope: ResolveScope): ComponentItem {
  const id = site.isNew || values.id === undefined ? null : scope.ids.of(values.id)
  return { id, entry: resolveEntry(model, values, { ...site, isNew: id === null }, scope) }
}

function resolveLink(
  attribute: RelationAttribute | MediaAttribute,
  value: unknown,
  { isNew }: Site,
  scope: ResolveScope,
): readonly LinkWrite[] {
  const input = parseRelationInput(value)
  if (input === null || !haveIds(input)) return []
  if (input.kind === 'set') {
    const named = [...new Set(input.items.map(({ id }) => scope.ids.of(id)))]
    if (attribute.many) return [{ attribute, change: { kind: 'set', ids: named } }]
    return [{ attribute, change: { kind: 'set', ids: theOne(named, isNew) }, named }]
  }
  const connected = connectedIds(input.connect, scope.ids)
  const named = connected.map(({ id }) => id)
  const connect = attribute.many ? connected : theOne(connected, isNew)
  const disconnect = [...new Set(input.disconnect.flatMap(({ id }) => idOf(id) ?? []))]
  if (connect.length === 0 && disconnect.length === 0) return []
  const change = { kind: 'patch', connect, disconnect, strict: input.strict } as const
  if (attribute.many) refuseBadOrder(change, isNew, scope)
  return [attribute.many ? { attribute, change } : { attribute, change, named }]
}

/** A to-one relation with several ids keeps the first one on create, and the last one on update. */
function theOne<T>(items: readonly T[], isNew: boolean): readonly T[] {
  return isNew ? items.slice(0, 1) : items.slice(-1)
}

/** The existing links are not known here. So this rejects only positions that would be wrong with any links. */
function refuseBadOrder(
  { connect, strict }: LinkChange & { kind: 'patch' },
  isNew: boolean,
  { refuse }: ResolveScope,
): void {
  const anchors = connect.flatMap(({ position }) => ('id' in position ? [{ id: position.id, order: 1 }] : []))
  const ids = new Set(connect.map(({ id }) => id))
  if (!isNew && ids.size === connect.length) return
  try {
    placeConnected(isNew ? [] : anchors, connect, { strict, isNew })
  } catch (error) {
    if (!(error instanceof PopulusError)) throw error
    refuse(error)
  }
}

/** `[{ "__type": "api::article.article", "id": 1 }]`; always the whole list. */
function resolveMorph(attribute: MorphAttribute, value: unknown): readonly MorphWrite[] {
  const input = parseRelationInput(value)
  if (input?.kind !== 'set') return []
  const targets = input.items.flatMap(({ id, source }) => {
    const number = idOf(id)
    return number === undefined || typeof source.__type !== 'string' ? [] : [{ uid: source.__type, id: number }]
  })
  return [{ attribute, targets: attribute.many ? targets : targets.slice(0, 1) }]
}
