/** The world with its first administrator signed in, and a short way to call the management API. */
import { beforeAll } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { Config, DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp, type TestAppInput } from '../../support/build-test-app.ts'
import { type Client, onServer } from '../../support/databases.ts'
import { WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'

export const SECRETS = { ...WORLD_SECRETS, admin: 'world-admin-secret' }
export const ROOT = { email: 'root@example.org', password: 'root password' }

export interface Call {
  readonly body?: unknown
  /** Of a session; `null` for none. The first administrator's when absent. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly remoteAddress?: string
}

export interface Answer {
  readonly status: number
  /** With `<moment>` for every date-time. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

export class AdminApp {
  #app: App | undefined
  #config: DatabaseConfig | undefined
  token = ''
  #logins = 0

  get database(): DatabaseConfig {
    return this.#config!
  }

  async start(client: Client, admin?: Partial<Config['admin']>, signedIn = true): Promise<void> {
    this.#config = await worldDatabase(client)
    // The world's user has a number that the sequence knows nothing of.
    if (this.#config.client === 'postgres')
      await onServer(this.#config.url, sql => sql`select setval('up_users_id_seq', 1)`)
    await this.beforeOpening(this.#config)
    this.#app = await this.another(admin)
    if (!signedIn) return
    await this.call('POST /first-admin', { body: { ...ROOT, code: await this.#app.firstAdminCode() }, token: null })
    this.token = await this.signIn(ROOT)
  }

  /** Changes the database before anybody opens it. */
  async beforeOpening(_database: DatabaseConfig): Promise<void> {}

  /** Nothing uses the database afterwards. */
  async stop(): Promise<void> {
    await this.#app?.close()
  }

  /** A new code for the first administrator. */
  code(): Promise<string | undefined> {
    return this.#app!.firstAdminCode()
  }

  /** A further process, as it were, on the same database. */
  another(admin?: Partial<Config['admin']>, more: Pick<TestAppInput, 'dialect'> = {}): Promise<App> {
    return buildTestApp({
      ...more,
      folder: WORLD,
      database: this.database,
      secrets: SECRETS,
      ...(admin === undefined ? {} : { admin }),
    })
  }

  /** Another one, whose statements are seen. */
  watched(onStatement: (text: string) => void): Promise<App> {
    const shared = { folder: WORLD, database: this.database, secrets: SECRETS }
    return buildTestApp({ ...shared, onStatement: ({ text }) => onStatement(text) })
  }

  /** From a new address each time, so that no limit is reached. */
  async signIn(login: object): Promise<string> {
    this.#logins += 1
    const remoteAddress = `198.51.100.${this.#logins}`
    const { body } = await this.call('POST /login', { body: login, token: null, remoteAddress })
    return (body as { data: { token: string } }).data.token
  }

  /** `call('GET /roles')`, below `/admin/api`; `call('GET /api/articles')` and `call('GET /i18n/locales')` as they stand. */
  async call(request: string, { body, token = this.token, headers = {}, remoteAddress }: Call = {}): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ')
    const answer = await this.#app!.inject({
      method: method as 'GET',
      url: /^\/(api|i18n)\//.test(path) ? path : `/admin/api${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, body: withoutMoments(answer.payload), headers: answer.headers }
  }

  async data<T = unknown>(request: string, given?: Call): Promise<T> {
    return ((await this.call(request, given)).body as { data: T }).data
  }

  async status(request: string, given?: Call): Promise<number> {
    return (await this.call(request, given)).status
  }
}

function withoutMoments(payload: string): unknown {
  return JSON.parse(payload.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<moment>"') || 'null')
}

/** A started app for a suite. */
export function adminApp(client: Client, admin?: Partial<Config['admin']>): AdminApp {
  const app = new AdminApp()
  beforeAll(() => app.start(client, admin))
  return app
}

export function errorBody(status: number, name: string, message: string, details: object = {}) {
  return { data: null, error: { status, name, message, details } }
}

export const UNAUTHORIZED = errorBody(401, 'UnauthorizedError', 'Missing or invalid credentials')
export const FORBIDDEN = errorBody(403, 'ForbiddenError', 'Forbidden')
