/** What the web server is made from. */
import type { Config } from '../config/config.ts'
import type { AttemptCounters } from '../identity/sign-in/rate-limiter.ts'
import type { UsersContext } from '../identity/users/users-context.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import type { ManagementContext } from '../management/management-context.ts'
import type { MediaContext } from '../media/media-context.ts'
import type { ResumableStore } from '../media/resumable/resumable-store.ts'
import type { ContentRoutes } from './content/read-handler.ts'
import type { RouteExtensions } from './extension/route-extension.ts'
import type { Uploads } from './files/upload-routes.ts'
import type { Metrics } from './operations/metrics.ts'

export interface ServerInput {
  readonly config: Config
  /** The memory for everything kept between requests. */
  readonly budget: CacheBudget
  readonly content: Omit<
    ContentRoutes,
    | (
        | 'prefix'
        | 'typeRoutes'
        | 'cache'
        | 'development'
        | 'folder'
        | 'live'
        | 'byOrigin'
        | 'explain'
        | 'frontDoor'
        | 'media'
        | 'limits'
        | 'resumable'
      )
    | ('isExtended' | 'isGuarded' | 'isReplaced' | 'isReshaped' | 'namedOnly')
  >
  /** Changes whenever rights or settings in the database have changed. */
  readonly accessVersion: () => number
  readonly users: UsersContext
  readonly management: ManagementContext
  /** Where sign-in attempts are counted. */
  readonly counters: AttemptCounters
  /** If absent, nothing is measured. */
  readonly metrics: Metrics | undefined
  readonly uploads: Uploads
  /** The page at `/`. */
  readonly welcome: () => Promise<string>
  readonly media: MediaContext
  readonly resumable: ResumableStore
  /** The project's own routes, and its code around others. */
  readonly extensions?: RouteExtensions | undefined
  /** Where the log goes, one JSON line each (default: standard error). */
  readonly logStream?: LogStream | undefined
  /** Is told of every route. */
  readonly onRoute?: ((route: ServedRoute) => void) | undefined
}

export interface ServedRoute {
  readonly method: string
  /** With parameters: `/api/articles/:id`. */
  readonly url: string
}

export interface LogStream {
  write(line: string): void
}
