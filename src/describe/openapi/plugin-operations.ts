/** The routes of Strapi's own plug-ins that the caller may use. */
import { may } from '../../plan/access.ts'
import type { DescribedApi } from './described-api.ts'
import { type JsonSchema, listOf, object, STRING } from './json-schema.ts'
import { mediaOperations } from './media-operations.ts'
import type { GrantedOperation, Operation } from './operation.ts'
import { authOperations, roleOperations, userOperations } from './user-operations.ts'

export function pluginOperations(api: DescribedApi): readonly Operation[] {
  return [
    ...mediaOperations(api),
    ...authOperations(api),
    ...userOperations(api),
    ...roleOperations(api),
    ...modelOperations(),
  ]
    .filter(({ action }) => may(api.access, action))
    .map(({ describe }) => describe())
}

/** The description of the content model. */
function modelOperations(): readonly GrantedOperation[] {
  const model = { type: 'object' }
  const uid: JsonSchema = { name: 'uid', in: 'path', required: true, schema: STRING }
  const route = (part: string, action: string, [list, one]: readonly [string, string]): readonly GrantedOperation[] => {
    const base = { tag: 'content-type-builder', method: 'get' as const }
    const path = `/content-type-builder/${part}`
    const answers = (data: JsonSchema) => object({ data }, ['data'])
    return [
      {
        action: `plugin::content-type-builder.${part}.get${action}s`,
        describe: () => ({ ...base, path, id: list, summary: `All ${part}`, answer: answers(listOf(model)) }),
      },
      {
        action: `plugin::content-type-builder.${part}.get${action}`,
        describe: () => ({
          ...{ ...base, path: `${path}/{uid}`, id: one, summary: `One of the ${part}` },
          ...{ parameters: [uid], answer: answers(model) },
        }),
      },
    ]
  }
  return [
    ...route('content-types', 'ContentType', ['listContentTypes', 'getContentType']),
    ...route('components', 'Component', ['listComponents', 'getComponent']),
  ]
}

/** This document. */
export const OPENAPI_OPERATION: Operation = Object.freeze({
  ...{ path: '/openapi.json', method: 'get', tag: 'openapi', id: 'getOpenApi', summary: 'This document' },
  answer: { type: 'object' },
})
