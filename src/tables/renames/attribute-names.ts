/** What attributes are called after a rename, wherever their names are written: in paths, values, filters and queries. */
import { isObject, mapMembers } from '../../schema/json-value.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import type { RenamedAttribute } from './attribute-renames.ts'

export interface AttributeRename {
  /** Of the type or component. */
  readonly uid: string
  /** Whether the attribute was called so. */
  readonly was: (name: string) => boolean
  readonly to: string
}

export function namesAfter(schema: Schema, renames: readonly RenamedAttribute[]): AttributeNames {
  const known = renames.map(({ uid, from, to }) => ({ uid, was: (name: string) => name === from, to }))
  return new AttributeNames(schema, known)
}

const GROUPS: readonly string[] = ['$and', '$or', '$not']

/** Everything is JSON as it was stored, by anybody: what is not understood stays as it is. */
export class AttributeNames {
  readonly #schema: Schema
  readonly #renames: readonly AttributeRename[]

  /** `schema` has the new names. */
  constructor(schema: Schema, renames: readonly AttributeRename[]) {
    this.#schema = schema
    this.#renames = renames
  }

  get isEmpty(): boolean {
    return this.#renames.length === 0
  }

  /** The uids of types whose entries have a renamed attribute, if only in a component. */
  get types(): readonly string[] {
    return [...this.#schema.types.keys()].filter(uid => this.#concerns(uid, []))
  }

  model(uid: string): Model | undefined {
    return this.#schema.types.get(uid) ?? this.#schema.components.get(uid)
  }

  name(uid: string | undefined, given: string): string {
    return this.#renames.find(rename => rename.uid === uid && rename.was(given))?.to ?? given
  }

  /** `seo.metaTitle`, `author.name` */
  path(uid: string | undefined, given: string): string {
    return this.#walk(uid, given).path
  }

  /** The members of an object by their attributes; their values stay. */
  members(uid: string | undefined, given: unknown): unknown {
    return mapMembers(given, (key, inner) => [this.name(uid, key), inner])
  }

  /** Of an entry, or of one or several components. */
  values(uid: string | undefined, given: unknown): unknown {
    if (Array.isArray(given)) return given.map(each => this.values(uid, each))
    const part = isObject(given) ? given.__component : undefined
    const here = typeof part === 'string' ? part : uid
    return mapMembers(given, (key, inner) => {
      const name = this.name(here, key)
      const attribute = this.#attribute(here, name)
      if (attribute?.kind === 'component') return [name, this.values(attribute.target, inner)]
      return [name, attribute?.kind === 'zone' ? this.values(undefined, inner) : inner]
    })
  }

  filters(uid: string | undefined, given: unknown): unknown {
    if (Array.isArray(given)) return given.map(each => this.filters(uid, each))
    return mapMembers(given, (key, inner) => {
      if (GROUPS.includes(key)) return [key, this.filters(uid, inner)]
      if (key.startsWith('$')) return [key, inner]
      if (key === 'on') return [key, mapMembers(inner, (part, filters) => [part, this.filters(part, filters)])]
      const { path, end } = this.#walk(uid, key)
      return [path, this.filters(end, inner)]
    })
  }

  /** `title,-body`, `title:desc`, or a list of such texts. */
  list(uid: string | undefined, given: unknown): unknown {
    if (Array.isArray(given)) return given.map(each => this.list(uid, each))
    if (typeof given !== 'string') return mapMembers(given, (key, inner) => [key, this.list(uid, inner)])
    const words = given.split(',').map(word => {
      const [, before = '', path = '', after = ''] = /^(\s*-?)([^\s:]*)(.*)$/s.exec(word) ?? []
      return `${before}${this.path(uid, path)}${after}`
    })
    return words.join(',')
  }

  /** The parameters of a request, or what `populate` says of one relation. */
  query(uid: string | undefined, given: unknown): unknown {
    if (!isObject(given)) return this.list(uid, given)
    return mapMembers(given, (key, inner) => {
      if (key === 'filters') return [key, this.filters(uid, inner)]
      if (key === 'fields' || key === 'sort') return [key, this.list(uid, inner)]
      if (key === 'on') return [key, mapMembers(inner, (part, query) => [part, this.query(part, query)])]
      return [key, key === 'populate' ? this.#populate(uid, inner) : inner]
    })
  }

  #populate(uid: string | undefined, given: unknown): unknown {
    if (!isObject(given)) return this.list(uid, given)
    return mapMembers(given, (key, inner) => {
      if (/^\d+$/.test(key)) return [key, this.list(uid, inner)]
      const { path, end } = this.#walk(uid, key)
      return [path, this.query(end, inner)]
    })
  }

  /** `end` is the model that the path leads to, if it is that of one model. */
  #walk(uid: string | undefined, given: string) {
    let end = uid
    const names = given.split('.').map(part => {
      const name = this.name(end, part)
      const attribute = this.#attribute(end, name)
      end = attribute !== undefined && 'target' in attribute ? attribute.target : undefined
      return name
    })
    return { path: names.join('.'), end }
  }

  #attribute(uid: string | undefined, name: string) {
    return uid === undefined ? undefined : this.model(uid)?.attributes.get(name)
  }

  #concerns(uid: string, above: readonly string[]): boolean {
    if (this.#renames.some(rename => rename.uid === uid)) return true
    const attributes = above.includes(uid) ? [] : [...(this.model(uid)?.attributes.values() ?? [])]
    const parts = attributes.flatMap(attribute => {
      if (attribute.kind === 'component') return [attribute.target]
      return attribute.kind === 'zone' ? attribute.components : []
    })
    return parts.some(part => this.#concerns(part, [...above, uid]))
  }
}
