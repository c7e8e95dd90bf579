/** What stands for an entry in an address. */

export type Id = number | string

/** An id, or the value of a unique field by its name. */
export type AnyId = Id | Readonly<Record<string, Id>>

/** `5`, or `slug:my-post` for `{ slug: 'my-post' }`. */
export function pathId(id: AnyId): Id {
  return typeof id === 'object' ? Object.entries(id).map(([name, value]) => `${name}:${value}`)[0]! : id
}
