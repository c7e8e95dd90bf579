/** The named schemas of a document. Only those that something refers to are built, so the document has no others. */
import type { JsonSchema } from './json-schema.ts'

export class SchemaBook {
  readonly #names = new Map<string, string>()
  readonly #schemas = new Map<string, JsonSchema>()
  /** Those that are referred to, but not built yet. Each may add others, in a chain as long as the relations of the types. */
  readonly #waiting: { readonly name: string; readonly build: () => JsonSchema }[] = []

  /**
   * A reference to a schema. `key` tells schemas apart that would like the same name: a type `article-list` is not the
   * list of the type `article`.
   */
  refer(name: string, key: string, build: () => JsonSchema): JsonSchema {
    return { $ref: this.pointer(name, key, build) }
  }

  /** The address of a schema inside the document. */
  pointer(name: string, key: string, build: () => JsonSchema): string {
    const known = this.#names.get(key)
    if (known !== undefined) return address(known)
    let free = name
    while (this.#schemas.has(free)) free += '_'
    this.#names.set(key, free)
    // Schemas refer to each other and to themselves.
    this.#schemas.set(free, {})
    this.#waiting.push({ name: free, build })
    return address(free)
  }

  /** By name, in alphabetical order: a new type does not move the others. */
  schemas(): Readonly<Record<string, JsonSchema>> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      this.#schemas.set(next.name, next.build())
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function address(name: string): string {
  return `#/components/schemas/${name}`
}
