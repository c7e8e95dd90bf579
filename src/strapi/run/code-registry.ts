/** What a project has of one kind (controllers, services, policies, middlewares), by uid, as Strapi's containers keep it. */

/** `api::article.article`, `global::is-owner`, `plugin::users-permissions.user` */
export class Registry {
  readonly #values = new Map<string, unknown>()
  readonly #made = new Map<string, unknown>()
  readonly #make: (value: unknown) => unknown

  /** `make`: what becomes of a value when it is first asked for. */
  constructor(make: (value: unknown) => unknown = value => value) {
    this.#make = make
  }

  keys(): string[] {
    return [...this.#values.keys()]
  }

  get(uid: string): unknown {
    if (!this.#made.has(uid)) {
      const value = this.#values.get(uid)
      if (value === undefined) return undefined
      this.#made.set(uid, this.#make(value))
    }
    return this.#made.get(uid)
  }

  set(uid: string, value: unknown): this {
    this.#values.set(uid, value)
    this.#made.delete(uid)
    return this
  }

  /** `namespace`: `api::article` or `global::`. */
  add(namespace: string, values: Readonly<Record<string, unknown>>): this {
    for (const [name, value] of Object.entries(values)) {
      this.set(`${namespace}${namespace.endsWith('::') ? '' : '.'}${name}`, value)
    }
    return this
  }

  extend(uid: string, change: (value: unknown) => unknown): this {
    const current = this.get(uid)
    if (current === undefined) throw new Error(`${uid} does not exist`)
    this.#made.set(uid, change(current))
    return this
  }

  /** All of a namespace, each made when it is asked for; keys without the namespace if `short`. */
  getAll(namespace = '', short = false): Record<string, unknown> {
    const start = namespace === '' || namespace.endsWith('::') ? namespace : `${namespace}.`
    const all = {}
    for (const uid of this.keys().filter(key => key.startsWith(start))) {
      const name = short ? uid.slice(start.length) : uid
      Object.defineProperty(all, name, { enumerable: true, get: () => this.get(uid) })
    }
    return all
  }
}
