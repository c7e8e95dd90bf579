/** What the operations behind the admin panel need. `app.ts` creates it once. */
import type { StrapiReport } from '../admin-api/settings/strapi-api.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { NamedQueries } from '../content/named/named-queries.ts'
import type { AdminContext } from '../identity/administrators/admin-context.ts'
import type { RuleBook } from '../identity/row-rules/rule-book.ts'
import type { QueryLimits } from '../query/limits.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import type { SchemaBuilder } from './builder/builder-context.ts'
import type { InsightSource } from './insight/insight-source.ts'
import type { TransferContext } from './transfers/transfer-context.ts'
import type { StoredViews } from './views/stored-views.ts'
import type { WebhookContext } from './webhooks/webhook-context.ts'

export interface ManagementContext {
  readonly database: Database
  readonly schema: Schema
  /** With the query language of the panel and limits for queries that the server itself makes. */
  readonly content: ContentContext
  /** As clients read it, through the content API. */
  readonly api: ContentContext
  /** The limits for queries that clients write. */
  readonly queryLimits: QueryLimits
  readonly admin: AdminContext
  /** The rules of rows for clients; administrators are not subject to them. */
  readonly rules?: RuleBook | undefined
  readonly views: StoredViews
  readonly queries: NamedQueries
  readonly webhooks: WebhookContext
  readonly project: ProjectFacts
  readonly insight: InsightSource
  /** Absent where schema files cannot be changed. */
  readonly builder?: SchemaBuilder | undefined
  /** What is different from Strapi; absent for projects that are not Strapi's. */
  readonly strapiReport?: (() => Promise<StrapiReport>) | undefined
  /** Backups, exports and imports; absent for commands. */
  readonly transfers?: TransferContext | undefined
  /** The project's own parts of the panel, for browsers. */
  readonly panelModule?: { readonly code: string; readonly version: string } | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export interface ProjectFacts {
  readonly name: string
  readonly version: string
  readonly development: boolean
  readonly mail: boolean
  /** Where the content API begins: `/api`. */
  readonly prefix: string
}
