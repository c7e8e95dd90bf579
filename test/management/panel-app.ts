/** The world with a super administrator, an editor and an author signed in. */
import { beforeAll } from 'vitest'
import type { Config } from '../../src/config/config.ts'
import { AdminApp } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import type { Client } from '../support/databases.ts'

export interface Permission {
  readonly action: string
  readonly properties?: object
  readonly conditions?: readonly string[]
}

export class PanelApp extends AdminApp {
  editor = ''
  author = ''

  async open(client: Client, admin?: Partial<Config['admin']>): Promise<void> {
    await this.start(client, admin)
    this.editor = await this.person('Eda', 'strapi-editor')
    this.author = await this.person('Aron', 'strapi-author')
  }

  /** Replaces what the role Editor may do with a type. */
  async limit(uid: string, permissions: readonly Permission[]): Promise<void> {
    await runOwn(this.database, `delete from admin_permissions where subject = '${uid}'`)
    for (const permission of permissions) await this.permit(2, uid, permission)
  }

  /** Gives a role a permission: 2 is Editor, 3 is Author. */
  async permit(role: number, uid: string, permission: Permission, database = this.database): Promise<void> {
    const { action, properties = {}, conditions = [] } = permission
    const json = (given: unknown) => `'${JSON.stringify(given)}'`
    const [row] = (await runOwn(
      database,
      `insert into admin_permissions (action, subject, properties, conditions) values ('plugin::content-manager.explorer.${action}', '${uid}', ${json(properties)}, ${json(conditions)}) returning id`,
    )) as (readonly unknown[] | { id: number })[]
    const id = Array.isArray(row) ? row[0] : (row as { id: number }).id
    await runOwn(database, `insert into admin_permissions_role_links (permission_id, role_id) values (${id}, ${role})`)
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
