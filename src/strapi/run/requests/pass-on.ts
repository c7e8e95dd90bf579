/** Hands a request from a project's code to the server's own routes, and their answer back to it. */
import type { IncomingMessage } from 'node:http'
import createError from 'http-errors'
import type { Context } from 'koa'
import type { ChangedRequest, TakenRequest } from '../../../http/extension/route-extension.ts'
import { queryText } from '../../../query/query-text.ts'
import * as strapiErrors from '../errors/strapi-errors.ts'
import { plainQuery } from './plain-query.ts'

const known = new WeakMap<IncomingMessage, TakenRequest>()

export function rememberTaken(taken: TakenRequest): void {
  known.set(taken.request, taken)
}

/** The path as the server's router understands it. */
export function pathOf(ctx: Context): string {
  return known.get(ctx.req)!.path
}

/** Strapi answers these itself. All other errors are thrown, and code around an action may catch them. */
const ANSWERED = [401, 403, 404, 405]

/** The answer becomes that of `ctx`, as an object if it is JSON: code may change it. */
export async function passOn(ctx: Context, changes: ChangedRequest = {}): Promise<void> {
  const { next } = known.get(ctx.req)!
  const hasBody = ctx.request.body !== undefined && ctx.request.rawBody !== undefined
  const search = queryText(plainQuery(ctx.query))
  const { status, headers, body } = await next({
    search,
    ...(hasBody ? { body: ctx.request.body } : {}),
    ...changes,
  })
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value as string)
  ctx.status = status
  const isJson = /^application\/json/.test(String(headers['content-type'] ?? ''))
  if (body.length > 0) ctx.body = isJson ? JSON.parse(body.toString()) : body
  if (isJson) ctx.type = 'application/json; charset=utf-8'
  if (status >= 400 && !ANSWERED.includes(status)) throw errorOf(status, ctx.body)
}

interface ErrorBody {
  readonly error?: { readonly name?: string; readonly message?: string; readonly details?: unknown }
}

function errorOf(status: number, body: unknown): Error {
  const { name = '', message = '', details = {} } = (body as ErrorBody | undefined)?.error ?? {}
  const known = (strapiErrors as unknown as Record<string, new (message: string, details: unknown) => Error>)[name]
  return known === undefined ? createError(status, message, { details }) : new known(message, details)
}

/** For files and pages: the answer goes to the client as it comes, and code sees nothing of it. */
export function sendOwn(ctx: Context): void {
  ctx.respond = false
  ctx.status = 200
  known.get(ctx.req)!.pass()
}
