/** What a role of administrators can be granted: Strapi's own actions, as far as this server knows them. */
import type { AdminActions } from '../../admin-api/access-api.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { CONDITIONS, CONTENT_ACTIONS, EXPLORER, isManaged } from '../rights/admin-rights.ts'
import { fieldPaths } from './default-permissions.ts'

const PLAIN_ACTIONS = [
  'plugin::upload.read',
  'plugin::upload.configure-view',
  'plugin::upload.assets.create',
  'plugin::upload.assets.update',
  'plugin::upload.assets.download',
  'plugin::upload.assets.copy-link',
  'plugin::content-manager.collection-types.configure-view',
  'plugin::content-manager.single-types.configure-view',
  'plugin::content-manager.components.configure-layout',
  'plugin::i18n.locale.read',
  'plugin::i18n.locale.create',
  'plugin::i18n.locale.update',
  'plugin::i18n.locale.delete',
  'admin::webhooks.read',
  'admin::webhooks.create',
  'admin::webhooks.update',
  'admin::webhooks.delete',
  'admin::audit-logs.read',
  'admin::review-workflows.read',
  'admin::review-workflows.create',
  'admin::review-workflows.update',
  'admin::review-workflows.delete',
  'plugin::users-permissions.providers.read',
  'plugin::users-permissions.providers.update',
  'plugin::users-permissions.email-templates.read',
  'plugin::users-permissions.email-templates.update',
  'plugin::users-permissions.advanced-settings.read',
  'plugin::users-permissions.advanced-settings.update',
  'plugin::email.settings.read',
] as const

/** Strapi asks who has uploaded a file. */
const WITH_CONDITIONS: ReadonlySet<string> = new Set(['plugin::upload.read', 'plugin::upload.assets.update'])

/** Publishing and deleting concern an entry as a whole. */
const WITH_FIELDS: ReadonlySet<string> = new Set(['create', 'read', 'update'])

export function grantableActions(schema: Schema): AdminActions {
  const types = [...schema.types.values()].filter(isManaged)
  return {
    types: types.map(type => ({
      uid: type.uid,
      displayName: type.displayName,
      actions: actionsOf(type),
      fields: fieldPaths(type, schema),
      localized: type.localized,
    })),
    actions: PLAIN_ACTIONS.map(action => ({ action, takesConditions: WITH_CONDITIONS.has(action) })),
    conditions: CONDITIONS,
  }
}

function actionsOf({ draftAndPublish }: ContentType): AdminActions['types'][number]['actions'] {
  return CONTENT_ACTIONS.filter(name => name !== 'publish' || draftAndPublish).map(name => ({
    action: `${EXPLORER}${name}`,
    takesFields: WITH_FIELDS.has(name),
  }))
}
