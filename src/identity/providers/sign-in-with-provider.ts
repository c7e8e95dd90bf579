/** `GET /api/auth/:provider/callback?access_token=...`: the user behind a token of a third party gets a JWT. */
import { PopulusError } from '../../errors.ts'
import { type Fragment, sql } from '../../sql/fragment.ts'
import type { Caller } from '../access/authenticate.ts'
import { issueToken, tokenSecret } from '../sign-in/issue-token.ts'
import { defaultRoleId } from '../users/register.ts'
import { signedIn, userAnswer } from '../users/user-answer.ts'
import { planUser } from '../users/user-entry.ts'
import { runUserHooks } from '../users/user-hooks.ts'
import { findUser, has, isTaken, looking, type StoredUser } from '../users/user-store.ts'
import type { UsersContext } from '../users/users-context.ts'
import { loadUsersSettings, type UsersSettings } from '../users/users-settings.ts'
import { writeUser } from '../users/write-user.ts'
import type { Profile } from './known-providers.ts'
import { openProvider, type ProviderDoor, profileOf, refused } from './provider-door.ts'

export interface ProviderLogin {
  readonly caller: Caller
  readonly provider: string
  readonly query: URLSearchParams
}

/** `{"jwt":"...","user":{...}}` */
export async function signInWithProvider(
  context: UsersContext,
  { caller, provider, query }: ProviderLogin,
): Promise<string> {
  tokenSecret(context)
  const door = await openProvider(context, provider)
  const { id, blocked } = await userBehind(context, { caller, door, provider, query })
  if (blocked) throw new PopulusError('blocked')
  return signedIn(await issueToken(context, id), await userAnswer(context, { caller, id }))
}

/** The user behind a token, without signing them in. One who is not known yet is registered. */
export async function providerUser(context: UsersContext, login: ProviderLogin): Promise<number> {
  tokenIn(login.query)
  const door = await openProvider(context, login.provider)
  return (await userBehind(context, { ...login, door })).id
}

function tokenIn(query: URLSearchParams): string {
  const token = query.get('access_token') || query.get('code') || query.get('oauth_token')
  if (!token) throw refused('No access_token.')
  return token
}

async function userBehind(
  context: UsersContext,
  { caller, door, provider, query }: ProviderLogin & { readonly door: ProviderDoor },
): Promise<Pick<StoredUser, 'id' | 'blocked'>> {
  const profile = await profileOf(context, door, tokenIn(query))
  const settings = await loadUsersSettings(context)
  const known = await findOf(context, provider, profile.email)
  if (known !== undefined) return known
  return { id: await createUser(context, { caller, provider, profile, settings }), blocked: false }
}

/** A user with the same address and another provider is somebody else. */
function findOf(context: UsersContext, provider: string, email: string): Promise<StoredUser | undefined> {
  return findUser(context, sql`${has(context, 'email', email)} and ${has(context, 'provider', provider)}`)
}

interface NewUser {
  readonly caller: Caller
  readonly provider: string
  readonly profile: Profile
  readonly settings: UsersSettings
}

async function createUser(context: UsersContext, user: NewUser): Promise<number> {
  const { caller, provider, profile, settings } = user
  if (!settings.allowRegister) throw refused('Register action is actually not available.')
  const roleId = await defaultRoleId(context, settings)
  for (;;) {
    const username = await freeName(context, profile)
    const sent = { username, email: profile.email }
    const hooked = await runUserHooks(context, { action: 'create', caller, id: null, given: sent })
    const planned = await planUser(context, {
      // The profile decides; the field lists of roles do not.
      caller: { ...caller, writeFields: new Map() },
      given: hooked.given,
      decided: { provider, confirmed: true, ...hooked.decided },
      id: null,
    })
    try {
      return await writeUser(context, {
        planned,
        check: async ({ ask }) => {
          if (await isTaken(context, ask, takenBy(context, user), null)) throw refused('Email is already taken.')
          if (await isTaken(context, ask, has(context, 'username', username), null)) throw NAME_TAKEN
        },
        // As in Strapi: what a project requires of its users beyond these fields is not known here, and does not stop them.
        report: () => undefined,
        roleId,
        after: hooked.after,
      })
    } catch (error) {
      if (error !== NAME_TAKEN) throw error
    }
  }
}

/** Another user has just taken the name; the next one is tried. */
const NAME_TAKEN = new Error('the name is taken')

function takenBy(context: UsersContext, { provider, profile, settings }: NewUser): Fragment {
  const same = has(context, 'email', profile.email)
  return settings.uniqueEmail ? same : sql`${same} and ${has(context, 'provider', provider)}`
}

/** Strapi requires as much of the names of users. */
const SHORTEST_NAME = 3
const LONGEST_NAME = 200

/** The name itself, or with a number: `ann`, `ann2`, `ann3`. */
async function freeName(context: UsersContext, { username, email }: Profile): Promise<string> {
  const wanted = username.length < SHORTEST_NAME ? email : username
  const base = wanted.replaceAll('\0', '').slice(0, LONGEST_NAME)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`
    if (!(await isTaken(context, looking(context), has(context, 'username', name), null))) return name
  }
}
