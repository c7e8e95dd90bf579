/** The routes of files and locales that the caller may use. */
import { FILE_UID, LOCALE_UID } from '../../schema/schema.ts'
import { type DescribedApi, sharedSchema } from './described-api.ts'
import { flatSchema } from './entry-schemas.ts'
import { type JsonSchema, listOf, object, oneOrMore, STRING } from './json-schema.ts'
import { type GrantedOperation, ID_PARAMETER, type Operation, queryParameter } from './operation.ts'
import { flatListParameters, selectionParameters } from './query-parameters.ts'

export function mediaOperations(api: DescribedApi): readonly GrantedOperation[] {
  const type = api.schema.types.get(FILE_UID)!
  const plugin = 'plugin::upload.content-api'
  const file = () => flatSchema(api, type)
  const files: Pick<Operation, 'path' | 'tag'> = { path: '/upload/files', tag: 'upload' }
  const one = { path: '/upload/files/{id}', tag: 'upload' }
  return [
    {
      action: `${plugin}.find`,
      describe: () => ({
        ...{ ...files, method: 'get', id: 'listFiles', summary: 'Uploaded files' },
        parameters: flatListParameters(api, type),
        answer: listOf(file()),
      }),
    },
    {
      action: `${plugin}.findOne`,
      describe: () => ({
        ...{ ...one, method: 'get', id: 'getFile', summary: 'One uploaded file' },
        parameters: [ID_PARAMETER, ...selectionParameters(api, type)],
        answer: file(),
      }),
    },
    {
      action: `${plugin}.upload`,
      describe: () => ({
        ...{ path: '/upload', tag: 'upload', method: 'post', id: 'upload', summary: 'Uploads files' },
        parameters: [queryParameter('id', { type: 'integer' }, { description: 'A file that gets the new content.' })],
        ...{ body: uploadForm(api), bodyType: 'multipart/form-data' },
        answer: oneOrMore(file()),
      }),
    },
    {
      action: `${plugin}.destroy`,
      describe: () => ({
        ...{ ...one, method: 'delete', id: 'deleteFile', summary: 'Deletes an uploaded file' },
        parameters: [ID_PARAMETER],
        answer: file(),
      }),
    },
    {
      action: 'plugin::i18n.locales.listLocales',
      describe: () => ({
        ...{ path: '/i18n/locales', tag: 'i18n', method: 'get', id: 'listLocales', summary: 'The languages' },
        answer: listOf(localeSchema(api)),
      }),
    },
  ]
}

function uploadForm(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'UploadForm', () => ({
    ...object({
      files: oneOrMore({ type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' }),
      fileInfo: {
        ...oneOrMore(STRING),
        description: 'JSON with `name`, `alternativeText` and `caption`, for each file.',
      },
      ref: {
        type: 'string',
        description: 'The type of the entry that gets the files.',
        examples: ['api::article.article'],
      },
      refId: { type: ['integer', 'string'], description: 'Its id.' },
      field: { type: 'string', description: 'The name of its media field.' },
    }),
  }))
}

function localeSchema(api: DescribedApi): JsonSchema {
  const flat = flatSchema(api, api.schema.types.get(LOCALE_UID)!)
  return sharedSchema(api, 'Locale', () => ({ allOf: [flat, object({ isDefault: { type: 'boolean' } })] }))
}
