/** The world with a super administrator, an editor and an author signed in. */
import { beforeAll } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { AdminApp } from '../identity/administrators/admin-app.ts'
import type { Client } from '../support/databases.ts'

export class PanelApp extends AdminApp {
  editor = ''
  author = ''

  async open(client: Client, admin?: Partial<Config['admin']>): Promise<void> {
    await this.start(client, admin)
    this.editor = await this.person('Eda', 'strapi-editor')
    this.author = await this.person('Aron', 'strapi-author')
  }

  /** Creates an administrator and signs them in. */
  async person(firstname: string, role: string): Promise<string> {
    const login = { email: `${firstname.toLowerCase()}@example.org`, password: 'some password' }
    await this.call('POST /admins', { body: { ...login, firstname, roles: [role] } })
    return this.signIn(login)
  }
}

export function panelApp(client: Client, admin?: Partial<Config['admin']>): PanelApp {
  const app = new PanelApp()
  beforeAll(() => app.open(client, admin))
  return app
}
