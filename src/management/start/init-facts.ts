/** What the panel needs to know before anyone has signed in, and about who is signed in. */
import type { Init, Preferences, Session } from '../../admin-api/session-api.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { MIN_PASSWORD } from '../../input/check-input.ts'
import { hasAdministrator } from '../administrators/manage-administrators.ts'
import type { ManagementContext } from '../management-context.ts'
import { typeRights } from '../model/schema-info.ts'
import { loadBrand } from '../project/brand.ts'
import { type AdminRights, isManaged } from '../rights/admin-rights.ts'
import { loadPreferences } from './preferences.ts'

export async function initFacts(context: ManagementContext, docs: boolean): Promise<Init> {
  const { admin, project, schema, database } = context
  const brand = await loadBrand(context)
  return {
    needsFirstAdmin: !(await hasAdministrator(admin)),
    version: project.version,
    projectName: brand.name ?? project.name,
    brand,
    environment: project.development ? 'development' : 'production',
    database: database.dialect.name,
    features: { mail: project.mail, locales: [...schema.types.values()].some(({ localized }) => localized), docs },
    passwordLength: MIN_PASSWORD,
    signIn: {
      passwords: admin.settings.passwords,
      providers: Object.entries(admin.settings.singleSignOn).map(([name, { label }]) => ({
        name,
        label: label ?? name,
      })),
    },
  }
}

export async function describeSession(
  context: ManagementContext,
  { administrator, expiresAt }: AdminSession,
  rights: AdminRights,
): Promise<Session> {
  const preferences: Preferences = await loadPreferences(context, administrator.id)
  const { history } = context.content
  const { panelModule } = context
  const types = [...context.schema.types.values()].filter(isManaged)
  const shown = types
    .map(type => [type.uid, typeRights(rights, type)] as const)
    .filter(([, granted]) => Object.values(granted).some(action => action !== false))
  return {
    administrator,
    expiresAt: new Date(expiresAt).toISOString(),
    rights: {
      superAdmin: rights.superAdmin,
      types: Object.fromEntries(shown),
      actions: [...rights.actions].sort(),
    },
    keeps: {
      versions: history?.versions === true,
      trash: history?.trash === true,
      changes: context.api.changes !== undefined,
    },
    strapi: context.strapiReport !== undefined,
    preferences,
    panelModule: panelModule === undefined ? null : `/admin/api/panel.js?v=${panelModule.version}`,
  }
}
