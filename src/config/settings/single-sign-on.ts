/** The providers of OpenID Connect with which administrators may sign in, as a setting. */
import { z } from 'zod'
import type { Kind } from './setting.ts'
import { parseJson } from './sign-in-providers.ts'

export interface RoleRule {
  /** The name of a claim; dots lead into objects: `realm_access.roles`. */
  readonly claim: string
  /** The claim is this text, or a list that has it. */
  readonly contains: string
  /** The code of the role that it gives. */
  readonly role: string
}

export interface SignOnProvider {
  readonly issuer: string
  readonly clientId: string
  /** On the button; the name if absent. */
  readonly label?: string
  readonly scopes?: readonly string[]
  /** Without rules and a default role, administrators keep the roles that they have. */
  readonly roles?: readonly RoleRule[]
  /** For those whom no rule fits; without it, they are refused. */
  readonly defaultRole?: string
  readonly createPeople?: boolean
  /** The provider answers for its addresses, though it does not say `email_verified`. */
  readonly trustEmails?: boolean
  readonly secondFactor?: 'amr' | 'met' | 'asked'
}

export type SignOnProviders = Readonly<Record<string, SignOnProvider>>
/** By the name of the provider. */
export type SignOnSecrets = Readonly<Record<string, string>>

const text = z.string().min(1)
const provider = z
  .strictObject({
    issuer: z.url({ protocol: /^https?$/ }),
    clientId: text,
    label: text.optional(),
    scopes: z.array(text.regex(/^\S+$/)).optional(),
    roles: z.array(z.strictObject({ claim: text, contains: text, role: text })).optional(),
    defaultRole: text.optional(),
    createPeople: z.boolean().optional(),
    trustEmails: z.boolean().optional(),
    secondFactor: z.enum(['amr', 'met', 'asked']).optional(),
  })
  .refine(
    ({ createPeople, roles, defaultRole }) => createPeople !== true || defaultRole !== undefined || roles?.length,
    {
      error: 'createPeople needs roles or a defaultRole',
    },
  )
const name = z.string().regex(/^[\w-]+$/)

export function signOnProviders(): Kind<SignOnProviders> {
  return checked(
    'providers by name, such as {"company": {"issuer": "https://...", "clientId": "..."}}',
    z.record(name, provider),
  )
}

export function signOnSecrets(): Kind<SignOnSecrets> {
  return checked('secrets by the name of the provider, such as {"company": "..."}', z.record(name, text))
}

/** The message names what is wrong, and does not show values. */
function checked<T>(expected: string, shape: z.ZodType): Kind<T> {
  const problemIn = (given: unknown) => {
    const [problem] = shape.safeParse(given).error?.issues ?? []
    const place = problem?.path.join('.') ?? ''
    return problem === undefined || place === '' ? '' : ` (${place}: ${problem.message})`
  }
  return {
    schema: z.custom<T>(given => shape.safeParse(given).success, {
      error: ({ input }) => `expected ${expected}${problemIn(input)}`,
    }),
    read: parseJson,
  }
}
