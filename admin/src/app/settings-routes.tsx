/** The pages of Settings. For those who may not open them, they do not exist. */
import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import {
  hasSettings,
  mayOpen,
  parseUserSearch,
  SETTINGS_PLACES,
  type SettingsPlace,
} from '../features/settings/entry.ts'
import { loadOwnerTexts, loadTransferTexts } from '../i18n/load-texts.ts'
import { guarded } from './guarded.tsx'

const { roles, users, providers, tokens, administrators, adminRoles, locales, webhooks, workflows, queries } =
  SETTINGS_PLACES
const overview = () => import('../features/settings/settings-page.tsx')
const roleLists = () => import('../features/settings/roles/roles-page.tsx')
const rolePages = () => import('../features/settings/roles/role-page.tsx')
const userLists = () => import('../features/settings/users/users-page.tsx')
const providerLists = () => import('../features/settings/providers/providers-page.tsx')
const tokenLists = () => import('../features/settings/tokens/tokens-page.tsx')
const tokenPages = () => import('../features/settings/tokens/token-page.tsx')
const administratorLists = () => import('../features/settings/administrators/administrators-page.tsx')
const adminRoleLists = () => import('../features/settings/admin-roles/admin-roles-page.tsx')
const adminRolePages = () => import('../features/settings/admin-roles/admin-role-page.tsx')
const localeLists = () => import('../features/settings/locales/locales-page.tsx')
const webhookLists = () => import('../features/settings/webhooks/webhooks-page.tsx')
const webhookPages = () => import('../features/settings/webhooks/webhook-page.tsx')
const workflowLists = () => import('../features/settings/workflows/workflows-page.tsx')
const workflowPages = () => import('../features/settings/workflows/workflow-page.tsx')
const queryLists = () => import('../features/settings/queries/queries-page.tsx')
const mediaSettings = () => import('../features/settings/media/media-settings-page.tsx')
const projectSettings = () => import('../features/settings/project/project-page.tsx')
const emailSettings = () => import('../features/settings/mail/email-page.tsx')
const templateLists = () => import('../features/settings/mail/templates-page.tsx')
const templatePages = () => import('../features/settings/mail/template-page.tsx')
const registrationSettings = () => import('../features/settings/registration/registration-page.tsx')
const backupLists = () => import('../features/settings/backups/backups-page.tsx')
const transferForms = () => import('../features/settings/transfers/transfers-page.tsx')
const strapiReport = () => import('../features/settings/strapi/strapi-page.tsx')
const queryPages = () => import('../features/settings/queries/query-page.tsx')

export function settingsRoutes<Root extends AnyRoute>(root: Root) {
  const page = <const Path extends string>(path: Path, place: SettingsPlace, component: RouteComponent) =>
    createRoute({ getParentRoute: () => root, path, loader: loadOwnerTexts, component: guardedPlace(place, component) })
  return [
    createRoute({
      getParentRoute: () => root,
      path: 'settings',
      loader: loadOwnerTexts,
      component: guarded(hasSettings, lazyRouteComponent(overview, 'SettingsPage')),
    }),
    page('settings/users-permissions/roles', roles, lazyRouteComponent(roleLists, 'RolesPage')),
    page('settings/users-permissions/roles/new', roles, lazyRouteComponent(rolePages, 'NewRolePage')),
    page('settings/users-permissions/roles/$id', roles, lazyRouteComponent(rolePages, 'RolePage')),
    createRoute({
      getParentRoute: () => root,
      path: 'settings/users-permissions/users',
      loader: loadOwnerTexts,
      validateSearch: parseUserSearch,
      component: guardedPlace(users, lazyRouteComponent(userLists, 'UsersPage')),
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'settings/users-permissions/providers',
      loader: loadOwnerTexts,
      validateSearch: ({ tried }: Readonly<Record<string, unknown>>): { tried?: string } =>
        typeof tried === 'string' ? { tried } : {},
      component: guardedPlace(providers, lazyRouteComponent(providerLists, 'ProvidersPage')),
    }),
    page('settings/api-tokens', tokens, lazyRouteComponent(tokenLists, 'TokensPage')),
    page('settings/api-tokens/create', tokens, lazyRouteComponent(tokenPages, 'NewTokenPage')),
    page('settings/api-tokens/$id', tokens, lazyRouteComponent(tokenPages, 'TokenPage')),
    page('settings/users', administrators, lazyRouteComponent(administratorLists, 'AdministratorsPage')),
    page('settings/users/$id', administrators, lazyRouteComponent(administratorLists, 'AdministratorsPage')),
    page('settings/roles', adminRoles, lazyRouteComponent(adminRoleLists, 'AdminRolesPage')),
    page('settings/roles/new', adminRoles, lazyRouteComponent(adminRolePages, 'NewAdminRolePage')),
    page('settings/roles/$id', adminRoles, lazyRouteComponent(adminRolePages, 'AdminRolePage')),
    page('settings/internationalization', locales, lazyRouteComponent(localeLists, 'LocalesPage')),
    page('settings/review-workflows', workflows, lazyRouteComponent(workflowLists, 'WorkflowsPage')),
    page('settings/review-workflows/create', workflows, lazyRouteComponent(workflowPages, 'NewWorkflowPage')),
    page('settings/review-workflows/$id', workflows, lazyRouteComponent(workflowPages, 'WorkflowPage')),
    page('settings/webhooks', webhooks, lazyRouteComponent(webhookLists, 'WebhooksPage')),
    page('settings/webhooks/create', webhooks, lazyRouteComponent(webhookPages, 'NewWebhookPage')),
    page('settings/webhooks/$id', webhooks, lazyRouteComponent(webhookPages, 'WebhookPage')),
    page('settings/queries', queries, lazyRouteComponent(queryLists, 'QueriesPage')),
    page('settings/queries/$name', queries, lazyRouteComponent(queryPages, 'QueryPage')),
    page('settings/new-query', queries, lazyRouteComponent(queryPages, 'NewQueryPage')),
    page('settings/media-library', SETTINGS_PLACES.media, lazyRouteComponent(mediaSettings, 'MediaSettingsPage')),
    page(
      'settings/users-permissions/advanced-settings',
      SETTINGS_PLACES.registration,
      lazyRouteComponent(registrationSettings, 'RegistrationPage'),
    ),
    page(
      'settings/users-permissions/email-templates',
      SETTINGS_PLACES.templates,
      lazyRouteComponent(templateLists, 'TemplatesPage'),
    ),
    page(
      'settings/users-permissions/email-templates/$name',
      SETTINGS_PLACES.templates,
      lazyRouteComponent(templatePages, 'TemplatePage'),
    ),
    page('settings/email', SETTINGS_PLACES.email, lazyRouteComponent(emailSettings, 'EmailPage')),
    page('settings/application-infos', SETTINGS_PLACES.project, lazyRouteComponent(projectSettings, 'ProjectPage')),
    ...transferRoutes(root),
    page('settings/strapi', SETTINGS_PLACES.strapi, lazyRouteComponent(strapiReport, 'StrapiPage')),
  ] as const
}

/** Backups, exports and imports have texts of their own. */
function transferRoutes<Root extends AnyRoute>(root: Root) {
  const page = <const Path extends string>(path: Path, place: SettingsPlace, component: RouteComponent) =>
    createRoute({
      ...{ getParentRoute: () => root, path, loader: loadTransferTexts },
      component: guardedPlace(place, component),
    })
  const { backups, transfers } = SETTINGS_PLACES
  return [
    page('settings/backups', backups, lazyRouteComponent(backupLists, 'BackupsPage')),
    page('settings/transfers', transfers, lazyRouteComponent(transferForms, 'TransfersPage')),
  ] as const
}

function guardedPlace(place: SettingsPlace, component: RouteComponent): RouteComponent {
  return guarded(session => mayOpen(session, place), component)
}
