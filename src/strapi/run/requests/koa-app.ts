/** The Koa application in which a project's code runs: its contexts have the helpers that Strapi gives them. */
import { STATUS_CODES } from 'node:http'
import createError from 'http-errors'
import Koa, { type Request, type Response } from 'koa'
import type { QueryLimits } from '../../../query/limits.ts'
import { parseText } from '../../../query/parse-text.ts'
import { kebabCase } from '../../../schema/snake-case.ts'
import { formatError } from '../errors/format-error.ts'

export interface KoaOptions {
  readonly proxy: boolean
  readonly limits: QueryLimits
}

export function createKoaApp({ proxy, limits }: KoaOptions): Koa {
  const app = new Koa({ proxy })
  addHelpers(app)
  addQuery(app, limits)
  return app
}

/** `ctx.badRequest(message, details)`, `ctx.notFound()`, `ctx.send(data)`, ... */
function addHelpers(app: Koa): void {
  const add = <V extends unknown[]>(name: string, help: (this: Response, ...values: V) => void) => {
    Object.assign(app.response, { [name]: help })
    Object.assign(app.context, {
      [name](this: { readonly response: Response & Readonly<Record<string, (...values: V) => void>> }, ...values: V) {
        return this.response[name]!(...values)
      },
    })
  }
  for (const [code, text] of Object.entries(STATUS_CODES)) {
    const status = Number(code)
    if (status < 400) continue
    add(camelCase(text!), function (message: string, details: unknown = {}) {
      const { body } = formatError(createError(status, message, { details }))
      this.status = status
      this.body = body
    })
  }
  add('send', function (data: unknown, status: number = 200) {
    this.status = status
    this.body = data
  })
  add('created', function (data: unknown) {
    this.status = 201
    this.body = data
  })
  add('deleted', function (data: unknown) {
    if (data === null || data === undefined) {
      this.status = 204
    } else {
      this.status = 200
      this.body = data
    }
  })
}

/** `Bad Request` gives `badRequest`. */
function camelCase(text: string): string {
  return kebabCase(text).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** The parsed queries, by their text: no plain object, because a client may send `?__proto__`. */
type ParsedRequest = Request & { _parsed?: Map<string, object> }

/** The query is parsed once per text, so that code can change its members. */
function addQuery(app: Koa, limits: QueryLimits): void {
  Object.defineProperty(app.request, 'query', {
    enumerable: true,
    get(this: ParsedRequest) {
      this._parsed ??= new Map()
      const known = this._parsed.get(this.querystring)
      if (known !== undefined) return known
      const query = parseText(this.querystring, limits)
      this._parsed.set(this.querystring, query)
      return query
    },
    set(this: ParsedRequest, query: object) {
      this._parsed = new Map([[this.querystring, query]])
    },
  })
}
