/** Operations of a document: a method of a path, with its parameters, body and answers. */
import { type DescribedApi, sharedSchema } from './described-api.ts'
import { INTEGER, type JsonSchema, object, STRING } from './json-schema.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

export interface Operation {
  readonly path: string
  readonly method: Method
  readonly tag: string
  /** Unique in the document: generated code names its functions after it. */
  readonly id: string
  readonly summary: string
  readonly parameters?: readonly JsonSchema[]
  readonly body?: JsonSchema
  /** The media type of the body, if it is not JSON. */
  readonly bodyType?: string
  /** `null`: the answer has no body. */
  readonly answer: JsonSchema | null
  /** 200 when absent. */
  readonly status?: number
  /** Besides the answer: `204` for one that is not there. */
  readonly others?: Readonly<Record<string, JsonSchema>>
}

export interface GrantedOperation {
  /** The right that it needs. */
  readonly action: string
  readonly describe: () => Operation
}

export const ID_PARAMETER: JsonSchema = { name: 'id', in: 'path', required: true, schema: INTEGER }

export function queryParameter(name: string, schema: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { name, in: 'query', schema, ...more }
}

export function toOperation({ answer, status = 200, ...operation }: Operation): JsonSchema {
  const { tag, id, summary, parameters = [], body, bodyType = 'application/json', others = {} } = operation
  const isRead = operation.method === 'get' && status === 200 && answer !== null
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: { [bodyType]: { schema: body } } } }),
    responses: {
      [status]: success(answer, isRead),
      ...(isRead ? { 304: { description: 'Not modified since the answer with this `ETag`.' } } : {}),
      ...others,
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function success(answer: JsonSchema | null, hasTag: boolean): JsonSchema {
  if (answer === null) return { description: 'Done.' }
  const headers = hasTag ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}
  return { description: 'The answer.', ...headers, content: { 'application/json': { schema: answer } } }
}

/** The answer to everything that fails. */
export function errorResponse(api: DescribedApi): JsonSchema {
  const error = sharedSchema(api, 'Error', () =>
    object(
      {
        data: { type: 'null' },
        error: object(
          {
            status: INTEGER,
            name: { type: 'string', examples: ['ValidationError'] },
            message: STRING,
            details: {
              type: 'object',
              properties: {
                errors: { type: 'array', items: problemSchema() },
                hint: { ...STRING, description: 'What was probably meant, in the dialect document.' },
                code: { ...STRING, description: 'The code of the error, beside a hint.' },
              },
            },
          },
          ['status', 'name', 'message'],
        ),
      },
      ['error'],
    ),
  )
  return {
    description: 'The request failed. The status code is the one in the body.',
    headers: {
      'x-populus-error': { description: 'A stable code of the error.', schema: STRING },
      'x-populus-hint': { description: 'What was probably meant.', schema: STRING },
    },
    content: { 'application/json': { schema: error } },
  }
}

/** One value of a body that is wrong. */
function problemSchema(): JsonSchema {
  return object({ path: { type: 'array', items: { type: ['string', 'integer'] } }, message: STRING, name: STRING })
}
