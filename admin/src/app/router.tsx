/** Every address of the panel. They are those of Strapi v4, so that bookmarks keep working. Pages are loaded when opened. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { parseQueryText, queryText } from '../api/query-text.ts'
import { parseListSearch } from '../features/content-list/list-search.ts'
import { parseMediaSearch } from '../features/media/media-search.ts'
import { ContentManager } from './shell/content-manager.tsx'
import { NotFound, PageFailed, PageLoading } from './shell/page-states.tsx'
import { Shell } from './shell/shell.tsx'

interface RouterContext {
  readonly client: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Shell })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
})

const contentManager = createRoute({
  getParentRoute: () => root,
  path: 'content-manager',
  component: ContentManager,
})

const chooseType = createRoute({
  getParentRoute: () => contentManager,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/choose-type.tsx'), 'ChooseType'),
})

const list = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('../features/content-list/list-page.tsx'), 'ListPage'),
})

const configureList = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid/configurations/list',
  component: lazyRouteComponent(
    () => import('../features/content-list/configure/configure-list-page.tsx'),
    'ConfigureListPage',
  ),
})

const create = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid/create',
  component: lazyRouteComponent(() => import('../features/entry-form/entry-page.tsx'), 'CreatePage'),
})

const edit = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid/$id',
  component: lazyRouteComponent(() => import('../features/entry-form/entry-page.tsx'), 'EditPage'),
})

const single = createRoute({
  getParentRoute: () => contentManager,
  path: 'single-types/$uid',
  component: lazyRouteComponent(() => import('../features/entry-form/entry-page.tsx'), 'SinglePage'),
})

const compare = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid/$id/compare',
  component: lazyRouteComponent(() => import('../features/entry-form/compare-page.tsx'), 'ComparePage'),
})

const compareSingle = createRoute({
  getParentRoute: () => contentManager,
  path: 'single-types/$uid/compare',
  component: lazyRouteComponent(() => import('../features/entry-form/compare-page.tsx'), 'CompareSinglePage'),
})

const configureEdit = createRoute({
  getParentRoute: () => contentManager,
  path: 'collection-types/$uid/configurations/edit',
  component: lazyRouteComponent(() => import('../features/entry-form/configure-page.tsx'), 'ConfigurePage'),
})

const configureSingle = createRoute({
  getParentRoute: () => contentManager,
  path: 'single-types/$uid/configurations/edit',
  component: lazyRouteComponent(() => import('../features/entry-form/configure-page.tsx'), 'ConfigurePage'),
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

const media = createRoute({
  getParentRoute: () => root,
  path: 'plugins/upload',
  validateSearch: parseMediaSearch,
  component: lazyRouteComponent(() => import('../features/media/media-page.tsx'), 'MediaPage'),
})

const builder = createRoute({
  getParentRoute: () => root,
  path: 'plugins/content-type-builder',
  component: lazyRouteComponent(() => import('../features/schema/schema-page.tsx'), 'SchemaPage'),
})

const model = createRoute({
  getParentRoute: () => root,
  path: 'plugins/content-type-builder/$uid',
  component: lazyRouteComponent(() => import('../features/schema/model-page.tsx'), 'ModelPage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: 'settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})

const queries = createRoute({
  getParentRoute: () => root,
  path: 'settings/queries',
  component: lazyRouteComponent(() => import('../features/settings/queries-page.tsx'), 'QueriesPage'),
})

const query = createRoute({
  getParentRoute: () => root,
  path: 'settings/queries/$name',
  component: lazyRouteComponent(() => import('../features/settings/query-page.tsx'), 'QueryPage'),
})

const newQuery = createRoute({
  getParentRoute: () => root,
  path: 'settings/new-query',
  component: lazyRouteComponent(() => import('../features/settings/query-page.tsx'), 'NewQueryPage'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: 'me',
  component: lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
})

const routeTree = root.addChildren([
  home,
  contentManager.addChildren([
    chooseType,
    list,
    configureList,
    create,
    edit,
    single,
    compare,
    compareSingle,
    configureEdit,
    configureSingle,
    ...older,
  ]),
  media,
  builder,
  model,
  settings,
  queries,
  query,
  newQuery,
  profile,
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
