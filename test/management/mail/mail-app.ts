/** An adopted database with an administrator, and a real mail server. */
import { beforeAll } from 'vitest'
import type { App } from '../../../src/app.ts'
import { SECRETS as ADMIN_SECRETS, ROOT } from '../../identity/administrators/admin-app.ts'
import { type MailServer, startMailServer } from '../../identity/users/mail-server.ts'
import { openUsers, SECRETS, type Users } from '../../identity/users/open-users.ts'
import type { Client } from '../../support/databases.ts'

export const SENDER = { from: 'Site <site@example.test>', replyTo: 'office@example.test' }

export interface Asked {
  /** Of a session; the first administrator's if absent. */
  readonly token?: string | null
  readonly server?: App
}

export class MailApp {
  users!: Users
  post!: MailServer
  #token = ''
  #roles = 0

  async open(client: Client): Promise<void> {
    this.post = await startMailServer()
    this.users = await openUsers(client, {
      secrets: { ...SECRETS, admin: ADMIN_SECRETS.admin },
      email: { smtp: this.smtp(), ...SENDER },
      server: { url: 'https://cms.test' },
    })
    await this.call('POST /first-admin', { ...ROOT, code: await this.users.app.firstAdminCode() }, { token: null })
    this.#token = await this.signIn(ROOT)
  }

  smtp(password = 'letters') {
    return { host: '127.0.0.1', port: this.post.port, secure: false, username: 'postman', password }
  }

  async signIn(login: { readonly email: string; readonly password: string }): Promise<string> {
    const { email, password } = login
    return (await this.data<{ token: string }>('POST /login', { email, password }, { token: null })).token
  }

  /** The token of an administrator whose role may do this, and nothing else. */
  async granted(...actions: readonly string[]): Promise<string> {
    this.#roles += 1
    const name = `Role ${this.#roles}: may ${actions.join(' ')}`
    const { id, code } = await this.data<{ id: number; code: string }>('POST /admin-roles', { name, description: '' })
    const permissions = actions.map(action => ({
      ...{ action, subject: null, fields: null, locales: null, conditions: [] },
    }))
    await this.call(`PUT /admin-roles/${id}`, { permissions })
    const person = { email: `role${id}@example.org`, password: 'some password' }
    await this.call('POST /admins', { ...person, firstname: 'Ro', roles: [code] })
    return this.signIn(person)
  }

  /** `call('GET /settings/email')` */
  async call(request: string, payload?: object, { token = this.#token, server = this.users.app }: Asked = {}) {
    const [method, url] = request.split(' ')
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const options = { method: method as 'GET', url: `/admin/api${url}`, headers }
    const answer = await server.inject({ ...options, ...(payload === undefined ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }

  async data<T = unknown>(request: string, payload?: object, asked?: Asked): Promise<T> {
    return ((await this.call(request, payload, asked)).body as { data: T }).data
  }

  /** What is wrong with a body. */
  async refusal(request: string, payload: object): Promise<string> {
    const { status, body } = await this.call(request, payload)
    return status === 400 ? (body as { error: { message: string } }).error.message : `no refusal: ${status}`
  }
}

export function mailApp(client: Client): MailApp {
  const app = new MailApp()
  beforeAll(() => app.open(client))
  return app
}
