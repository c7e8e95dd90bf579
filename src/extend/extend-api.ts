/** Content for the code of a project: the operations of the API, with the rights of the caller or with all. */

import { queryText } from '../client/client-query.ts'
import { type AnyId, pathId } from '../client/path-id.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { WriteCaller } from '../content/content-hooks.ts'
import { type Question, read } from '../content/read/read.ts'
import { uniqueTargetOf } from '../content/read/unique-target.ts'
import { create, deleteOne, saveSingle, update } from '../content/write/write-content.ts'
import { PopulusError } from '../errors.ts'
import { EVERYTHING } from '../identity/access/make-access.ts'
import { may } from '../plan/access.ts'
import type { ContentType } from '../schema/schema.ts'
import { idOfText } from '../util/json/largest-id.ts'
import { noSuchName } from '../util/no-such-name.ts'
import type { ContentApi, ExtendApi } from './extend.ts'

/** Sees private fields, too. */
export const SERVER: WriteCaller = Object.freeze({
  ...EVERYTHING,
  fingerprint: 'the project itself',
  privateFields: true,
})

type Names = ReadonlyMap<string, ContentType>
type AnyContent = { collections: Record<string, never>; singles: Record<string, never> }
type Values = Readonly<Record<string, unknown>>

/** By the names in their addresses. */
export function typesByName({ schema }: Pick<ContentContext, 'schema'>): Names {
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  return new Map(types.map(type => [type.single ? type.singularName : type.pluralName, type]))
}

export function extendApi(context: ContentContext, caller: WriteCaller): ExtendApi<AnyContent> {
  return { ...contentApi(context, caller), asServer: contentApi(context, SERVER) }
}

function contentApi(context: ContentContext, access: WriteCaller): ContentApi<AnyContent> {
  const names = typesByName(context)
  const allowed = (name: string, action: string): ContentType => {
    const type = names.get(name)
    if (type === undefined) throw new TypeError(noSuchName('content type', name, [...names.keys()], 10))
    if (!may(access, `${type.uid}.${action}`)) throw new PopulusError('forbidden')
    return type
  }
  const searchOf = (query: object = {}) => queryText(query).slice(1)
  const ask = async (question: Question) => {
    await context.database.catchUp()
    const { body } = await read(context, question, { tags: undefined, fresh: false })
    return JSON.parse(String(body?.plain)) as unknown
  }
  const api = {
    find: async (name: string, query?: object) => {
      const type = allowed(name, 'find')
      return ask({ type, access, search: searchOf(query), target: type.single ? 'single' : 'collection' })
    },
    findOne: async (name: string, id: AnyId, query?: object) => {
      const type = allowed(name, 'findOne')
      const search = searchOf(query)
      const place = String(pathId(id))
      const target = uniqueTargetOf(place)
      if (target !== undefined) return ask({ type, access, search, target })
      return ask({ type, access, search, target: 'entry', entryId: idOfText(place) })
    },
    create: async (name: string, data: Values, query?: object) =>
      JSON.parse(await create(context, { type: allowed(name, 'create'), access, data, search: searchOf(query) })),
    update: async (name: string, id: number | string, data: Values, query?: object) => {
      const type = allowed(name, 'update')
      return JSON.parse(await update(context, { type, access, id: String(id), data, search: searchOf(query) }))
    },
    put: async (name: string, data: Values, query: { readonly locale?: string } = {}) => {
      const type = allowed(name, 'update')
      const search = searchOf(query)
      return JSON.parse(await saveSingle(context, { type, access, data, search, locale: query.locale }))
    },
    delete: async (name: string, id: number | string) =>
      JSON.parse(await deleteOne(context, { type: allowed(name, 'delete'), access, id: String(id), search: '' })),
  }
  return api as unknown as ContentApi<AnyContent>
}
