/** Every address of the panel. They are those of Strapi v4, so that bookmarks keep working. Pages are loaded when opened. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { mayOpenPage, type OpenPage } from '../api/open-pages.ts'
import { parseQueryText, queryText } from '../api/query-text.ts'
import type { ActivitySearch } from '../features/activity/activity-search.ts'
import type { CalendarSearch } from '../features/activity/calendar/month.ts'
import { parseListSearch } from '../features/content-list/list-search.ts'
import type { ExplorerSearch } from '../features/explorer/explorer-search.ts'
import { parseMediaSearch } from '../features/media/media-search.ts'
import { parseNewModel } from '../features/schema/new-model-search.ts'
import { loadOwnerTexts } from '../i18n/load-texts.ts'
import { guarded } from './guarded.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { NotFound, PageFailed, PageLoading } from './shell/page-states.tsx'
import { Shell } from './shell/shell.tsx'

interface RouterContext {
  readonly client: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Shell })

const contentManager = createRoute({
  getParentRoute: () => root,
  path: 'content-manager',
  component: lazyRouteComponent(() => import('./shell/content-manager.tsx'), 'ContentManager'),
})

/** A page of the panel. */
function page<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component })
}

/** A page whose texts are not loaded before. */
function ownerPage<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, loader: loadOwnerTexts, component })
}

/** A page beside the menu of types. */
function contentPage<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => contentManager, path, component })
}

const lists = () => import('../features/content-list/list-page.tsx')
const entries = () => import('../features/entry-form/entry-page.tsx')
const comparisons = () => import('../features/entry-form/compare-page.tsx')
const histories = () => import('../features/entry-form/versions/history-page.tsx')
const trash = () => import('../features/activity/trash-page.tsx')
const schedules = () => import('../features/activity/schedule/schedule-page.tsx')
const releases = () => import('../features/activity/releases/releases-page.tsx')
const oneRelease = () => import('../features/activity/releases/release-page.tsx')
const activities = () => import('../features/activity/activity-page.tsx')
const explorers = () => import('../features/explorer/explorer-page.tsx')
const insights = () => import('../features/insight/insight-page.tsx')
const listViews = () => import('../features/content-list/configure/configure-list-page.tsx')
const formViews = () => import('../features/entry-form/configure-page.tsx')

const list = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(lists, 'ListPage'),
})

const media = createRoute({
  getParentRoute: () => root,
  path: 'plugins/upload',
  validateSearch: parseMediaSearch,
  component: lazyRouteComponent(() => import('../features/media/media-page.tsx'), 'MediaPage'),
})

const openPage = (name: OpenPage, component: RouteComponent) =>
  guarded((session, schema) => mayOpenPage(name, session, schema), component)

/** The page itself looks at what the address says: what does so is not loaded before. */
function unread<Search>(search: Readonly<Record<string, unknown>>): Search {
  return search as Search
}

const activity = createRoute({
  getParentRoute: () => root,
  path: 'activity',
  validateSearch: unread<ActivitySearch>,
  component: openPage('activity', lazyRouteComponent(activities, 'ActivityPage')),
})

const explorer = createRoute({
  getParentRoute: () => root,
  path: 'explorer',
  loader: loadOwnerTexts,
  validateSearch: unread<ExplorerSearch>,
  component: openPage('explorer', lazyRouteComponent(explorers, 'ExplorerPage')),
})

const insight = createRoute({
  getParentRoute: () => root,
  path: 'insight',
  loader: loadOwnerTexts,
  component: openPage('insight', lazyRouteComponent(insights, 'InsightPage')),
})

const calendar = createRoute({
  getParentRoute: () => contentManager,
  path: 'calendar',
  validateSearch: unread<CalendarSearch>,
  component: openPage(
    'calendar',
    lazyRouteComponent(() => import('../features/activity/calendar/calendar-page.tsx'), 'CalendarPage'),
  ),
})

/** Strapi's address of releases; its numbers are those of others. */
const strapiReleases = ['plugins/content-releases', 'plugins/content-releases/$'].map(path =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/content-manager/releases', replace: true })
    },
  }),
)

const models = () => import('../features/schema/schema-page.tsx')

const newModel = createRoute({
  getParentRoute: () => root,
  path: 'plugins/content-type-builder/create',
  validateSearch: parseNewModel,
  loader: loadOwnerTexts,
  component: guarded(
    (_session, { editable }) => editable,
    lazyRouteComponent(() => import('../features/schema/builder/builder-page.tsx'), 'CreatePage'),
  ),
})

const model = createRoute({
  getParentRoute: () => root,
  path: 'plugins/content-type-builder/$uid',
  loader: loadOwnerTexts,
  component: openPage(
    'builder',
    lazyRouteComponent(() => import('../features/schema/model-page.tsx'), 'ModelPage'),
  ),
})

/** Strapi's addresses before 4.0. */
const older = (['collectionType', 'singleType'] as const).map(name =>
  createRoute({
    getParentRoute: () => contentManager,
    path: `${name}/$`,
    beforeLoad: ({ params }) => {
      const now = name === 'collectionType' ? 'collection-types' : 'single-types'
      throw redirect({ href: `/admin/content-manager/${now}/${params._splat ?? ''}`, replace: true })
    },
  }),
)

const routeTree = root.addChildren([
  page(
    '/',
    lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
  ),
  contentManager.addChildren([
    contentPage(
      '/',
      lazyRouteComponent(() => import('./shell/choose-type.tsx'), 'ChooseType'),
    ),
    list,
    contentPage('collection-types/$uid/configurations/list', lazyRouteComponent(listViews, 'ConfigureListPage')),
    contentPage('collection-types/$uid/configurations/edit', lazyRouteComponent(formViews, 'ConfigurePage')),
    contentPage('collection-types/$uid/create', lazyRouteComponent(entries, 'CreatePage')),
    contentPage('collection-types/$uid/$id', lazyRouteComponent(entries, 'EditPage')),
    contentPage('collection-types/$uid/$id/compare', lazyRouteComponent(comparisons, 'ComparePage')),
    contentPage('collection-types/$uid/$id/history', lazyRouteComponent(histories, 'HistoryPage')),
    contentPage('single-types/$uid', lazyRouteComponent(entries, 'SinglePage')),
    contentPage('single-types/$uid/compare', lazyRouteComponent(comparisons, 'CompareSinglePage')),
    contentPage('single-types/$uid/history', lazyRouteComponent(histories, 'SingleHistoryPage')),
    contentPage('schedule', openPage('schedule', lazyRouteComponent(schedules, 'SchedulePage'))),
    contentPage('releases', openPage('releases', lazyRouteComponent(releases, 'ReleasesPage'))),
    contentPage('releases/$id', openPage('releases', lazyRouteComponent(oneRelease, 'ReleasePage'))),
    calendar,
    contentPage('trash', openPage('trash', lazyRouteComponent(trash, 'TrashPage'))),
    contentPage('single-types/$uid/configurations/edit', lazyRouteComponent(formViews, 'ConfigurePage')),
    ...older,
  ]),
  media,
  activity,
  explorer,
  insight,
  page('settings/audit-logs', openPage('activity', lazyRouteComponent(activities, 'AuditLogs'))),
  ownerPage('plugins/content-type-builder', openPage('builder', lazyRouteComponent(models, 'SchemaPage'))),
  newModel,
  model,
  ...strapiReleases,
  ...settingsRoutes(root),
  page(
    'own/$name',
    lazyRouteComponent(() => import('../features/own/own-page.tsx'), 'OwnPage'),
  ),
  ownerPage(
    'me',
    lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  ),
])

export function createPanelRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/admin',
    context: { client },
    parseSearch: text => parseQueryText(text.replace(/^\?/, '')),
    stringifySearch: search => {
      const text = queryText(search)
      return text === '' ? '' : `?${text}`
    },
    pathParamsAllowedCharacters: [':'],
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 200,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPanelRouter>
  }
}
