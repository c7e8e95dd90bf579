/** The routes of content types that the caller may use. */
import { may } from '../../plan/access.ts'
import { isUnique } from '../../plan/read/conditions/has-unique.ts'
import type { ContentType } from '../../schema/schema.ts'
import { nameOf, pascalCase } from '../model-names.ts'
import { aggregateOperations } from './aggregate-operations.ts'
import { type DescribedApi, modelSchema, sharedSchema, visibleAttributes } from './described-api.ts'
import { entrySchema, flatSchema } from './entry-schemas.ts'
import { createInput, translationInput, updateInput } from './input-schemas.ts'
import { INTEGER, type JsonSchema, listOf, literally, object, oneOfTexts, orNull, STRING } from './json-schema.ts'
import { ID_PARAMETER, type Operation, queryParameter } from './operation.ts'
import { listParameters, queryBody, selectionParameters, singleParameters } from './query-parameters.ts'
import { scheduleOperations } from './schedule-operations.ts'

/** `plainReads`: whether the caller may send queries of their own. */
export function contentOperations(api: DescribedApi, plainReads = true): readonly Operation[] {
  const types = [...api.schema.types.values()].filter(({ userDefined }) => userDefined)
  const operations = types.flatMap(type =>
    type.single ? singleOperations(api, type) : collectionOperations(api, type),
  )
  return plainReads ? operations : operations.flatMap(withoutSelection)
}

/** Reads are closed, and the answers of writes show what they show without a query. */
function withoutSelection(operation: Operation): readonly Operation[] {
  if (operation.method === 'get' || operation.path.endsWith('/query')) return []
  const { parameters = [] } = operation
  return [{ ...operation, parameters: parameters.filter(each => each.in === 'path' || each.name === 'locale') }]
}

function collectionOperations(api: DescribedApi, type: ContentType): readonly Operation[] {
  const { pluralName } = type
  const list = { path: `/${pluralName}`, tag: pluralName }
  const one = { path: `/${pluralName}/{id}`, tag: pluralName }
  const name = nameOf(type)
  const selection = () => [ID_PARAMETER, ...selectionParameters(api, type)]
  const routes: Readonly<Record<string, () => Operation>> = {
    find: () => ({
      ...{
        ...list,
        method: 'get',
        id: `list${pascalCase(pluralName)}`,
        summary: `Entries of ${pluralName}, a page at a time`,
      },
      parameters: listParameters(api, type),
      answer: listAnswer(api, type),
    }),
    findOne: () => ({
      ...{ ...one, method: 'get', id: `get${name}`, summary: `One entry of ${pluralName}` },
      parameters: [idOrUnique(api, type), ...selectionParameters(api, type)],
      answer: entryAnswer(api, type),
    }),
    create: () => ({
      ...{ ...list, method: 'post', id: `create${name}`, summary: `Creates an entry of ${pluralName}` },
      parameters: [...selectionParameters(api, type), ...locale(type)],
      body: object({ data: createInput(api, type) }, ['data']),
      answer: entryAnswer(api, type),
    }),
    update: () => ({
      ...{ ...one, method: 'put', id: `update${name}`, summary: `Changes an entry of ${pluralName}` },
      parameters: selection(),
      body: object({ data: updateInput(api, type) }, ['data']),
      answer: entryAnswer(api, type),
    }),
    delete: () => ({
      ...{ ...one, method: 'delete', id: `delete${name}`, summary: `Deletes an entry of ${pluralName}` },
      parameters: selection(),
      answer: entryAnswer(api, type),
    }),
    createLocalization: () => ({
      ...{ path: `${one.path}/localizations`, tag: pluralName, method: 'post' },
      ...{ id: `translate${name}`, summary: `Creates a translation of an entry of ${pluralName}` },
      parameters: [ID_PARAMETER],
      body: translationInput(api, type),
      answer: flatSchema(api, type),
    }),
  }
  return [
    ...allowed(api, type, routes),
    ...longQuery(api, type),
    ...aggregateOperations(api, type),
    ...scheduleOperations(api, type, { ...one, parameters: [ID_PARAMETER] }),
  ]
}

/** The list, with its parameters in the body. */
function longQuery(api: DescribedApi, type: ContentType): readonly Operation[] {
  const { pluralName, uid } = type
  if (!may(api.access, `${uid}.find`)) return []
  const names = { id: `query${pascalCase(pluralName)}`, summary: `Entries of ${pluralName}, for long queries` }
  const body = queryBody(listParameters(api, type))
  return [
    { path: `/${pluralName}/query`, tag: pluralName, method: 'post', ...names, body, answer: listAnswer(api, type) },
  ]
}

/** An id, or `slug:my-post`. */
function idOrUnique(api: DescribedApi, type: ContentType): JsonSchema {
  const unique = visibleAttributes(type, api, 'filter').filter(isUnique)
  if (unique.length === 0) return ID_PARAMETER
  const pattern = `^(?:${unique.map(({ name }) => literally(name)).join('|')}):`
  return { ...ID_PARAMETER, schema: { anyOf: [INTEGER, { type: 'string', pattern }] } }
}

function singleOperations(api: DescribedApi, type: ContentType): readonly Operation[] {
  const { singularName } = type
  const base = { path: `/${singularName}`, tag: singularName }
  const name = nameOf(type)
  const parameters = () => [...selectionParameters(api, type), ...locale(type)]
  const routes: Readonly<Record<string, () => Operation>> = {
    find: () => ({
      ...{ ...base, method: 'get', id: `get${name}`, summary: `The ${singularName}` },
      parameters: singleParameters(api, type),
      answer: entryAnswer(api, type),
    }),
    update: () => ({
      ...{ ...base, method: 'put', id: `put${name}`, summary: `Creates or changes the ${singularName}` },
      parameters: parameters(),
      body: object({ data: updateInput(api, type) }, ['data']),
      answer: entryAnswer(api, type),
    }),
    delete: () => ({
      ...{ ...base, method: 'delete', id: `delete${name}`, summary: `Deletes the ${singularName}` },
      parameters: parameters(),
      answer: entryAnswer(api, type),
    }),
  }
  return [...allowed(api, type, routes), ...scheduleOperations(api, type, { ...base, parameters: locale(type) })]
}

/** Only localized types have translations. */
function allowed(
  { access }: DescribedApi,
  { uid, localized }: ContentType,
  routes: Readonly<Record<string, () => Operation>>,
): readonly Operation[] {
  return Object.entries(routes)
    .filter(([action]) => may(access, `${uid}.${action}`) && (localized || action !== 'createLocalization'))
    .map(([, describe]) => describe())
}

function locale({ localized }: ContentType): readonly JsonSchema[] {
  return localized ? [queryParameter('locale', STRING, { description: 'The language of the entry.' })] : []
}

export function entryAnswer(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, 'Answer', () =>
    object({ data: entrySchema(api, type), meta: object({ locale: { type: 'object' }, deep: deepStops(api) }) }, [
      'data',
      'meta',
    ]),
  )
}

/** Where `populate=deep` has stopped, and why. */
function deepStops(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'DeepStops', () => {
    const stop = object({ at: STRING, why: oneOfTexts(['depth', 'cycle', 'budget']) }, ['at', 'why'])
    return object({ stopped: listOf(stop) }, ['stopped'])
  })
}

/** Where the words of a search are, by id and field. */
function snippets({ search }: ContentType): Readonly<Record<string, JsonSchema>> {
  if (search.length === 0) return {}
  const byField: JsonSchema = { type: 'object', additionalProperties: STRING }
  return { search: object({ snippets: { type: 'object', additionalProperties: byField } }, ['snippets']) }
}

export function listAnswer(api: DescribedApi, type: ContentType): JsonSchema {
  const pagination = sharedSchema(api, 'Pagination', () =>
    object({
      ...{ page: INTEGER, pageSize: INTEGER, pageCount: INTEGER, total: INTEGER, estimated: { type: 'boolean' } },
      ...{ start: INTEGER, limit: INTEGER, before: orNull(STRING), after: orNull(STRING) },
      links: object({ prev: orNull(STRING), next: orNull(STRING) }, ['prev', 'next']),
    }),
  )
  return modelSchema(api, type, 'List', () =>
    object(
      {
        data: listOf(entrySchema(api, type)),
        meta: object({ pagination, locale: { type: 'object' }, deep: deepStops(api), ...snippets(type) }, [
          'pagination',
        ]),
      },
      ['data', 'meta'],
    ),
  )
}
