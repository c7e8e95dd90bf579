/** The policies of a route: functions that decide whether a request may go on. */
import type { Context, Middleware } from 'koa'
import { PolicyError } from '../errors/strapi-errors.ts'
import type { Strapi } from '../strapi-types.ts'

/** Where a route comes from. Short names of policies are looked up there. */
export interface RouteOwner {
  readonly apiName?: string
  readonly pluginName?: string
}

/** `true` or nothing lets a request go on. */
type Decide = (context: object, config: unknown, parts: { readonly strapi: Strapi }) => unknown

/** As a route names a policy, or as a file exports it. */
interface PolicyObject {
  readonly name?: unknown
  readonly config?: unknown
  readonly handler?: Decide
  readonly validator?: (config: unknown) => void
}

interface Policy {
  readonly handler: Decide
  readonly config: unknown
}

/** One middleware that runs all policies. Throws if one of them does not exist. */
export function resolvePolicies(strapi: Strapi, configured: unknown, owner: RouteOwner): Middleware {
  if (!Array.isArray(configured)) throw new Error('its policies are not a list')
  const policies = configured.map(policy => resolvePolicy(strapi, policy, owner))
  return async (ctx, next) => {
    const context = policyContext(ctx)
    for (const { handler, config } of policies) {
      const result = await handler(context, config, { strapi })
      if (result !== true && result !== undefined) throw new PolicyError()
    }
    await next()
  }
}

/** As in Strapi, only what the context itself has: not its getters, such as `query`. */
function policyContext(ctx: Context): object {
  return Object.assign({ is: (type: string) => type === 'koa', type: 'koa' }, ctx)
}

function resolvePolicy(strapi: Strapi, policy: Decide | PolicyObject | string, owner: RouteOwner): Policy {
  if (typeof policy === 'function') return { handler: policy, config: {} }
  const name: unknown = typeof policy === 'string' ? policy : policy?.name
  const config = (typeof policy === 'object' && policy?.config) || {}
  if (typeof name !== 'string') throw new Error('it has a policy without a name')
  const found = findPolicy(strapi, name, owner)
  if (typeof found === 'function') return { handler: found, config }
  if (typeof found?.handler !== 'function') throw new Error(`the policy ${name} does not exist`)
  found.validator?.(config)
  return { handler: found.handler, config }
}

function findPolicy(
  strapi: Strapi,
  name: string,
  { apiName, pluginName }: RouteOwner,
): Decide | PolicyObject | undefined {
  const local = pluginName === undefined ? `api::${apiName}.${name}` : `plugin::${pluginName}.${name}`
  return strapi.policy(name) ?? strapi.policy(local)
}
