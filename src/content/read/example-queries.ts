/** Example queries for a given schema, shown on the start page and in the terminal. */
import type { Access } from '../../plan/access.ts'
import { may, mayReach, mayReadField } from '../../plan/access.ts'
import type { Attribute, ContentType, Schema } from '../../schema/schema.ts'

export interface ExampleQuery {
  readonly title: string
  /** Path and query, starting with the API prefix. */
  readonly url: string
}

/**
 * Examples for the readable collection with the most to populate: a list, selected fields, everything, one zone in
 * depth.
 */
export function exampleQueries(schema: Schema, access: Access, prefix: string): readonly ExampleQuery[] {
  const type = richestCollection(schema, access)
  if (type === undefined) return []
  const path = `${prefix}/${type.pluralName}`
  const shown = (kind: Attribute['kind'], test: (attribute: Attribute) => boolean = () => true) =>
    [...type.attributes.values()].find(
      attribute => attribute.kind === kind && isShown(type, attribute, access) && test(attribute),
    )?.name
  const scalar = shown('scalar')
  const relation = shown('relation', attribute => attribute.name !== 'localizations')
  const zone = shown('zone')
  const queries: ExampleQuery[] = [{ title: `All ${type.pluralName}`, url: path }]
  if (scalar !== undefined && relation !== undefined) {
    queries.push({
      title: `Only ${scalar}, with ${relation}`,
      url: `${path}?fields[0]=${scalar}&populate[0]=${relation}`,
    })
  }
  queries.push({ title: 'Everything, one level deep', url: `${path}?populate=*` })
  if (zone !== undefined) {
    queries.push({
      title: `The dynamic zone ${zone}, with all its blocks hold`,
      url: `${path}?fields[0]=${scalar ?? 'id'}&populate[${zone}][populate]=*`,
    })
  }
  return queries
}

function richestCollection(schema: Schema, access: Access): ContentType | undefined {
  const richness = (type: ContentType) =>
    [...type.attributes.values()].filter(attribute => attribute.kind !== 'scalar').length
  return [...schema.types.values()]
    .filter(type => type.userDefined && !type.single && may(access, `${type.uid}.find`))
    .sort((a, b) => richness(b) - richness(a))[0]
}

function isShown(type: ContentType, attribute: Attribute, access: Access): boolean {
  if (attribute.private || !mayReadField(access, type.uid, attribute.name)) return false
  return attribute.kind !== 'relation' || mayReach(access, attribute.target)
}
