/** What writes mean, in memory: entries, relations as two lists of ids, components as values with ids. */

export type TypeName = 'items' | 'people' | 'labels' | 'files'

/** One relation: the children of each parent and the parents of each child, both in order. */
interface Relation {
  readonly left: Map<number, number[]>
  readonly right: Map<number, number[]>
}

export interface RelationSide {
  readonly type: TypeName
  readonly attribute: string
  readonly target: TypeName
  readonly relation: string
  readonly side: 'left' | 'right'
  readonly many: boolean
  /** How many parents a child may have; `null` where it does not know them. */
  readonly parents: 'one' | 'many' | null
}

const side = (
  [type, attribute, target]: [TypeName, string, TypeName],
  relation: string,
  at: 'left' | 'right',
  many: boolean,
  parents: RelationSide['parents'],
): RelationSide => ({ type, attribute, target, relation, side: at, many, parents })

export const SIDES: readonly RelationSide[] = [
  side(['items', 'owner', 'people'], 'owner', 'left', false, 'many'),
  side(['people', 'items', 'items'], 'owner', 'right', true, 'one'),
  side(['items', 'pair', 'people'], 'pair', 'left', false, 'one'),
  side(['people', 'favourite', 'items'], 'pair', 'right', false, 'one'),
  side(['items', 'tags', 'labels'], 'tags', 'left', true, 'many'),
  side(['labels', 'items', 'items'], 'tags', 'right', true, 'many'),
  side(['items', 'parts', 'labels'], 'parts', 'left', true, null),
  side(['items', 'heap', 'labels'], 'heap', 'left', true, null),
  side(['items', 'buddy', 'items'], 'buddy', 'left', false, null),
  side(['items', 'next', 'items'], 'next', 'left', false, 'one'),
  side(['items', 'previous', 'items'], 'next', 'right', false, 'one'),
  side(['items', 'up', 'items'], 'up', 'left', false, 'many'),
  side(['items', 'downs', 'items'], 'up', 'right', true, 'one'),
  side(['items', 'friends', 'items'], 'friends', 'left', true, 'many'),
  side(['items', 'friendOf', 'items'], 'friends', 'right', true, 'many'),
  side(['people', 'boss', 'people'], 'boss', 'left', false, null),
  side(['items', 'cover', 'files'], 'cover', 'left', false, null),
  side(['items', 'gallery', 'files'], 'gallery', 'left', true, null),
]

export interface Connect {
  readonly id: number
  readonly position?: { before?: number; after?: number; start?: true; end?: true }
}

export type Change =
  | { readonly kind: 'set'; readonly ids: readonly number[] }
  | { readonly kind: 'patch'; readonly connect: readonly Connect[]; readonly disconnect: readonly number[] }

/** A component as it is stored; an id that is not known yet is `null`. */
export interface Component {
  id: number | null
  readonly [name: string]: unknown
}

export interface Item {
  title: string
  code: string | null
  /** Unique like the code, but shared by all translations. */
  batch: string | null
  rank: number | null
  readonly locale: string
  draft: boolean
  head: Component | null
  links: Component[]
  box: Component | null
  rows: Component[]
  blocks: Component[]
  /** All translations of the entry, itself included. */
  translations: Set<number>
}

export class WriteModel {
  readonly items = new Map<number, Item>()
  readonly people = new Set<number>()
  readonly labels = new Set<number>()
  readonly files = new Set<number>()
  readonly #relations = new Map<string, Relation>()

  idsOf(type: TypeName): readonly number[] {
    return [...this[type].keys()].sort((a, b) => a - b)
  }

  #sides({ relation, side: at }: RelationSide): readonly [Map<number, number[]>, Map<number, number[]>] {
    const known = this.#relations.get(relation) ?? { left: new Map(), right: new Map() }
    this.#relations.set(relation, known)
    return at === 'left' ? [known.left, known.right] : [known.right, known.left]
  }

  children(of: RelationSide, id: number): readonly number[] {
    return this.#sides(of)[0].get(id) ?? []
  }

  change(of: RelationSide, id: number, change: Change, isNew: boolean): void {
    this.#replace(of, id, changed(this.children(of, id), change, { many: of.many, isNew }))
  }

  #replace(of: RelationSide, id: number, wanted: readonly number[]): void {
    const [children, parents] = this.#sides(of)
    const stored = children.get(id) ?? []
    for (const child of stored.filter(old => !wanted.includes(old))) without(parents, child, id)
    for (const child of wanted.filter(fresh => !stored.includes(fresh))) {
      if (of.parents === 'one') for (const other of parents.get(child) ?? []) without(children, other, child)
      parents.set(child, of.parents === 'one' ? [id] : [...(parents.get(child) ?? []), id])
    }
    children.set(id, [...wanted])
  }

  remove(type: TypeName, id: number): void {
    if (type === 'items')
      for (const other of this.items.get(id)!.translations) this.items.get(other)?.translations.delete(id)
    this[type].delete(id)
    for (const of of SIDES) {
      const [children, parents] = this.#sides(of)
      if (of.type === type) {
        for (const child of children.get(id) ?? []) without(parents, child, id)
        children.delete(id)
      }
      if (of.target === type) {
        for (const parent of parents.get(id) ?? []) without(children, parent, id)
        parents.delete(id)
      }
    }
    if (type !== 'people') return
    for (const item of this.items.values()) {
      item.blocks = item.blocks.map(block => {
        const people = block.people as readonly number[] | undefined
        return people === undefined ? block : { ...block, people: people.filter(person => person !== id) }
      })
    }
  }
}

/** What a change makes of a list of ids. */
export function changed(
  stored: readonly number[],
  change: Change,
  { many, isNew }: { readonly many: boolean; readonly isNew: boolean },
): readonly number[] {
  const only = <T>(items: readonly T[]): readonly T[] =>
    many ? items : items.slice(isNew ? 0 : -1, isNew ? 1 : undefined)
  if (change.kind === 'set') return only(change.ids)
  const connect = only(change.connect)
  const added = connect.map(item => item.id)
  let list: readonly number[] = stored.filter(child => added.includes(child) || !change.disconnect.includes(child))
  for (const item of connect) list = placed(list, item)
  return many || added.length === 0 ? list : added.slice(-1)
}

function without(lists: Map<number, number[]>, of: number, id: number): void {
  lists.set(
    of,
    (lists.get(of) ?? []).filter(other => other !== id),
  )
}

function placed(list: readonly number[], { id, position = {} }: Connect): number[] {
  const others = list.filter(other => other !== id)
  const { before, after, start } = position
  const at =
    before !== undefined
      ? others.indexOf(before)
      : after !== undefined
        ? others.indexOf(after) + 1
        : start === true
          ? 0
          : others.length
  return others.toSpliced(at, 0, id)
}
