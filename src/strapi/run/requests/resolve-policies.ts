/** The policies of a route: functions that decide whether a request may go on. */
import { PolicyError } from '../errors/strapi-errors.ts'
import type { Loose } from '../strapi-types.ts'

/** Where a route comes from. Short names of policies are looked up there. */
export interface RouteOwner {
  readonly apiName?: string
  readonly pluginName?: string
}

interface Policy {
  readonly handler: Loose
  readonly config: unknown
}

/** One middleware that runs all policies. Throws if one of them does not exist. */
export function resolvePolicies(strapi: Loose, configured: Loose, owner: RouteOwner): Loose {
  if (!Array.isArray(configured)) throw new Error('its policies are not a list')
  const policies = configured.map(policy => resolvePolicy(strapi, policy, owner))
  return async (ctx: Loose, next: Loose) => {
    const context = policyContext(ctx)
    for (const { handler, config } of policies) {
      const result = await handler(context, config, { strapi })
      if (result !== true && result !== undefined) throw new PolicyError()
    }
    await next()
  }
}

/** As in Strapi, only what the context itself has: not its getters, such as `query`. */
function policyContext(ctx: Loose): Loose {
  return Object.assign({ is: (type: string) => type === 'koa', type: 'koa' }, ctx)
}

function resolvePolicy(strapi: Loose, policy: Loose, owner: RouteOwner): Policy {
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

function findPolicy(strapi: Loose, name: string, { apiName, pluginName }: RouteOwner): Loose {
  const local = pluginName === undefined ? `api::${apiName}.${name}` : `plugin::${pluginName}.${name}`
  return strapi.policy(name) ?? strapi.policy(local)
}
