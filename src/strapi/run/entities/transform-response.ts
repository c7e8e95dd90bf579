/** Flat entries in the form of the content API: `{ data: { id, attributes }, meta }`. */
import { FILE_UID } from '../../../schema/schema.ts'
import { ownMember } from '../own-member.ts'
import type { StrapiModel, StrapiModels } from '../strapi-types.ts'
import { isRecord } from './query-values.ts'

export function transformResponse(
  models: StrapiModels,
  resource: unknown,
  meta: unknown = {},
  model?: StrapiModel,
): unknown {
  if (resource === null || resource === undefined) return resource
  return { data: entry(models, resource, model), meta }
}

function entry(models: StrapiModels, given: unknown, model: StrapiModel | undefined): unknown {
  if (given === null || given === undefined) return given
  if (Array.isArray(given)) return given.map(item => entry(models, item, model))
  if (!isRecord(given)) throw new Error('Entry must be an object')
  const { id, ...properties } = given
  const attributes = Object.entries(properties).map(([key, value]) => [
    key,
    property(models, value, model && ownMember(model.attributes, key)),
  ])
  return { id, attributes: Object.fromEntries(attributes) }
}

function property(
  models: StrapiModels,
  value: unknown,
  attribute: StrapiModel['attributes'][string] | undefined,
): unknown {
  const isEntry = value === null || isRecord(value) || Array.isArray(value)
  if (attribute === undefined || !isEntry) return value
  switch (attribute.type) {
    case 'relation':
      return 'target' in attribute
        ? { data: entry(models, value, models.contentTypes[String(attribute.target)]) }
        : value
    case 'media':
      return { data: entry(models, value, models.contentTypes[FILE_UID]) }
    case 'component':
      return component(models, value, models.components[String(attribute.component)])
    case 'dynamiczone':
      return Array.isArray(value)
        ? value.map(part => component(models, part, ownMember(models.components, String(part?.__component))))
        : value
    default:
      return value
  }
}

function component(models: StrapiModels, value: unknown, model: StrapiModel | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => component(models, item, model))
  const shown = entry(models, value, model) as { id: unknown; attributes: object } | null | undefined
  return shown === null || shown === undefined ? shown : { id: shown.id, ...shown.attributes }
}
