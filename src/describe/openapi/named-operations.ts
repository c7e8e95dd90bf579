/** The named queries that the caller may use. */
import { may } from '../../plan/access.ts'
import { type DescribedParameter, type DescribedQuery, type DescribedRule, readsOne } from '../described-query.ts'
import { pascalCase } from '../model-names.ts'
import { entryAnswer, listAnswer } from './content-operations.ts'
import type { DescribedApi } from './described-api.ts'
import { type JsonSchema, listOf, object, oneOfTexts, STRING } from './json-schema.ts'
import { type Operation, queryParameter } from './operation.ts'

export function namedOperations(api: DescribedApi, queries: readonly DescribedQuery[]): readonly Operation[] {
  return queries
    .filter(({ type, entry }) => may(api.access, `${type.uid}.${entry === undefined ? 'find' : 'findOne'}`))
    .map(query => namedOperation(api, query))
}

function namedOperation(api: DescribedApi, query: DescribedQuery): Operation {
  const { name, description, parameters } = query
  return {
    path: `/queries/${name}`,
    method: 'get',
    tag: 'queries',
    id: `query${pascalCase(name)}`,
    summary: description ?? `The named query ${name}`,
    parameters: [...parameters].map(([parameter, rule]) => parameterOf(parameter, rule)),
    answer: answerOf(api, query),
  }
}

/** The envelope is that of the plain read; `format` changes what is in it. */
function answerOf(api: DescribedApi, query: DescribedQuery): JsonSchema {
  if (query.query.format !== 'flat') return readsOne(query) ? entryAnswer(api, query.type) : listAnswer(api, query.type)
  const entry = { type: 'object' }
  return object({ data: readsOne(query) ? entry : listOf(entry), meta: { type: 'object' } }, ['data', 'meta'])
}

function parameterOf(name: string, parameter: DescribedParameter): JsonSchema {
  const { required = false, description, default: usual, example } = parameter
  const schema = { ...ruleSchema(parameter), ...(usual === undefined ? {} : { default: usual }) }
  return queryParameter(name, schema, {
    ...(required ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  })
}

function ruleSchema(rule: DescribedRule): JsonSchema {
  const { type, maxLength, min, max, values = [], of, maxItems } = rule
  if (type === 'list') return { ...listOf(ruleSchema(of!)), ...(maxItems === undefined ? {} : { maxItems }) }
  if (type === 'enum') return oneOfTexts(values)
  if (type === 'date') return { ...STRING, format: 'date' }
  if (type === 'datetime') return { ...STRING, format: 'date-time' }
  return {
    type,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }
}
