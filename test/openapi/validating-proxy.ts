/** What a proxy does that knows nothing of the server but its OpenAPI document: checks requests and answers against it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import qs from 'qs'

interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required?: boolean
  readonly allowEmptyValue?: boolean
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly $ref?: string }>>
}

export interface OpenApi {
  readonly openapi: string
  readonly servers: readonly [{ readonly url: string }]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
}

export interface ValidatingProxy {
  /** What is wrong with a request; empty if nothing is. */
  request(method: string, url: string, body?: unknown): readonly string[]
  answer(method: string, url: string, status: number, body: unknown): readonly string[]
}

export function validatingProxy(document: OpenApi): ValidatingProxy {
  // Addresses hold texts; bodies and answers have the types that they have.
  const texts = validator(document, { coerceTypes: true })
  const values = validator(closed(document), {})
  const prefix = document.servers[0].url
  const find = (method: string, path: string) => operationOf(document, method === 'HEAD' ? 'GET' : method, path)
  return {
    request(method, url, body) {
      const [path = '', search = ''] = url.slice(prefix.length).split(/\?(.*)/s)
      const found = find(method, path)
      if (found === undefined) return [`${method} ${path} is not in the document`]
      const { operation, pointer, parameters: given } = found
      const query = qs.parse(search, { strictNullHandling: true, arrayLimit: 1000, depth: 100 })
      const problems = (operation.parameters ?? []).flatMap((parameter, index) => {
        const value = parameter.in === 'path' ? given[parameter.name] : query[parameter.name]
        if (value === undefined) return parameter.required === true ? [`${parameter.name} is required`] : []
        if (parameter.allowEmptyValue === true && (value === '' || value === null)) return []
        return texts(`${pointer}/parameters/${index}/schema`, value)
      })
      if (body === undefined) return problems
      return [...problems, ...values(`${pointer}/requestBody/content/application~1json/schema`, body)]
    },
    answer(method, url, status, body) {
      const found = find(method, url.slice(prefix.length).split('?')[0]!)
      if (found === undefined) return status === 403 ? [] : [`${method} ${url} is not in the document`]
      const { responses } = found.operation
      const response = responses[status]
      if (response === undefined) return values('/components/responses/Error/content/application~1json/schema', body)
      if (response.content === undefined) return body === '' ? [] : ['there is a body']
      if (method === 'HEAD') return []
      return values(`${found.pointer}/responses/${status}/content/application~1json/schema`, body)
    },
  }
}

type Check = (pointer: string, value: unknown) => readonly string[]

function validator(document: OpenApi, options: { readonly coerceTypes?: boolean }): Check {
  const ajv = new Ajv2020({ strict: false, ...options })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const known = new Map<string, ValidateFunction>()
  return (pointer, value) => {
    const check =
      known.get(pointer) ?? ajv.compile({ type: 'object', properties: { value: { $ref: `openapi#${pointer}` } } })
    known.set(pointer, check)
    return check({ value }) ? [] : [ajv.errorsText(check.errors)]
  }
}

/** Answers may have no attributes that the document does not describe. */
function closed(document: OpenApi): OpenApi {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    name.endsWith('Attributes') ? { ...schema, additionalProperties: false } : schema,
  ])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

interface Found {
  readonly operation: Operation
  readonly pointer: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A path without parameters comes before those with some, as OpenAPI says. */
function operationOf(document: OpenApi, method: string, path: string): Found | undefined {
  const isPlain = (template: string) => !template.includes('{')
  const templates = Object.entries(document.paths).sort(([a], [b]) => Number(isPlain(b)) - Number(isPlain(a)))
  for (const [template, operations] of templates) {
    const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = pattern.exec(path)
    const operation = operations[method.toLowerCase()]
    if (match === null || operation === undefined) continue
    const pointer = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`
    return { operation, pointer: encodeURI(pointer), parameters: match.groups ?? {} }
  }
  return undefined
}
