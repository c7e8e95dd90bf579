/** The recorded Strapi project as a running server, with hands on its tables; every answer without what differs each time. */

import { hash } from '@node-rs/bcrypt'
import type { App } from '../../../src/app.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { PASSWORD_COST } from '../../../src/identity/sign-in/password-hash.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { type Fragment, sql, table, value } from '../../../src/sql/fragment.ts'
import type { Row } from '../../../src/sql/statement.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { buildTestApp, CHEAP_PASSWORDS, type TestAppInput } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import type { Client } from '../../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'

export const SECRETS = { jwt: 'oracle-jwt-secret', apiTokenSalt: 'oracle-api-token-salt' }
export const FULL = 'oracle-token-full-access'
export const READ = 'oracle-token-read-only'
export const PASSWORD = 'Password1'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Call {
  readonly token?: string | undefined
  readonly body?: unknown
  /** The body as it is, instead of `body` as JSON. */
  readonly payload?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

export type Setting = Omit<TestAppInput, 'folder' | 'database'> & { readonly folder?: string }

type SettingsKey = 'advanced' | 'email' | 'grant'

/** Passwords are cheap unless the setting says otherwise: most tests check many of them, and few how long that takes. */
export async function openUsers(client: Client, setting: Setting = {}) {
  const cost = setting.passwordCost ?? CHEAP_PASSWORDS
  const database = await adoptedConformanceDatabase(client)
  const open = (more: Setting = {}) =>
    buildTestApp({
      folder: CONFORMANCE_PROJECT,
      dialect: 'strapi4',
      secrets: SECRETS,
      rateLimit: { enabled: false },
      passwordCost: cost,
      ...setting,
      ...more,
      database,
    })
  const { schema } = await loadSchema(setting.folder ?? CONFORMANCE_PROJECT)
  /** A connection of its own, as another process has it. */
  const storage = async () => {
    const opened = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    return { ...opened, close: () => opened.database.close() }
  }
  const { database: other } = await storage()
  cleanUp(() => other.close())
  const { dialect } = other

  /** Runs a statement as another process would. */
  const change = (fragment: Fragment): Promise<readonly Row[]> =>
    other.write(transaction => transaction.run(dialect.bind(dialect.compile(fragment))))
  const named = (key: SettingsKey) => sql`key = ${value(`plugin_users-permissions_${key}`)}`
  /** Stores settings as Strapi's admin panel does. */
  const store = async (key: SettingsKey, content: object): Promise<void> => {
    await change(
      sql`update strapi_core_store_settings set value = ${value(JSON.stringify(content))} where ${named(key)}`,
    )
  }
  const stored = async (key: SettingsKey): Promise<object> => {
    const [row] = await change(sql`select value from strapi_core_store_settings where ${named(key)}`)
    return JSON.parse(String(row?.[0])) as object
  }
  const advanced = (changes: object = {}) => store('advanced', { ...ADVANCED, ...changes })
  const yes = value(dialect.encode('boolean', true))
  const no = value(dialect.encode('boolean', false))
  const text = (given: string) => value(given)
  const int = (given: number) => value(dialect.encode('integer', given))
  const moment = (given: number) => value(dialect.encode('datetime', new Date(given)))
  /** A table of our own. */
  const own = (name: string) => table(name, dialect.ownSchema)
  if (cost !== PASSWORD_COST) await change(sql`update up_users set password = ${value(await hash(PASSWORD, cost))}`)
  return { ...callers(await open()), open, change, store, stored, advanced, yes, no, text, int, moment, own, storage }
}

export type Users = Awaited<ReturnType<typeof openUsers>>

const ADVANCED = {
  unique_email: true,
  allow_register: true,
  email_confirmation: false,
  email_reset_password: null,
  email_confirmation_redirection: null,
  default_role: 'authenticated',
}

/** Ways to send a request to a server. */
export function callers(app: App) {
  const send = async (request: string, { token, body, payload, headers, address }: Call = {}) => {
    const [method = 'GET', url = ''] = request.split(' ')
    return app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(body === undefined && payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload === undefined && body === undefined ? {} : { payload: payload ?? JSON.stringify(body) }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
  }
  const ask = async (request: string, call: Call = {}): Promise<Answer> => {
    const answer = await send(request, call)
    return { status: answer.statusCode, body: settled(answer.payload) }
  }
  /** The token of somebody who signs in. */
  const signIn = async (identifier: string, password = PASSWORD): Promise<string> => {
    const answer = await send('POST /api/auth/local', { body: { identifier, password } })
    return (answer.json() as { jwt: string }).jwt
  }
  const userOf = async (id: number) => (await ask(`GET /api/users/${id}?populate=role`, { token: FULL })).body
  return { app, send, ask, signIn, userOf }
}

const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

/** Parsed, with tokens as `<jwt>` and moments of the last minutes as `<now>`. */
function settled(payload: string): unknown {
  if (payload === '') return null
  const shorten = (_: string, given: unknown): unknown => {
    if (typeof given !== 'string') return given
    if (JWT.test(given)) return '<jwt>'
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(given) && Math.abs(Date.now() - Date.parse(given)) < 600_000 ? '<now>' : given
  }
  try {
    return JSON.parse(payload, shorten)
  } catch {
    return payload
  }
}

export const failure = (status: number, name: string, message: string, details: object = {}): Answer => ({
  status,
  body: { data: null, error: { status, name, message, details } },
})

/** 400 with one problem, or with several. */
export const invalid = (...problems: readonly (readonly [path: string, message: string])[]): Answer => {
  const errors = problems.map(([path, message]) => ({
    path: path === '' ? [] : path.split('.'),
    message,
    name: 'ValidationError',
  }))
  const message = problems.length === 1 ? problems[0]![1] : `${problems.length} errors occurred`
  return failure(400, 'ValidationError', message, { errors })
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

export const AUTHENTICATED = {
  id: 1,
  name: 'Authenticated',
  description: 'Default role given to authenticated user.',
  type: 'authenticated',
  createdAt: '2023-01-01T01:00:00.123Z',
  updatedAt: '2023-01-08T00:00:00.456Z',
}

export const PUBLIC = {
  id: 2,
  name: 'Public',
  description: 'Default role given to unauthenticated user.',
  type: 'public',
  createdAt: '2023-01-01T02:00:00.123Z',
  updatedAt: '2023-01-15T00:00:00.456Z',
}

export const ALICE = {
  id: 1,
  username: 'alice',
  email: 'alice@example.test',
  provider: 'local',
  confirmed: true,
  blocked: false,
  createdAt: '2023-01-01T01:00:00.123Z',
  updatedAt: '2023-01-08T00:00:00.456Z',
}

export const BOB = {
  ...ALICE,
  id: 2,
  username: 'bob',
  email: 'bob@example.test',
  blocked: true,
  createdAt: '2023-01-01T02:00:00.123Z',
  updatedAt: '2023-01-15T00:00:00.456Z',
}

/** A user who was made just now. */
export const newUser = (id: number, username: string, email: string) => ({
  ...ALICE,
  id,
  username,
  email,
  createdAt: '<now>',
  updatedAt: '<now>',
})
