/**
 * The providers with which end users sign in, in Strapi's settings table. A project of Strapi keeps its secrets there as Strapi does,
 * because Strapi reads them; in other projects they are encrypted. What the setting `users.providers` says stands above.
 */
import { z } from 'zod'
import type { ProviderInfo } from '../../admin-api/provider-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { KNOWN_PROVIDERS, OPEN_ID } from '../../identity/providers/known-providers.ts'
import {
  member,
  pageOf,
  STORED_PROVIDERS,
  sealedFor,
  storedSecret,
  text as textIn,
  texts,
} from '../../identity/providers/provider-settings.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { tokenSecret } from '../../identity/sign-in/issue-token.ts'
import { sealed } from '../../identity/sign-in/sealed-secret.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'
import { badInput, checkInput, flag, line, textList } from '../../input/check-input.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { readCoreStore, selectCoreStore, setCoreStore } from '../../tables/core-store.ts'
import { parsedJson } from '../../util/json/parsed-json.ts'

const LONGEST = 2000

const changed = z.strictObject({
  enabled: flag().optional(),
  key: line(LONGEST).optional(),
  secret: line(LONGEST).optional(),
  callback: line(LONGEST)
    .refine(given => given === '' || pageOf(given) !== null, {
      error: 'expected an address such as https://www.example.org/connect/google, or a path',
    })
    .optional(),
  scope: textList().optional(),
  subdomain: line(LONGEST)
    .refine(given => given === '' || /^(https:\/\/)?[\w.-]+(:\d+)?(\/[\w./~-]*)?$/.test(given), {
      error: 'expected a host such as my-tenant.eu, or id.example.org/realms/main',
    })
    .optional(),
})

export async function listProviders({ database, users }: AdminContext): Promise<readonly ProviderInfo[]> {
  const [rows = []] = await readRows(database, [selectCoreStore(STORED_PROVIDERS)])
  const stored = parsedJson(rows[0]?.[0])
  const names = new Set([
    ...Object.keys(KNOWN_PROVIDERS),
    ...Object.keys(users.config.providers),
    ...(isObject(stored) ? Object.keys(stored) : []),
  ])
  names.delete('email')
  return [...names].sort().map(name => infoOf(users, name, member(stored, name)))
}

/** Rejects with `notFound` or `badInput`. */
export async function changeProvider(context: AdminContext, name: string, input: unknown): Promise<ProviderInfo> {
  const { users } = context
  const before = (await listProviders(context)).find(known => known.name === name)
  if (before === undefined) throw new PopulusError('notFound')
  const { secret, ...values } = checkInput(changed, input)
  checkFixed(before, { ...values, ...(secret === undefined ? {} : { secret }) })
  return changeRights(context, async run => {
    const stored = await readCoreStore(run, STORED_PROVIDERS)
    // Without the entry `email`, users could no longer sign in with a password.
    const all = isObject(stored) ? stored : { email: { enabled: true, icon: 'envelope' } }
    const entry = { ...member(all, name), ...values, ...secretMembers(context, name, secret) }
    const after = infoOf(users, name, entry)
    checkUsable(before, after)
    await setCoreStore(run, STORED_PROVIDERS, { ...all, [name]: entry })
    return after
  })
}

function secretMembers(
  { users, isSharedWithStrapi }: AdminContext,
  name: string,
  secret: string | undefined,
): JsonObject {
  if (secret === undefined) return {}
  if (isSharedWithStrapi || secret === '') return { secret, sealedSecret: undefined }
  return { secret: '', sealedSecret: sealed(sealedFor(tokenSecret(users), name), Buffer.from(secret)) }
}

function infoOf(users: UsersContext, name: string, stored: JsonObject): ProviderInfo {
  const configured = member(users.config.providers, name)
  const given: JsonObject = { ...stored, ...configured }
  const listed = Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined
  const hasIssuer = textIn(given.issuer) !== ''
  const takesSubdomain = !hasIssuer && listed?.authorizeUrl.includes('[subdomain]') === true
  return {
    name,
    available: listed !== undefined || hasIssuer,
    enabled: given.enabled === true,
    key: textIn(given.key),
    hasSecret: (textIn(configured.secret) || storedSecret(users, name, stored)) !== '',
    callback: pageOf(given.callback) ?? '',
    scope: texts(given.scope),
    usualScope: (listed ?? OPEN_ID).scope,
    subdomain: takesSubdomain ? textIn(given.subdomain) : null,
    redirectUrl: `${users.serverUrl}${users.prefix}/connect/${name}/callback`,
    fixed: Object.keys(configured).sort(),
  }
}

function checkFixed({ fixed }: ProviderInfo, values: object): void {
  const refused = Object.keys(values).filter(key => fixed.includes(key))
  if (refused.length > 0)
    throw badInput(refused.map(key => ({ path: [key], message: 'the setting users.providers decides this' })))
}

/** A provider that cannot work is not turned on. One that is on already can still be changed. */
function checkUsable(before: ProviderInfo, after: ProviderInfo): void {
  if (!after.enabled || before.enabled) return
  if (!after.available) throw badInput([{ path: ['enabled'], message: 'this provider is not available here' }])
  if (after.key === '') throw badInput([{ path: ['key'], message: 'expected a non-empty string' }])
  if (after.subdomain === '') throw badInput([{ path: ['subdomain'], message: 'expected a non-empty string' }])
}
