/** What whoever builds an app may give it, and what is open when the parts of the server are made. */
import type { Config } from '../config/config.ts'
import type { ContentListener } from '../content/event-stream.ts'
import type { PanelModule } from '../extend/panel-module.ts'
import type { ProjectCode } from '../extend/project-code.ts'
import type { Figures } from '../http/operations/metrics.ts'
import type { LogStream } from '../http/server-input.ts'
import type { AttemptCounters } from '../identity/sign-in/rate-limiter.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import type { TakeOver } from '../management/builder/builder-context.ts'
import type { FindAddresses } from '../outgoing/address-policy.ts'
import type { SeenStatement } from '../sql/statement.ts'
import type { Storage, StorageOptions } from '../tables/open-storage.ts'

export type FiguresKind = 'metrics' | 'insight'

export interface AppOptions {
  /** Changes that the database needs before requests are answered; one process makes them at a time. Returns lines to print. */
  readonly prepareDatabase?: StorageOptions['prepare'] | undefined
  /** Called while another process is preparing the database. */
  readonly note?: (line: string) => void
  /** Receives every statement that reads or writes content. */
  readonly onStatement?: (statement: SeenStatement) => void
  /** Receives every content write committed by this process. */
  readonly onEvent?: ContentListener
  /** Where sign-in attempts are counted, if not in this process. */
  readonly counters?: AttemptCounters
  /** The figures of all processes that serve together. */
  readonly gatherFigures?: (kind: FiguresKind) => Promise<readonly Figures[]>
  /** How long it takes to check a password; Strapi's if absent. */
  readonly passwordCost?: number
  /** Where the log goes, one JSON line each (default: standard error). */
  readonly logStream?: LogStream
  /** Whether this process runs the tasks of the project at fixed times; true if absent. */
  readonly runsTasks?: boolean
  /** The time by which is decided what is due, if not that of the system; milliseconds since 1970. */
  readonly clock?: () => number
  /** How names of other servers are looked up, if not by the system. */
  readonly findAddresses?: FindAddresses
  /** Code to run in place of the project's own. */
  readonly code?: ProjectCode
  /**
   * What to do if rules or code are gone that guarded the database when it was last served: refuse to start (`check`),
   * start without them (`accept`), or start without a look (`leave`), for one of several processes of a server.
   */
  readonly guards?: 'check' | 'accept' | 'leave'
  /** How schema files that the panel writes come to be served; absent where it cannot change them. */
  readonly takeOver?: TakeOver
}

/** What is open before anything is served. */
export interface OpenedProject {
  readonly config: Config
  readonly options: AppOptions
  readonly code: ProjectCode | undefined
  readonly panelModule: PanelModule | undefined
  /** Lines are added until the app is built. */
  readonly report: string[]
  readonly budget: CacheBudget
  readonly storage: Storage
}
