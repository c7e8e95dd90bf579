/** Random writes to a random project: over the API, and by somebody who only knows SQL. */
import type { Attribute, ContentType, Model, Schema } from '../../../../src/schema/schema.ts'
import { modelOf } from '../../../../src/schema/schema.ts'
import { pathOf } from '../../../properties/query-generator.ts'
import type { Random } from './random.ts'

export interface Written {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly data?: unknown
}

const TEXTS = ['a', 'b', 'c', 'd', 'e']
const LOCALES = ['en', 'fr', 'de']
/** Ids are small. Some of them do not exist, and the server refuses them. */
const MOST_IDS = 14
const FILES = 3

export class RandomWrites {
  readonly #schema: Schema
  readonly #random: Random
  readonly #types: readonly ContentType[]

  constructor(schema: Schema, random: Random) {
    this.#schema = schema
    this.#random = random
    this.#types = [...schema.types.values()].filter(type => type.userDefined)
  }

  create(type: ContentType): Written {
    const locale = type.localized && this.#random.chance(0.5) ? { locale: this.#random.pick(LOCALES) } : {}
    const data = { ...this.#data(type, 0.7), ...locale }
    return { method: type.single ? 'PUT' : 'POST', path: pathOf(type), data }
  }

  any(): Written {
    const random = this.#random
    const type = random.pick(this.#types)
    const entry = `${pathOf(type)}/${1 + random.below(MOST_IDS)}`
    if (type.single || random.chance(0.15)) return this.create(type)
    if (random.chance(0.12)) return { method: 'DELETE', path: entry }
    if (type.localized && random.chance(0.15)) {
      const data = { ...this.#data(type, 0.4), locale: random.pick(LOCALES) }
      return { method: 'POST', path: `${entry}/localizations`, data }
    }
    return { method: 'PUT', path: entry, data: this.#data(type, 0.25) }
  }

  /** A statement of another program: to an entry, or to the links of one. */
  sql(): string {
    const random = this.#random
    const type = random.pick(this.#types)
    const id = 1 + random.below(MOST_IDS)
    const links = [...type.attributes.values()].flatMap(attribute =>
      attribute.kind !== 'scalar' && attribute.link?.kind === 'table' ? [attribute.link] : [],
    )
    if (links.length > 0 && random.chance(0.4)) {
      const { table, parentColumn, orderColumn } = random.pick(links)
      const chosen = `where ${parentColumn} = ${1 + random.below(5)}`
      if (orderColumn === null || random.chance(0.5)) return `delete from ${table} ${chosen}`
      return `update ${table} set "${orderColumn}" = ${random.below(5)} ${chosen}`
    }
    if (random.chance(0.2)) return `delete from ${type.table} where id = ${id}`
    return `update ${type.table} set title = '${random.pick(TEXTS)}', rank = ${random.below(5)} where id = ${id}`
  }

  /** Each attribute is written with this probability, and at least one of them. */
  #data(model: Model, part: number): Record<string, unknown> {
    const data: Record<string, unknown> = {}
    const writable = [...model.attributes.values()].filter(
      ({ writable, name }) => writable && !['locale', 'localizations', 'createdBy', 'updatedBy'].includes(name),
    )
    const chosen = writable.filter(() => this.#random.chance(part))
    for (const attribute of chosen.length === 0 ? [this.#random.pick(writable)] : chosen)
      data[attribute.name] = this.#value(attribute)
    return data
  }

  #value(attribute: Attribute): unknown {
    const random = this.#random
    switch (attribute.kind) {
      case 'scalar':
        return this.#scalar(attribute.name, attribute.type)
      case 'relation':
        return this.#relation(attribute.many)
      case 'media': {
        const files = random.some([1, 2, 3].slice(0, FILES), 3)
        return attribute.many ? files : (files[0] ?? null)
      }
      case 'component':
        return this.#component(attribute.target, attribute.many)
      case 'zone':
        return Array.from({ length: random.below(4) }, () => {
          const uid = random.pick(attribute.components)
          return { __component: uid, ...this.#data(modelOf(this.#schema, uid), 0.6) }
        })
      case 'morph': {
        const targets = random.some([1, 2, 3, 4, 5], 3).map(id => ({ __type: 'api::alpha.alpha', id }))
        return attribute.many ? targets : (targets[0] ?? null)
      }
      default:
        return attribute satisfies never
    }
  }

  #component(uid: string, many: boolean): unknown {
    const one = () => this.#data(modelOf(this.#schema, uid), 0.6)
    if (many) return Array.from({ length: this.#random.below(3) }, one)
    return this.#random.chance(0.8) ? one() : null
  }

  #scalar(name: string, type: string): unknown {
    const random = this.#random
    if (name === 'publishedAt') return random.chance(0.6) ? '2024-01-01T00:00:00.000Z' : null
    if (random.chance(0.15)) return null
    if (type === 'integer') return random.below(5)
    if (type === 'boolean') return random.chance(0.5)
    if (type === 'datetime') return `2024-0${1 + random.below(5)}-01T00:00:00.000Z`
    return random.pick(TEXTS)
  }

  #relation(many: boolean): unknown {
    const random = this.#random
    const ids = () => random.some([1, 2, 3, 4, 5, 6, 7, 8], many ? 4 : 1)
    if (!many) return random.chance(0.7) ? (ids()[0] ?? null) : { connect: ids(), disconnect: ids() }
    if (random.chance(0.5)) return ids()
    return random.chance(0.3) ? { set: ids() } : { connect: ids(), disconnect: ids() }
  }
}
