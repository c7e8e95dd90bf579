/** What a caller may compute from the entries of a collection. */
import { may } from '../../plan/access.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { Attribute, ContentType, ScalarType } from '../../schema/schema.ts'
import { pascalCase } from '../model-names.ts'
import { type DescribedApi, modelSchema, sharedSchema, visibleAttributes } from './described-api.ts'
import { FLAG } from './filter-schemas.ts'
import { INTEGER, type JsonSchema, listOf, literally, object, oneOrMore, orNull, STRING } from './json-schema.ts'
import { type Operation, queryParameter } from './operation.ts'
import { queryBody, whichParameters } from './query-parameters.ts'

/** Both ways to ask need the right to read the list, too. */
export function aggregateOperations(api: DescribedApi, type: ContentType): readonly Operation[] {
  const { pluralName, uid } = type
  if (!may(api.access, `${uid}.find`) || !may(api.access, `${uid}.aggregate`)) return []
  const name = pascalCase(pluralName)
  const base = { path: `/${pluralName}/aggregate`, tag: pluralName, answer: aggregateAnswer(api) }
  const parameters = aggregateParameters(api, type)
  const summary = `Sums, counts and groups of ${pluralName}`
  return [
    { ...base, method: 'get', id: `aggregate${name}`, summary, parameters },
    {
      ...{ ...base, method: 'post', id: `queryAggregate${name}`, summary: `${summary}, for long queries` },
      body: queryBody(parameters),
    },
  ]
}

const NUMBERS: readonly ScalarType[] = ['integer', 'biginteger', 'float', 'decimal']
const DATES: readonly ScalarType[] = ['date', 'datetime', 'timestamp']
const BUCKET = '(?::(?:day|week|month|quarter|year))?'

function aggregateParameters(api: DescribedApi, type: ContentType): readonly JsonSchema[] {
  const names = (aspect: string, isOne: (attribute: Attribute) => boolean, bucket = ''): JsonSchema =>
    oneOrMore(modelSchema(api, type, aspect, () => valueName(api, type, isOne, bucket)))
  const numbers = names('Number', attribute => hasType(attribute, NUMBERS))
  const ordered = names('Ordered', attribute => hasType(attribute, [...NUMBERS, ...DATES, 'time']))
  const plain = names('Value', isPlain)
  const groups = names('Group', isPlain, BUCKET)
  return [
    queryParameter('count', FLAG, { description: 'The number of entries.', allowEmptyValue: true }),
    queryParameter('sum', numbers, { description: 'The sum of each of these fields.' }),
    queryParameter('avg', numbers, { description: 'The average of each of these fields.' }),
    queryParameter('min', ordered, { description: 'The smallest value of each of these fields.' }),
    queryParameter('max', ordered, { description: 'The largest value of each of these fields.' }),
    queryParameter('countDistinct', plain, { description: 'How many different values each of these fields has.' }),
    queryParameter('groupBy', groups, {
      description: 'One result for each value of these fields; `createdAt:month` for each month.',
    }),
    queryParameter(
      'having',
      { type: 'object' },
      {
        description: 'Conditions on what is computed: `having[count][$gt]=5`, `having[sum][price][$gte]=100`.',
        style: 'deepObject',
        explode: true,
      },
    ),
    queryParameter('sort', oneOrMore(STRING), { description: '`count:desc`, `sum.price`, or the name of a group.' }),
    ...whichParameters(api, type),
  ]
}

/** The names after a dot are not described. */
function valueName(
  api: DescribedApi,
  type: ContentType,
  isOne: (attribute: Attribute) => boolean,
  bucket: string,
): JsonSchema {
  const attributes = visibleAttributes(type, api)
  const links = attributes.filter(attribute => 'target' in attribute && !attribute.many)
  const own = ['id', ...attributes.filter(isOne).map(({ name }) => name)].map(literally)
  const through = links.length === 0 ? [] : [`(?:${links.map(({ name }) => literally(name)).join('|')})\\.[^:]+`]
  return { type: 'string', pattern: `^(?:${[...own, ...through].join('|')})${bucket}$` }
}

function hasType(attribute: Attribute, types: readonly ScalarType[]): boolean {
  return attribute.kind === 'scalar' && types.includes(attribute.type)
}

/** A value that can be compared: not JSON, and of related entries their id. */
function isPlain(attribute: Attribute): boolean {
  if (attribute.kind === 'scalar') return ATTRIBUTE_TYPES[attribute.type].output !== 'json'
  return attribute.kind !== 'component' && 'target' in attribute && !attribute.many
}

function aggregateAnswer(api: DescribedApi): JsonSchema {
  const number = orNull({ type: 'number' })
  const values = (schema: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: schema })
  const value = { type: ['string', 'number', 'null'] }
  const computed = sharedSchema(api, 'Aggregate', () =>
    object({
      group: values({ type: ['string', 'number', 'boolean', 'null'] }),
      count: INTEGER,
      ...{ sum: values(value), avg: values(number), min: values(value), max: values(value) },
      countDistinct: values(INTEGER),
    }),
  )
  return sharedSchema(api, 'AggregateAnswer', () =>
    object(
      {
        data: { anyOf: [computed, listOf(computed)] },
        meta: object({
          pagination: object({
            ...{ page: INTEGER, pageSize: INTEGER, pageCount: INTEGER },
            ...{ start: INTEGER, limit: INTEGER, total: INTEGER },
          }),
        }),
      },
      ['data', 'meta'],
    ),
  )
}
