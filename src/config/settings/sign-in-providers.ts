/** The third parties with which users may sign in, as a setting. */
import { z } from 'zod'
import type { Kind } from './setting.ts'

/** As Strapi stores it, and what is ours: `issuer` and `clientIds`. */
export interface SignInProvider {
  readonly enabled?: boolean
  readonly key?: string
  readonly secret?: string
  readonly callback?: string
  readonly scope?: readonly string[]
  readonly subdomain?: string
  readonly issuer?: string
  readonly clientIds?: readonly string[]
}

export type SignInProviders = Readonly<Record<string, SignInProvider>>

const provider = z.strictObject({
  enabled: z.boolean().optional(),
  key: z.string().optional(),
  secret: z.string().optional(),
  callback: z.string().optional(),
  scope: z.array(z.string()).optional(),
  subdomain: z.string().optional(),
  issuer: z.url({ protocol: /^https?$/ }).optional(),
  clientIds: z.array(z.string()).optional(),
})
const providers = z.record(z.string().regex(/^[\w-]+$/), provider)

/** The message does not show the value: it has secrets. */
export function signInProviders(): Kind<SignInProviders> {
  const error = `expected providers by name, such as {"google": {"enabled": true, "key": "...", "secret": "..."}}, with no other members than ${Object.keys(provider.shape).join(', ')}`
  return {
    schema: z.custom<SignInProviders>(given => providers.safeParse(given).success, { error }),
    read: parseJson,
  }
}

/** Text that is no JSON stays as it is, so the check can report it. */
export function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
