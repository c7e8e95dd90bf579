/** `fields`, `sort` and `populate` of a model. */
import { COUNT, isCounted } from '../../plan/read/conditions/resolve-count.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { type Attribute, type Model, modelOf, type ScalarAttribute } from '../../schema/schema.ts'
import { isDescribed } from '../model-names.ts'
import { type DescribedApi, modelSchema, sharedSchema, showsDrafts, visibleAttributes } from './described-api.ts'
import { columnsOf, FLAG, filtersSchema } from './filter-schemas.ts'
import {
  INTEGER,
  type JsonSchema,
  listOf,
  literally,
  object,
  oneOfTexts,
  oneOrMore,
  onlyNames,
  STRING,
} from './json-schema.ts'
import { ownFields } from './own-file-schemas.ts'

/** A name, a list of names, or `*`. */
export function fieldsSchema(api: DescribedApi, model: Model): JsonSchema {
  const name = modelSchema(api, model, 'Field', () => {
    const attributes = visibleAttributes(model, api)
    const scalars = attributes.filter(({ kind }) => kind === 'scalar')
    const others = api.dialect.relationInFieldsIsError ? [] : attributes.filter(({ kind }) => kind !== 'scalar')
    const passed = ['', ...columnsOf(scalars), ...others.map(({ name }) => name)]
    const description = 'Accepted besides: column names, and names that have no effect.'
    const names = [...scalars.map(({ name }) => name), ...Object.keys(ownFields(api, model))]
    return {
      anyOf: [
        oneOfTexts(['*', 'id', ...names, ...names.map(name => `-${name}`)]),
        ...partsOfJson(scalars),
        { ...oneOfTexts(passed), deprecated: true, description },
      ],
    }
  })
  return oneOrMore(name)
}

/** `facts.serves` */
function partsOfJson(scalars: readonly Attribute[]): readonly JsonSchema[] {
  const values = scalars.filter(scalar => scalar.kind === 'scalar' && ATTRIBUTE_TYPES[scalar.type].output === 'json')
  if (values.length === 0) return []
  return [{ type: 'string', pattern: `^(?:${values.map(({ name }) => literally(name)).join('|')})\\..+$` }]
}

const DIRECTION: JsonSchema = { type: 'string', enum: ['asc', 'desc', 'ASC', 'DESC'] }

/** `title:desc`, a list of those, or `{ title: 'desc' }`. */
export function sortSchema(api: DescribedApi, model: Model): JsonSchema {
  return modelSchema(api, model, 'Sort', () => {
    const attributes = visibleAttributes(model, api, 'sort')
    const scalars = ['id', ...attributes.filter(({ kind }) => kind === 'scalar').map(({ name }) => name)]
    const links = attributes.filter(attribute => 'target' in attribute).map(({ name }) => name)
    const through = links.length === 0 ? '' : `|(?:${links.map(literally).join('|')})\\.[^,:]+`
    const term = `(?:${scalars.map(literally).join('|')}${through})(?::(?:asc|desc|ASC|DESC))?`
    const pattern = `^(?:${term}(?:,${term})*)?$`
    const text = modelSchema(api, model, 'SortText', () => ({ type: 'string', pattern, examples: ['id:desc'] }))
    const order = orderSchema(api, model)
    return { anyOf: [text, listOf({ anyOf: [text, order] }), order] }
  })
}

/** `counted`: by their number, too. */
function orderSchema(api: DescribedApi, model: Model, counted = false): JsonSchema {
  return modelSchema(api, model, counted ? 'CountedOrder' : 'Order', () => {
    const properties = visibleAttributes(model, api, 'sort').flatMap(attribute => {
      if (attribute.kind === 'scalar') return [[attribute.name, DIRECTION] as const]
      if (!('target' in attribute) || !isDescribed(attribute.target)) return []
      const target = modelOf(api.schema, attribute.target)
      return [[attribute.name, orderSchema(api, target, isCounted(COUNT, attribute, target))] as const]
    })
    const own = { id: DIRECTION, ...(counted ? { [COUNT]: DIRECTION } : {}) }
    return { ...object({ ...own, ...Object.fromEntries(properties) }), additionalProperties: false }
  })
}

/** `*`, a path, a list of paths, or options for each name. */
export function populateSchema(api: DescribedApi, model: Model): JsonSchema {
  return modelSchema(api, model, 'Populate', () => {
    const links = visibleAttributes(model, api).filter(isLinked)
    const names = links.map(({ name }) => name)
    const path = modelSchema(api, model, 'Path', () => pathSchema(names, api))
    const options = links.map(
      link => [link.name, { anyOf: [switchSchema(api), deepSchema(api), optionsOf(api, link)] }] as const,
    )
    const byName = {
      ...object(Object.fromEntries(options)),
      ...(api.dialect.typosAreErrors ? onlyNames(names.length === 0 ? [''] : names) : {}),
    }
    return { anyOf: [path, listOf(path), byName, deepSchema(api)] }
  })
}

type LinkedKind = Exclude<Attribute, ScalarAttribute>

function isLinked(attribute: Attribute): attribute is LinkedKind {
  return attribute.kind !== 'scalar'
}

/** The names after a dot are not described. Where typos pass, every text does. */
function pathSchema(names: readonly string[], { dialect }: DescribedApi): JsonSchema {
  const known = oneOfTexts(['*', ...names, ...names.map(name => `-${name}`)])
  if (!dialect.typosAreErrors) return { anyOf: [known, STRING] }
  const path =
    names.length === 0
      ? '\\*'
      : `(?:\\*|-(?:${names.map(literally).join('|')})|(?:${names.map(literally).join('|')})(?:\\.[^,]+)?)`
  return { anyOf: [known, { type: 'string', pattern: `^(?:${path}(?:,${path})*)?$` }] }
}

/** Whether something is populated. */
function switchSchema(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'Switch', () => ({ anyOf: [FLAG, { type: 'string', enum: ['*', ''] }] }))
}

/** `deep`, `deep,3` and `deep,-localizations`, as a text or a list. */
function deepSchema(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'Deep', () => ({
    anyOf: [
      { type: 'string', pattern: '^deep(?:,[1-9][0-9]*)?(?:,-[^,.]+)*$', examples: ['deep', 'deep,3'] },
      { ...listOf({ type: 'string', pattern: '^(?:deep(?:,[1-9][0-9]*)?|[1-9][0-9]*|-[^,.]+)$' }), minItems: 1 },
    ],
    description: 'Everything, at several levels.',
  }))
}

function optionsOf(api: DescribedApi, attribute: LinkedKind): JsonSchema {
  if (attribute.kind === 'zone') return zoneOptions(api, attribute.components)
  if (attribute.kind === 'morph' || !isDescribed(attribute.target)) return anyOptions(api)
  return linkOptions(api, modelOf(api.schema, attribute.target))
}

/** What can be asked of populated entries. */
function linkOptions(api: DescribedApi, model: Model): JsonSchema {
  return modelSchema(api, model, 'Options', () =>
    object({
      fields: fieldsSchema(api, model),
      populate: populateSchema(api, model),
      filters: oneOrMore(filtersSchema(api, model)),
      sort: sortSchema(api, model),
      ordering: { type: 'string', enum: ['asc', 'desc'] },
      ...{ count: FLAG, exists: FLAG, ids: FLAG, required: FLAG },
      ...(model.kind === 'type' && showsDrafts(model, api) ? { publicationState: PUBLICATION_STATE } : {}),
      ...(api.dialect.populateWithPagination
        ? { start: INTEGER, limit: INTEGER, pagination: paginationParameter(api) }
        : {}),
    }),
  )
}

function zoneOptions(api: DescribedApi, uids: readonly string[]): JsonSchema {
  const each = uids.map(uid => [
    uid,
    { anyOf: [switchSchema(api), deepSchema(api), linkOptions(api, modelOf(api.schema, uid))] } as JsonSchema,
  ])
  const closed = api.dialect.typosAreErrors && uids.length > 0 ? onlyNames(uids) : {}
  return object({
    on: { ...object(Object.fromEntries(each)), ...closed },
    populate: anyPopulate(api),
    fields: oneOrMore(STRING),
    required: FLAG,
    components: uids.length === 0 ? oneOrMore(STRING) : oneOrMore(oneOfTexts(uids)),
  })
}

function anyOptions(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'AnyOptions', () =>
    object({ fields: oneOrMore(STRING), populate: anyPopulate(api), on: { type: 'object' } }),
  )
}

function anyPopulate(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'AnyPopulate', () => ({ anyOf: [STRING, listOf(STRING), { type: 'object' }] }))
}

/** `estimate`: the total of a long list need not be exact. */
const COUNTING: JsonSchema = { anyOf: [FLAG, { type: 'string', enum: ['estimate'] }] }

export function paginationParameter(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'PaginationParameter', () =>
    object({
      ...{ page: INTEGER, pageSize: INTEGER, start: INTEGER, limit: INTEGER, withCount: COUNTING },
      ...{ after: STRING, before: STRING, links: FLAG },
    }),
  )
}

export const PUBLICATION_STATE: JsonSchema = Object.freeze({ type: 'string', enum: ['live', 'preview'] })
