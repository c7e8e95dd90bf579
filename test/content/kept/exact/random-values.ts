/** Random values for the attributes of an entry or a component. */
import { type Attribute, type Model, modelOf, type Schema } from '../../../../src/schema/schema.ts'
import type { Random } from './random.ts'

export const TEXTS = ['a', 'b', 'c', 'd', 'e']
const FILES = [1, 2, 3]

export class RandomValues {
  readonly #schema: Schema
  readonly #random: Random
  /** The entries of a type that relations may lead to. */
  readonly #ids: (uid: string) => readonly number[]

  constructor(schema: Schema, random: Random, ids: (uid: string) => readonly number[]) {
    this.#schema = schema
    this.#random = random
    this.#ids = ids
  }

  /** Each attribute is written with this probability, and at least one of them. */
  data(model: Model, part: number): Record<string, unknown> {
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
        return this.#relation(attribute.many, this.#ids(attribute.target))
      case 'media': {
        const files = random.some(FILES, 3)
        return attribute.many ? files : (files[0] ?? null)
      }
      case 'component':
        return this.#component(attribute.target, attribute.many)
      case 'zone':
        return Array.from({ length: random.below(4) }, () => {
          const uid = random.pick(attribute.components)
          return { __component: uid, ...this.data(modelOf(this.#schema, uid), 0.6) }
        })
      case 'morph': {
        const targets = random.some(this.#ids('api::alpha.alpha'), 3).map(id => ({ __type: 'api::alpha.alpha', id }))
        return attribute.many ? targets : (targets[0] ?? null)
      }
      default:
        return attribute satisfies never
    }
  }

  #component(uid: string, many: boolean): unknown {
    const one = () => this.data(modelOf(this.#schema, uid), 0.6)
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

  #relation(many: boolean, possible: readonly number[]): unknown {
    const random = this.#random
    const ids = () => random.some(possible, many ? 4 : 1)
    if (!many) return random.chance(0.7) ? (ids()[0] ?? null) : { connect: ids(), disconnect: ids() }
    if (random.chance(0.5)) return ids()
    return random.chance(0.3) ? { set: ids() } : { connect: ids(), disconnect: ids() }
  }
}
