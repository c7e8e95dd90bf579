/** The pages of Settings, at the addresses that Strapi v4 gives them, and who may open them. */
import type { Session } from '../../../../src/admin-api/session-api.ts'
import type { TextKey } from '../../i18n/texts.ts'
import type { IconName } from '../../ui/display/icon.tsx'

/** In the order in which they are shown. */
export const SETTINGS_GROUPS = {
  endUsers: 'settings.groupEndUsers',
  people: 'settings.groupPeople',
  content: 'settings.groupContent',
  server: 'settings.groupServer',
} as const satisfies Readonly<Record<string, TextKey>>

interface Place {
  readonly to: string
  readonly group: keyof typeof SETTINGS_GROUPS
  readonly title: TextKey
  readonly text: TextKey
  readonly icon: IconName
  /** Any of these permissions opens it; without one, only super administrators may. */
  readonly actions: readonly string[]
  /** For projects of Strapi. */
  readonly strapiOnly?: boolean
}

export const SETTINGS_PLACES = {
  roles: {
    to: '/settings/users-permissions/roles',
    group: 'endUsers',
    title: 'shell.placeRoles',
    text: 'access.rolesText',
    icon: 'lock',
    actions: [],
  },
  users: {
    to: '/settings/users-permissions/users',
    group: 'endUsers',
    title: 'shell.placeUsers',
    text: 'access.usersText',
    icon: 'user',
    actions: [],
  },
  providers: {
    to: '/settings/users-permissions/providers',
    group: 'endUsers',
    title: 'shell.placeProviders',
    text: 'access.providersText',
    icon: 'globe',
    actions: ['plugin::users-permissions.providers.read'],
  },
  registration: {
    to: '/settings/users-permissions/advanced-settings',
    group: 'endUsers',
    title: 'shell.placeRegistration',
    text: 'mail.registrationText',
    icon: 'sliders',
    actions: ['plugin::users-permissions.advanced-settings.read'],
  },
  templates: {
    to: '/settings/users-permissions/email-templates',
    group: 'endUsers',
    title: 'shell.placeTemplates',
    text: 'mail.templatesText',
    icon: 'edit',
    actions: ['plugin::users-permissions.email-templates.read'],
  },
  email: {
    to: '/settings/email',
    group: 'server',
    title: 'shell.placeEmail',
    text: 'mail.emailText',
    icon: 'mail',
    actions: ['plugin::email.settings.read'],
  },
  tokens: {
    to: '/settings/api-tokens',
    group: 'server',
    title: 'shell.placeTokens',
    text: 'access.tokensText',
    icon: 'key',
    actions: [],
  },
  administrators: {
    to: '/settings/users',
    group: 'people',
    title: 'shell.placeAdministrators',
    text: 'access.administratorsText',
    icon: 'user',
    actions: [],
  },
  adminRoles: {
    to: '/settings/roles',
    group: 'people',
    title: 'shell.placeAdminRoles',
    text: 'access.adminRolesText',
    icon: 'lock',
    actions: [],
  },
  locales: {
    to: '/settings/internationalization',
    group: 'content',
    title: 'shell.placeLocales',
    text: 'settings.localesText',
    icon: 'globe',
    actions: ['plugin::i18n.locale.create', 'plugin::i18n.locale.update', 'plugin::i18n.locale.delete'],
  },
  workflows: {
    to: '/settings/review-workflows',
    group: 'content',
    title: 'shell.placeWorkflows',
    text: 'settings.workflowText',
    icon: 'check',
    actions: ['admin::review-workflows.read'],
  },
  webhooks: {
    to: '/settings/webhooks',
    group: 'server',
    title: 'shell.placeWebhooks',
    text: 'webhooks.text',
    icon: 'bolt',
    actions: ['admin::webhooks.read'],
  },
  queries: {
    to: '/settings/queries',
    group: 'content',
    title: 'shell.placeQueries',
    text: 'settings.queriesText',
    icon: 'search',
    actions: [],
  },
  media: {
    to: '/settings/media-library',
    group: 'content',
    title: 'shell.mediaLibrary',
    text: 'server.mediaText',
    icon: 'image',
    actions: ['plugin::upload.settings.read'],
  },
  project: {
    to: '/settings/application-infos',
    group: 'server',
    title: 'shell.placeProject',
    text: 'server.projectText',
    icon: 'home',
    actions: [],
  },
  backups: {
    to: '/settings/backups',
    group: 'server',
    title: 'shell.placeBackups',
    text: 'server.backupsText',
    icon: 'history',
    actions: [],
  },
  transfers: {
    to: '/settings/transfers',
    group: 'server',
    title: 'shell.placeTransfers',
    text: 'server.transfersText',
    icon: 'upload',
    actions: [],
  },
  strapi: {
    to: '/settings/strapi',
    group: 'server',
    title: 'shell.placeStrapi',
    text: 'server.strapiText',
    icon: 'help',
    actions: [],
    strapiOnly: true,
  },
} as const satisfies Readonly<Record<string, Place>>

export type SettingsPlace = (typeof SETTINGS_PLACES)[keyof typeof SETTINGS_PLACES]

export function mayOpen({ rights: { superAdmin, actions }, strapi }: Session, place: Place): boolean {
  if (place.strapiOnly === true && !strapi) return false
  return superAdmin || place.actions.some(action => actions.includes(action))
}

/** Those that the person may open. */
export function openPlaces(session: Session): readonly SettingsPlace[] {
  return Object.values(SETTINGS_PLACES).filter(place => mayOpen(session, place))
}

/** Whether the person has anything to set beside their own profile. */
export function hasSettings(session: Session): boolean {
  return openPlaces(session).length > 0
}
