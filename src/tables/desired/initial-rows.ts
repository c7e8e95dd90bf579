/** The rows of a new database, as Strapi 4.26.2 creates them. */

import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { addToCoreStore } from '../core-store.ts'

interface InitialRole {
  readonly name: string
  readonly type: string
  readonly description: string
  /** Actions of the users-permissions plugin. */
  readonly grants: readonly string[]
}

/** The order decides their ids: 1 and 2. */
const ROLES: readonly InitialRole[] = [
  {
    name: 'Authenticated',
    type: 'authenticated',
    description: 'Default role given to authenticated user.',
    grants: ['user.me', 'auth.changePassword'],
  },
  {
    name: 'Public',
    type: 'public',
    description: 'Default role given to unauthenticated user.',
    grants: [
      'auth.callback',
      'auth.connect',
      'auth.forgotPassword',
      'auth.resetPassword',
      'auth.register',
      'auth.emailConfirmation',
      'auth.sendEmailConfirmation',
    ],
  },
]

const LOCALE = { code: 'en', name: 'English (en)' }

const USER_SETTINGS = {
  unique_email: true,
  allow_register: true,
  email_confirmation: false,
  email_reset_password: null,
  email_confirmation_redirection: null,
  default_role: 'authenticated',
}

export async function insertInitialRows(run: RunFragment, dialect: SqlDialect, now: Date): Promise<void> {
  const moment = dialect.encode('datetime', now)
  const insert = inserter(run, { created_at: moment, updated_at: moment })
  for (const { grants, ...role } of ROLES) {
    const roleId = await insert('up_roles', role)
    for (const [position, grant] of grants.entries()) {
      const permissionId = await insert('up_permissions', { action: `plugin::users-permissions.${grant}` })
      const link = { permission_id: permissionId, role_id: roleId, permission_order: position + 1 }
      await run(insertRow('up_permissions_role_links', link))
    }
  }
  await insert('i18n_locale', LOCALE)
  await addToCoreStore(run, 'plugin_i18n_default_locale', LOCALE.code)
  await addToCoreStore(run, 'plugin_users-permissions_advanced', USER_SETTINGS)
}

type Values = Readonly<Record<string, SqlValue>>

/** Inserts a row with the system columns and returns its id. */
function inserter(run: RunFragment, system: Values) {
  return async (into: string, values: Values): Promise<number> => {
    const rows = await run(sql`${insertRow(into, { ...values, ...system })} returning ${name('id')}`)
    return Number(rows[0]?.[0])
  }
}

function insertRow(into: string, values: Values): Fragment {
  const columns = join(Object.keys(values).map(name))
  return sql`insert into ${table(into)} (${columns}) values (${join(Object.values(values).map(value))})`
}
