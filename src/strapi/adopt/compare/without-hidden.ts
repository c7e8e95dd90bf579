/** What only one of the servers answers below morph relations: Strapi what the caller may not read, Populus what it populates. */
import type { Attribute } from '../../../schema/schema.ts'

export interface HiddenNames {
  /** Attributes that are private somewhere. */
  readonly privates: ReadonlySet<string>
  /** Relations to entries of any type. */
  readonly morphs: ReadonlySet<string>
}

export function hiddenNames(attributes: readonly Attribute[]): HiddenNames {
  const isPrivate = (attribute: Attribute) =>
    attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')
  return {
    privates: new Set(attributes.filter(isPrivate).map(({ name }) => name)),
    morphs: new Set(attributes.filter(({ kind }) => kind === 'morph').map(({ name }) => name)),
  }
}

/** Strapi's body without what is hidden in that of Populus, and only there. */
export function withoutHidden(strapi: unknown, populus: unknown, names: HiddenNames, below = false): unknown {
  if (!isObject(strapi) || !isObject(populus) || Array.isArray(strapi) !== Array.isArray(populus)) return strapi
  if (Array.isArray(strapi)) {
    const items = below ? (allowed(strapi, populus) as readonly unknown[]) : strapi
    return items.map((item, index) => {
      const others = populus as unknown as readonly unknown[]
      const partner = below ? others.find(other => identityOf(other) === identityOf(item)) : undefined
      return withoutHidden(item, partner ?? others[index], names, below)
    })
  }
  const kept = Object.entries(strapi).filter(([key]) => !below || key in populus || !names.privates.has(key))
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const ours = populus[key]
      if (!names.morphs.has(key)) return [key, withoutHidden(value, ours, names, below)]
      return [key, withoutHidden(allowed(value, ours), ours, names, true)]
    }),
  )
}

/** The body of Populus without what it has populated below morph relations, and Strapi has not. */
export function withoutPopulated(populus: unknown, strapi: unknown, names: HiddenNames, below = false): unknown {
  if (!isObject(strapi) || !isObject(populus) || Array.isArray(strapi) !== Array.isArray(populus)) return populus
  const inner = (key: string) => withoutPopulated(populus[key], strapi[key], names, below || names.morphs.has(key))
  if (Array.isArray(populus)) return populus.map((_, index) => inner(String(index)))
  const kept = Object.keys(populus).filter(key => !below || key in strapi)
  return Object.fromEntries(kept.map(key => [key, inner(key)]))
}

/** Of the entries behind a morph relation, those that Populus answers too: no drafts, and none of forbidden types. */
function allowed(strapi: unknown, populus: unknown): unknown {
  if (isObject(strapi) && (populus === null || populus === undefined)) return populus
  if (!Array.isArray(strapi) || !Array.isArray(populus)) return strapi
  const known = new Set(populus.map(identityOf))
  return strapi.filter(item => known.has(identityOf(item)))
}

/** Which entry it is, if it is one. */
export function identityOf(item: unknown): string {
  const { id, __type: type } = (item ?? {}) as { readonly id?: unknown; readonly __type?: unknown }
  return `${String(type)} ${String(id)}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
