/** The content model as boxes and lines: types and components, and how relations, components and zones connect them. */
import type { AttributeInfo, SchemaInfo } from '../../../../../src/admin-api/schema-api.ts'

export interface GraphBox {
  readonly uid: string
  readonly name: string
  readonly kind: 'collectionType' | 'singleType' | 'component'
}

export type Many = '1' | 'n'

export interface GraphLine {
  readonly from: string
  readonly to: string
  /** The attribute at its beginning. */
  readonly field: string
  /** The attribute at its other end; `null` if it is followed one way. */
  readonly inverse: string | null
  readonly kind: 'relation' | 'component' | 'zone'
  /** How many there may be at its beginning and at its end. */
  readonly ends: readonly [Many, Many]
}

/** A relation to entries of any type. */
export interface OpenRelation {
  readonly from: string
  readonly field: string
}

export interface RelationGraph {
  readonly boxes: readonly GraphBox[]
  readonly lines: readonly GraphLine[]
  readonly open: readonly OpenRelation[]
}

interface Model {
  readonly uid: string
  readonly attributes: Readonly<Record<string, AttributeInfo>>
}

/** Every entry has them. */
const OF_THE_SERVER = new Set(['createdBy', 'updatedBy', 'localizations'])

/** Types that the person sees, those that their relations lead to, and components. */
export function relationGraph({ types, components }: SchemaInfo): RelationGraph {
  const models = new Map<string, Model>([...types, ...components].map(model => [model.uid, model]))
  const shown = [...types.filter(({ visible }) => visible), ...components]
  const drawn = new Set<string>()
  const lines = shown.flatMap(model => linesOf(model, models, drawn))
  const open = shown.flatMap(({ uid, attributes }) =>
    fieldsOf(attributes)
      .filter(
        ([field, { type, target }]) => type === 'relation' && target === undefined && !drawn.has(`${uid}.${field}`),
      )
      .map(([field]) => ({ from: uid, field })),
  )
  const seen = new Set([...shown.map(({ uid }) => uid), ...lines.flatMap(({ from, to }) => [from, to])])
  const boxes = [
    ...types.map(({ uid, displayName, kind }): GraphBox => ({ uid, name: displayName, kind })),
    ...components.map(({ uid, displayName }): GraphBox => ({ uid, name: displayName, kind: 'component' })),
  ]
  return { boxes: boxes.filter(({ uid }) => seen.has(uid)), lines, open }
}

function fieldsOf(attributes: Model['attributes']): readonly (readonly [string, AttributeInfo])[] {
  return Object.entries(attributes).filter(([field]) => !OF_THE_SERVER.has(field))
}

/** `drawn` has the ends that a line leads to already: a relation with two ends is one line. */
function linesOf(model: Model, models: ReadonlyMap<string, Model>, drawn: Set<string>): readonly GraphLine[] {
  return fieldsOf(model.attributes).flatMap(([field, attribute]) => {
    if (drawn.has(`${model.uid}.${field}`)) return []
    const lines = linesOfField(model, field, attribute).filter(({ to }) => models.has(to))
    return lines.map(line => {
      const inverse = inverseOf(line, attribute, models.get(line.to)!)
      if (inverse !== null) drawn.add(`${line.to}.${inverse}`)
      return { ...line, inverse }
    })
  })
}

function linesOfField({ uid: from }: Model, field: string, attribute: AttributeInfo): readonly GraphLine[] {
  const { type, target, component, components = [], relation = '', repeatable } = attribute
  const line = { from, field, inverse: null }
  if (type === 'relation' && target !== undefined)
    return [{ ...line, kind: 'relation', to: target, ends: relationEnds(relation) }]
  if (component !== undefined)
    return [{ ...line, kind: 'component', to: component, ends: ['1', repeatable ? 'n' : '1'] }]
  return components.map(to => ({ ...line, kind: 'zone', to, ends: ['1', 'n'] }))
}

/** - `manyToOne` gives `['n', '1']` */
function relationEnds(relation: string): readonly [Many, Many] {
  return [relation.startsWith('many') ? 'n' : '1', relation.endsWith('Many') ? 'n' : '1']
}

/** The name at the other end, if that attribute leads back here, or anywhere. */
function inverseOf({ from, field }: GraphLine, { inverse }: AttributeInfo, target: Model): string | null {
  const other = inverse === undefined ? undefined : target.attributes[inverse]
  if (other?.type !== 'relation') return null
  const leadsBack = other.target === undefined || (other.target === from && other.inverse === field)
  return leadsBack ? inverse! : null
}

/** One box with its neighbours, and the lines that touch it. */
export function neighbourhood({ boxes, lines, open }: RelationGraph, uid: string): RelationGraph {
  const touching = lines.filter(({ from, to }) => from === uid || to === uid)
  const seen = neighboursOf(touching, [uid])
  return {
    boxes: boxes.filter(box => seen.has(box.uid)),
    lines: touching,
    open: open.filter(({ from }) => from === uid),
  }
}

/** Those of `uids` and what a line connects with them. */
export function neighboursOf(lines: readonly GraphLine[], uids: readonly string[]): ReadonlySet<string> {
  const seen = new Set(uids)
  const near = lines.filter(({ from, to }) => seen.has(from) || seen.has(to))
  return new Set([...uids, ...near.flatMap(({ from, to }) => [from, to])])
}

/** Types alone. */
export function withoutComponents({ boxes, lines, open }: RelationGraph): RelationGraph {
  const types = new Set(boxes.filter(({ kind }) => kind !== 'component').map(({ uid }) => uid))
  return {
    boxes: boxes.filter(({ uid }) => types.has(uid)),
    lines: lines.filter(({ from, to }) => types.has(from) && types.has(to)),
    open: open.filter(({ from }) => types.has(from)),
  }
}
