/** What `search` looks at, as the schema file of a content type says. */

/** From an entry to one attribute with text. */
export interface SearchPath {
  /** From the entry on: relations, components and zones; empty for an attribute of the entry itself. */
  readonly hops: readonly SearchHop[]
  /** The attribute at the end. */
  readonly attribute: string
  /** How much a word there counts, from 1 to 10. */
  readonly weight: number
}

export interface SearchHop {
  readonly name: string
  /** For a dynamic zone: the component of the blocks that are meant. */
  readonly component?: string
}

export const MOST_WEIGHT = 10
/** Each way to related rows makes the statement of a search longer. */
export const MOST_SEARCH_WAYS = 20

/** `blocks(shared.hero).title` */
export function searchPathName({ hops, attribute }: Pick<SearchPath, 'hops' | 'attribute'>): string {
  const steps = hops.map(({ name, component }) => (component === undefined ? name : `${name}(${component})`))
  return [...steps, attribute].join('.')
}
