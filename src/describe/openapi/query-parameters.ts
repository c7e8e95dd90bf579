/**
 * The parameters of reads. OpenAPI has no style for nested brackets: `deepObject` is defined for one level only. The schemas
 * describe every level, and a client needs a serializer that writes them, such as `queryText` of `populus/client`.
 */
import type { ContentType } from '../../schema/schema.ts'
import { type DescribedApi, showsDrafts } from './described-api.ts'
import { filtersSchema } from './filter-schemas.ts'
import { INTEGER, type JsonSchema, listOf, object, oneOrMore, STRING } from './json-schema.ts'
import { queryParameter } from './operation.ts'
import { fieldsSchema, PUBLICATION_STATE, paginationParameter, populateSchema, sortSchema } from './query-schemas.ts'

/** Brackets at every level; `filters=` without a value counts as no filter. */
const NESTED = { style: 'deepObject', explode: true }
const BLANK = { allowEmptyValue: true }

/** What an entry shows. */
export function selectionParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [
    queryParameter('fields', fieldsSchema(api, type), {
      description: 'The plain fields to show; all of them by default.',
      ...BLANK,
    }),
    queryParameter('populate', populateSchema(api, type), {
      description:
        'The relations, files, components and zones to include: `*`, paths, options for each name, or `deep`.',
      ...NESTED,
      ...BLANK,
    }),
    queryParameter('format', FORMAT, { description: '`flat`: entries without `data` and `attributes`.', ...BLANK }),
    ...publicationState(api, type),
  ]
}

/** Which entry of a single type, and what it shows. */
export function singleParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [
    ...selectionParameters(api, type),
    filters(api, type),
    ...(type.localized ? [queryParameter('locale', STRING, { ...BLANK, description: LOCALE }), fallback()] : []),
  ]
}

/** Which entries, in which order, and what they show. */
export function listParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [...selectionParameters(api, type), filters(api, type), sort(api, type), ...pageParameters(api, type)]
}

function pageParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [
    queryParameter('pagination', paginationParameter(api), { ...NESTED, description: paginationText(api) }),
    queryParameter('_q', STRING, { description: 'Entries with this text in any of their fields.', ...BLANK }),
    ...(type.search.length > 0
      ? [queryParameter('search', SEARCH, { ...NESTED, ...BLANK, description: SEARCH_TEXT })]
      : []),
    ...(type.localized
      ? [queryParameter('locale', localeSchema(), { ...NESTED, ...BLANK, description: LOCALE }), fallback()]
      : []),
  ]
}

/** Which entries, and which page of what is made of them. */
export function whichParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [filters(api, type), ...pageParameters(api, type), ...publicationState(api, type)]
}

function publicationState(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  if (!showsDrafts(type, api)) return []
  return [queryParameter('publicationState', PUBLICATION_STATE, { description: '`preview` includes drafts.' })]
}

/** Lists of users and files: all of them, or a part. */
export function flatListParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  return [
    ...selectionParameters(api, type),
    filters(api, type),
    sort(api, type),
    queryParameter('start', INTEGER),
    queryParameter('limit', INTEGER),
  ]
}

export function filters(api: DescribedApi, type: ContentType): JsonSchema {
  return queryParameter('filters', oneOrMore(filtersSchema(api, type)), {
    description: 'Conditions: `filters[title][$contains]=bread`.',
    ...NESTED,
    ...BLANK,
  })
}

function sort(api: DescribedApi, type: ContentType): JsonSchema {
  return queryParameter('sort', sortSchema(api, type), { description: '`title:asc`.', ...NESTED, ...BLANK })
}

const SEARCH_TEXT = 'Entries with these words, the best match first: `search=sourdough bread`.'
const SWITCH: JsonSchema = { type: 'string', enum: ['true', 'false'] }
const SEARCH: JsonSchema = {
  anyOf: [STRING, object({ query: STRING, typos: SWITCH, prefixes: SWITCH, snippets: SWITCH })],
}

const FORMAT: JsonSchema = { type: 'string', enum: ['v4', 'flat'] }

function fallback(): JsonSchema {
  const description = 'Languages to show where there is no translation, the best one first; in relations, too.'
  return queryParameter('fallback', oneOrMore(STRING), { ...BLANK, description })
}

/** The same parameters as the members of a body. */
export function queryBody(parameters: readonly JsonSchema[]): JsonSchema {
  return object(Object.fromEntries(parameters.map(({ name, schema }) => [name as string, schema as JsonSchema])))
}

const LOCALE = 'A language; the default one if absent. `all` for every language.'

function localeSchema(): JsonSchema {
  return { anyOf: [STRING, listOf(STRING), object({ $in: listOf(STRING) })] }
}

function paginationText({ dialect }: DescribedApi): string {
  const pages = '`page` and `pageSize`, or `start` and `limit`.'
  return dialect.populateWithPagination ? pages : `${pages} Cannot be combined with \`populate\`.`
}
