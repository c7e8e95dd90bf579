/** Strapi's own controller of a content type, which `createCoreController` extends. */
import type { Context } from 'koa'
import { PopulusError } from '../../../errors.ts'
import type { Caller } from '../../../identity/access/authenticate.ts'
import { ValidationError } from '../errors/strapi-errors.ts'
import { CALLER, type Loose, type Strapi, type StrapiEntities, type StrapiModel } from '../strapi-types.ts'
import { isCoreMethod } from './core-service.ts'
import { type EntryBody, parseBody } from './koa-body.ts'
import type { NativeAction } from './native-actions.ts'

export interface CoreParts {
  readonly strapi: Strapi
  readonly entities: StrapiEntities
  /** The server's own actions of a type, by name. */
  readonly native: (uid: string) => Readonly<Record<string, NativeAction>>
  /** Whether anybody listens to what the actions of a type do, so that they must take the way through `strapi`. */
  readonly isHeard: (uid: string) => boolean
}

const actions = new WeakSet<object>()

/** Whether an action is Strapi's own. */
export function isCoreAction(action: unknown): boolean {
  return typeof action === 'function' && actions.has(action)
}

export function coreController(parts: CoreParts, model: StrapiModel): Loose {
  const shared = sharedMethods(parts, model)
  const own = model.kind === 'singleType' ? singleActions(parts, model) : collectionActions(parts, model)
  const wrapped = Object.entries(own).map(([name, action]) => {
    const either = async function (this: Loose, ctx: Context) {
      const isPlain = isUntouched(parts, model, this, shared, ctx)
      if (isPlain) return parts.native(model.uid)[name]!(ctx)
      refuseRuled(ctx)
      return action.call(this, ctx)
    }
    actions.add(either)
    return [name, either]
  })
  const base = Object.assign(Object.create(shared), Object.fromEntries(wrapped))
  Object.defineProperty(base, UNTOUCHED, {
    value(this: Loose) {
      return isUntouched(parts, model, this, shared)
    },
  })
  return base
}

/** The code of a project reads with the rights of the server, which know no rules of rows. An error of Strapi would lose its message. */
function refuseRuled(ctx: Context): void {
  const caller: Caller | undefined = ctx?.state?.auth?.[CALLER]
  if (caller?.rows !== undefined) throw new PopulusError('rulesBesideCode')
}

/** Whether no code takes part in the actions of a type whose controller is Strapi's own. */
export function isUntouchedType(parts: CoreParts, model: StrapiModel): boolean {
  const { strapi } = parts
  const controller = strapi.controller(model.uid)
  return controller === undefined || controller[UNTOUCHED]?.() === true
}

const UNTOUCHED: unique symbol = Symbol('untouched')

/** Whether the server's own pipeline gives the same as the methods that a project could have replaced. */
function isUntouched(
  { strapi, isHeard, entities }: CoreParts,
  { uid }: StrapiModel,
  controller: Loose,
  shared: Loose,
  ctx?: Context,
): boolean {
  // The server's own actions have transactions of their own, which would wait for the end of this one.
  if (isHeard(uid) || ctx?.request.files !== undefined || entities.db.inTransaction()) return false
  const service = strapi.service(uid)
  if (service === undefined) return true
  const isCore = Object.keys(service).every(name => isCoreMethod(service[name]) || !CORE_METHODS.has(name))
  return isCore && Object.keys(shared).every(name => controller[name] === shared[name])
}

const CORE_METHODS: ReadonlySet<string> = new Set([
  ...['getFetchParams', 'find', 'findOne', 'create', 'update', 'delete', 'createOrUpdate'],
])

function sharedMethods({ entities }: CoreParts, model: StrapiModel): Loose {
  const auth = (ctx: Context) => ({ auth: ctx?.state?.auth ?? {} })
  return {
    transformResponse: (data: unknown, meta: unknown = {}) => entities.transformResponse(data, meta, model),
    sanitizeOutput: (data: unknown, ctx: Context) => entities.sanitize.contentAPI.output(data, model, auth(ctx)),
    sanitizeInput: (data: unknown, ctx: Context) => entities.sanitize.contentAPI.input(data, model, auth(ctx)),
    sanitizeQuery: (ctx: Context) => entities.sanitize.contentAPI.query(ctx.query, model, auth(ctx)),
    validateQuery: (ctx: Context) => entities.validate.contentAPI.query(ctx.query, model, auth(ctx)),
    validateInput: (data: unknown, ctx: Context) => entities.validate.contentAPI.input(data, model, auth(ctx)),
  }
}

type Action = (this: Loose, ctx: Context) => Promise<unknown>

function collectionActions({ strapi }: CoreParts, { uid }: StrapiModel): Readonly<Record<string, Action>> {
  const answer = async (controller: Loose, entity: unknown, ctx: Context) =>
    controller.transformResponse(await controller.sanitizeOutput(entity, ctx))
  return {
    async find(ctx) {
      await this.validateQuery(ctx)
      const { results, pagination } = await strapi.service(uid).find(await this.sanitizeQuery(ctx))
      return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination })
    },
    async findOne(ctx) {
      await this.validateQuery(ctx)
      return answer(this, await strapi.service(uid).findOne(ctx.params.id, await this.sanitizeQuery(ctx)), ctx)
    },
    async create(ctx) {
      await this.validateQuery(ctx)
      const query = await this.sanitizeQuery(ctx)
      const { data, files } = bodyOf(ctx)
      const input = await this.sanitizeInput(data, ctx)
      return answer(this, await strapi.service(uid).create({ ...query, data: input, files }), ctx)
    },
    async update(ctx) {
      await this.validateQuery(ctx)
      const query = await this.sanitizeQuery(ctx)
      const { data, files } = bodyOf(ctx)
      const input = await this.sanitizeInput(data, ctx)
      return answer(this, await strapi.service(uid).update(ctx.params.id, { ...query, data: input, files }), ctx)
    },
    async delete(ctx) {
      await this.validateQuery(ctx)
      return answer(this, await strapi.service(uid).delete(ctx.params.id, await this.sanitizeQuery(ctx)), ctx)
    },
  }
}

function singleActions({ strapi }: CoreParts, { uid }: StrapiModel): Readonly<Record<string, Action>> {
  return {
    async find(ctx) {
      await this.validateQuery(ctx)
      const entity = await strapi.service(uid).find(await this.sanitizeQuery(ctx))
      return this.transformResponse(await this.sanitizeOutput(entity, ctx))
    },
    async update(ctx) {
      const { data, files } = bodyOf(ctx)
      const input = await this.sanitizeInput(data, ctx)
      const entity = await strapi.service(uid).createOrUpdate({ ...ctx.query, data: input, files })
      return this.transformResponse(await this.sanitizeOutput(entity, ctx))
    },
    async delete(ctx) {
      const entity = await strapi.service(uid).delete(ctx.query)
      return this.transformResponse(await this.sanitizeOutput(entity, ctx))
    },
  }
}

function bodyOf(ctx: Context): EntryBody {
  const { data, files } = parseBody(ctx)
  if (typeof data !== 'object' || data === null) throw new ValidationError('Missing "data" payload in the request body')
  return files === undefined ? { data } : { data, files }
}
