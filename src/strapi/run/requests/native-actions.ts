/**
 * The five actions of a content type, done by the server's own pipeline. They see the query and the body as the code before
 * them left them. Give what Strapi's controllers return: `{ data, meta }`, or `null` for an entry that does not exist.
 */
import type { Context } from 'koa'
import type { ContentContext } from '../../../content/content-context.ts'
import { type Question, read } from '../../../content/read/read.ts'
import { dataOf } from '../../../content/write/values/read-body.ts'
import { create, deleteOne, deleteSingle, saveSingle, update } from '../../../content/write/write-content.ts'
import { PopulusError } from '../../../errors.ts'
import type { Caller } from '../../../identity/access/authenticate.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { idOfText } from '../../../util/json/largest-id.ts'
import { strapiErrorOf } from '../entities/strapi-error-of.ts'
import { ANYBODY } from '../sanitize/seen-by.ts'
import { CALLER } from '../strapi-types.ts'
import { plainQuery } from './plain-query.ts'

export type NativeAction = (ctx: Context) => Promise<unknown>

/** By name. A single type has no `findOne` and no `create`. */
export function nativeActions(content: ContentContext, type: ContentType): Readonly<Record<string, NativeAction>> {
  const ask = async (ctx: Context, target: Question['target'], entryId?: number | null) => {
    const question = { type, ...inputOf(ctx), target, ...(entryId === undefined ? {} : { entryId }) }
    const { body } = await read(content, question, { tags: undefined, fresh: false })
    return body!.plain.toString()
  }
  const data = (ctx: Context) => dataOf(jsonOf(ctx.request.body), content)
  const locale = (ctx: Context) => (typeof ctx.query.locale === 'string' ? ctx.query.locale : undefined)
  const id = (ctx: Context) => String(ctx.params.id)
  if (type.single) {
    return actions({
      find: ctx => ask(ctx, 'single'),
      update: ctx => saveSingle(content, { type, ...inputOf(ctx), data: data(ctx), locale: locale(ctx) }),
      delete: ctx => deleteSingle(content, { type, ...inputOf(ctx), locale: locale(ctx) }),
    })
  }
  return actions({
    find: ctx => ask(ctx, 'collection'),
    findOne: ctx => ask(ctx, 'entry', idOfText(id(ctx))),
    create: ctx => create(content, { type, ...inputOf(ctx), data: data(ctx) }),
    update: ctx => update(content, { type, ...inputOf(ctx), id: id(ctx), data: data(ctx) }),
    delete: ctx => deleteOne(content, { type, ...inputOf(ctx), id: id(ctx) }),
  })
}

function inputOf(ctx: Context) {
  const query = plainQuery(ctx.query)
  // A route without authentication shows everything that is not private.
  return { access: (ctx.state.auth?.[CALLER] ?? ANYBODY) as Caller, query, search: JSON.stringify(query) }
}

function jsonOf(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body))
}

function actions(
  all: Readonly<Record<string, (ctx: Context) => Promise<string>>>,
): Readonly<Record<string, NativeAction>> {
  return Object.fromEntries(
    Object.entries(all).map(([name, action]) => [
      name,
      async (ctx: Context) => {
        try {
          return JSON.parse(await action(ctx))
        } catch (error) {
          if (error instanceof PopulusError && error.key === 'notFound') return null
          throw strapiErrorOf(error)
        }
      },
    ]),
  )
}
