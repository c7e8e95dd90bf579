/** Random writes to a random project: over the API, and by somebody who only knows SQL. */
import type { ContentType, Schema } from '../../../../src/schema/schema.ts'
import { pathOf } from '../../../properties/query-generator.ts'
import type { Random } from './random.ts'
import { USER_UID } from './random-project.ts'
import { USERS } from './random-rights.ts'
import { RandomValues, TEXTS } from './random-values.ts'

export interface Written {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** The type of an entry that is created, or the entry that is deleted. */
  readonly creates?: string
  readonly deletes?: { readonly uid: string; readonly id: number }
}

/** A component as the API shows it. */
interface Part {
  readonly id: number
  readonly __component?: string
}

const LOCALES = ['en', 'fr', 'de']
/** How many entries of a type there are, about. */
const ENTRIES = { least: 5, most: 9 }

export class RandomWrites {
  readonly #schema: Schema
  readonly #random: Random
  readonly #values: RandomValues
  readonly #single: readonly ContentType[]
  readonly #lists: readonly ContentType[]
  /** The entries of each type. */
  readonly #ids: ReadonlyMap<string, Set<number>>

  constructor(schema: Schema, random: Random) {
    this.#schema = schema
    this.#random = random
    const types = [...schema.types.values()].filter(type => type.userDefined)
    this.#single = types.filter(({ single }) => single)
    this.#lists = types.filter(({ single }) => !single)
    this.#ids = new Map(types.map(({ uid }) => [uid, new Set()]))
    this.#values = new RandomValues(schema, random, uid => (uid === USER_UID ? USERS : this.#idsOf(uid)))
  }

  #idsOf(uid: string): readonly number[] {
    return [...(this.#ids.get(uid) ?? [])]
  }

  /** What was accepted, with the body of the answer. */
  note({ creates, deletes }: Written, answer: string): void {
    if (creates !== undefined) {
      const { data, id } = JSON.parse(answer) as { data?: { id: number }; id?: number }
      this.#ids.get(creates)!.add(data?.id ?? id!)
    }
    if (deletes !== undefined) this.#ids.get(deletes.uid)!.delete(deletes.id)
  }

  create(type: ContentType): Written {
    const locale = type.localized && this.#random.chance(0.5) ? { locale: this.#random.pick(LOCALES) } : {}
    const data = { ...this.#values.data(type, 0.7), ...locale }
    if (type.single) return { method: 'PUT', path: pathOf(type), body: { data } }
    return { method: 'POST', path: pathOf(type), body: { data }, creates: type.uid }
  }

  any(): Written {
    const random = this.#random
    if (random.chance(0.1)) return this.create(random.pick(this.#single))
    const type = random.pick(this.#lists)
    const ids = this.#idsOf(type.uid)
    if (ids.length < ENTRIES.least || (ids.length < ENTRIES.most && random.chance(0.15))) return this.create(type)
    const id = random.pick(ids)
    const entry = `${pathOf(type)}/${id}`
    if (random.chance(0.12)) return { method: 'DELETE', path: entry, deletes: { uid: type.uid, id } }
    if (type.localized && random.chance(0.15)) {
      const data = { ...this.#values.data(type, 0.4), locale: random.pick(LOCALES) }
      return { method: 'POST', path: `${entry}/localizations`, body: { data }, creates: type.uid }
    }
    return { method: 'PUT', path: entry, body: { data: this.#values.data(type, 0.25) } }
  }

  newUser(id: number): Written {
    const names = { username: `user-${id}`, email: `user-${id}@example.com`, password: 'secret-word', confirmed: true }
    return { method: 'POST', path: '/api/users', body: { ...names, role: 1, level: 2, mark: 'a' } }
  }

  /** Changes what rules compare with. */
  user(id: number): Written {
    const random = this.#random
    const home = random.chance(0.3) ? null : random.pick(this.#idsOf('api::alpha.alpha'))
    return { method: 'PUT', path: `/api/users/${id}`, body: { level: random.below(5), mark: random.pick(TEXTS), home } }
  }

  /** The address of an entry. */
  anyEntry(): string {
    const type = this.#random.pick(this.#lists)
    return `${pathOf(type)}/${this.#random.pick(this.#idsOf(type.uid))}`
  }

  /** Changes a value in the components that an entry has. `shown` are its attributes as the API shows them. */
  edit(path: string, shown: Readonly<Record<string, unknown>> | undefined): Written | undefined {
    const parts = Object.entries(shown ?? {}).filter(([name]) => ['seo', 'rows', 'zone'].includes(name))
    const filled = parts.filter(([, part]) => (Array.isArray(part) ? part.length > 0 : part !== null))
    if (filled.length === 0) return undefined
    const [name, part] = this.#random.pick(filled)
    const edited = (one: Part) => {
      const { id, __component } = one
      const field = 'note' in one ? 'note' : 'text'
      return { id, ...(__component !== undefined && { __component }), [field]: this.#random.pick(TEXTS) }
    }
    const data = { [name]: Array.isArray(part) ? part.map(edited) : edited(part as Part) }
    return { method: 'PUT', path, body: { data } }
  }

  /** A statement of another program: to an entry, the links of one, or a component. */
  sql(): string {
    const random = this.#random
    const type = random.pick(this.#lists)
    const id = random.pick(this.#idsOf(type.uid))
    const links = [...type.attributes.values()].flatMap(attribute =>
      attribute.kind !== 'scalar' && attribute.link?.kind === 'table' ? [attribute.link] : [],
    )
    if (links.length > 0 && random.chance(0.4)) {
      const { table, parentColumn, orderColumn } = random.pick(links)
      const chosen = `where ${parentColumn} = ${id}`
      if (orderColumn === null || random.chance(0.5)) return `delete from ${table} ${chosen}`
      return `update ${table} set "${orderColumn}" = ${random.below(5)} ${chosen}`
    }
    if (random.chance(0.5)) {
      const component = random.pick([...this.#schema.components.values()])
      const column = component.attributes.has('note') ? 'note' : 'text'
      return `update ${component.table} set ${column} = '${random.pick(TEXTS)}' where id % 5 = ${random.below(5)}`
    }
    if (this.#idsOf(type.uid).length > ENTRIES.least && random.chance(0.2)) {
      this.#ids.get(type.uid)!.delete(id)
      return `delete from ${type.table} where id = ${id}`
    }
    return `update ${type.table} set title = '${random.pick(TEXTS)}', rank = ${random.below(5)} where id = ${id}`
  }
}
