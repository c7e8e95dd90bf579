/** What operations on content, users and the admin panel need: for the server, and for commands, which have no web server. */
import { basename } from 'node:path'
import type { Config } from './config/config.ts'
import type { PreparedAggregate } from './content/aggregate/prepared-aggregate.ts'
import type { ContentContext } from './content/content-context.ts'
import type { ContentHooks } from './content/content-hooks.ts'
import { defaultLocaleReader } from './content/default-locale.ts'
import type { EntryHistory } from './content/entry-history.ts'
import { createEventStream } from './content/event-stream.ts'
import { localeCodesReader } from './content/locale-codes.ts'
import type { CheckContext } from './content/named/check-named-query.ts'
import { loadQueryFiles } from './content/named/load-query-files.ts'
import { type NamedQueries, namedQueries } from './content/named/named-queries.ts'
import type { NamedQuery } from './content/named/named-query.ts'
import { type KeptTableColumn, TableColumns } from './content/read/columns/table-columns.ts'
import { EntryReads } from './content/read/entry-reads.ts'
import { keptPlans } from './content/read/kept-plans.ts'
import { EntryRecords } from './content/records/entry-records.ts'
import { type StatisticsKeeper, statisticsKeeper } from './content/statistics-keeper.ts'
import type { AdminContext } from './identity/administrators/admin-context.ts'
import type { Passwords } from './identity/sign-in/password-hash.ts'
import type { UsersContext } from './identity/users/users-context.ts'
import type { BoundedCache } from './kept/bounded-cache.ts'
import { CacheBudget } from './kept/cache-budget.ts'
import { createKeptEntries, forgetEntry, type HeldEntry, NO_ENTRIES } from './kept/kept-entries.ts'
import {
  createListFacts,
  GROUPS,
  type GroupRows,
  IDS,
  type KnownPlaces,
  type ListFact,
  NO_LIST_FACTS,
  PLACES,
  TOTAL,
} from './kept/list-facts.ts'
import { createResponseCache, type KeptAnswer, NO_RESPONSES } from './kept/response-cache.ts'
import { QueryInventory } from './kept/use/query-inventory.ts'
import type { TakeOver } from './management/builder/builder-context.ts'
import { panelContent } from './management/entries/panel-content.ts'
import { type InsightSource, ownFigures } from './management/insight/insight-source.ts'
import type { ManagementContext } from './management/management-context.ts'
import { storedQueries } from './management/queries/stored-queries.ts'
import { storedViews } from './management/views/stored-views.ts'
import { createMediaProviders } from './media/providers/create-providers.ts'
import type { PlanSettings } from './plan/plan-context.ts'
import { wireDialect } from './plan/wire-dialect.ts'
import type { Schema } from './schema/schema.ts'
import type { Database } from './storage/database.ts'
import { contentSchema } from './tables/open-database.ts'
import type { Storage } from './tables/open-storage.ts'
import { VERSION } from './util/version.ts'
import { webhookOutbox } from './webhooks/webhook-outbox.ts'
import { KnownWebhooks } from './webhooks/webhook-rows.ts'
import { ByteOutput } from './wire/byte-output.ts'

/** The parts of the room for facts about lists that totals, places and groups get; they take far less than a list of ids. */
const TOTALS_PART = 1 / 4
const PLACES_PART = 1 / 8
const GROUPS_PART = 1 / 8
const IDS_PART = 1 - TOTALS_PART - PLACES_PART - GROUPS_PART

/** What the operations of the management API need. */
export function adminContext(config: Config, { database, schema, origin }: Storage, users: UsersContext): AdminContext {
  return Object.freeze({
    ...{ database, schema, users, clock: users.clock },
    secrets: config.secrets,
    settings: config.admin,
    publicUrl: config.server.url,
    isSharedWithStrapi: config.strapi || origin === 'strapi4',
  })
}

interface ManagedParts
  extends Pick<ManagementContext, 'queries' | 'rules' | 'webhooks' | 'panelModule' | 'strapiReport' | 'transfers'> {
  /** Absent for commands, which answer no requests. */
  readonly insight?: Omit<InsightSource, 'place'>
}

/** What the admin panel needs. Queries that the server makes for it may be longer than those of clients. */
export function managementContext(
  config: Config,
  content: ContentContext,
  admin: AdminContext,
  { queries, rules, webhooks, insight, panelModule, strapiReport, transfers }: ManagedParts,
  takeOver?: TakeOver,
): ManagementContext {
  const { database, schema } = content
  return Object.freeze({
    database,
    schema,
    content: panelContent(content),
    api: content,
    queryLimits: content.limits,
    admin,
    rules,
    views: storedViews(database, schema),
    queries,
    webhooks,
    project: {
      name: basename(config.folder),
      version: VERSION,
      development: config.development,
      mail: config.email.smtp !== null || config.development,
      prefix: config.api.prefix,
    },
    insight: {
      own: () => ownFigures(content, new CacheBudget(0)),
      ...insight,
      place: contentSchema(config.database),
    },
    builder: takeOver === undefined ? undefined : { config, takeOver },
    strapiReport,
    transfers,
    panelModule,
    clock: admin.clock,
  })
}

/** The named queries of a project. Throws a StartError if one of its files cannot be used. */
export async function projectQueries(
  config: Config,
  { database, schema }: Pick<Storage, 'database' | 'schema'>,
): Promise<NamedQueries> {
  const checked = { ...checkContext(config, schema), settings: settingsOf(config, database) }
  return namedQueries(checked, await loadQueryFiles(config.folder, checked), storedQueries(database))
}

/** Those of files, for commands that need no database. Throws a StartError if one of them cannot be used. */
export async function fileQueries(config: Config, schema: Schema): Promise<readonly NamedQuery[]> {
  return [...(await loadQueryFiles(config.folder, checkContext(config, schema))).values()]
}

function checkContext({ api, limits }: Config, schema: Schema): CheckContext {
  return { schema, dialect: wireDialect(api), limits, settings: { ...api, ...limits, strictTypes: false } }
}

function settingsOf({ api, limits }: Pick<Config, 'api' | 'limits'>, { dialect }: Database): PlanSettings {
  return { ...api, ...limits, strictTypes: dialect.strictTypes }
}

/** What is known about whole lists: their totals, the ids of their entries, places in them, what was computed from them, and columns in which they are found. */
function listFacts(
  { totals, columnsFrom }: Config['cache'],
  budget: CacheBudget,
  database: Database,
  statistics: StatisticsKeeper,
): Pick<ContentContext, 'totals' | 'listIds' | 'places' | 'aggregates' | 'columns'> {
  if (!totals) {
    const none = NO_LIST_FACTS
    return { totals: none, listIds: none, places: none, aggregates: none }
  }
  const columns = budget.open<KeptTableColumn>('columns')
  return {
    columns:
      columnsFrom === 0
        ? undefined
        : new TableColumns({ cache: columns, database, statistics, leastRows: columnsFrom }),
    totals: createListFacts(budget.open<ListFact<number>>('totals', TOTALS_PART), database.versions, TOTAL),
    listIds: createListFacts(budget.open<ListFact<Float64Array>>('totals', IDS_PART), database.versions, IDS),
    places: createListFacts(budget.open<ListFact<KnownPlaces>>('totals', PLACES_PART), database.versions, PLACES),
    aggregates: createListFacts(budget.open<ListFact<GroupRows>>('totals', GROUPS_PART), database.versions, GROUPS),
  }
}

/** Answers, and the entries that they are put together from, which share the memory for them. */
function keptAnswers(
  { size, responses }: Config['cache'],
  budget: CacheBudget,
  changes: Storage['database']['versions'],
): Pick<ContentContext, 'responses' | 'entryReads'> {
  if (size === 0) return { responses: NO_RESPONSES, entryReads: new EntryReads(NO_ENTRIES) }
  const entries = budget.open<KeptAnswer | HeldEntry>('bodies', 1, forgetEntry)
  return {
    responses: createResponseCache({ entries: entries as BoundedCache<KeptAnswer>, changes, bodies: responses }),
    entryReads: new EntryReads(responses ? createKeptEntries(entries as BoundedCache<HeldEntry>, changes) : NO_ENTRIES),
  }
}

/** How much of the memory for plans is for those of aggregates. */
const AGGREGATES_PART = 1 / 8

interface ContentParts {
  readonly budget?: CacheBudget
  readonly hooks?: ContentHooks | undefined
  /** Called when there is something to send to webhooks. */
  readonly wake?: () => void
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

function historyOf(
  kept: Pick<EntryHistory, 'versions' | 'trash'>,
  { database, schema, versions: store }: Pick<Storage, 'database' | 'schema' | 'versions'>,
): EntryHistory | undefined {
  if (store === undefined || !(kept.versions || kept.trash)) return undefined
  return Object.freeze({ ...kept, store, records: new EntryRecords(schema, database.dialect) })
}

export function contentContext(
  { folder, api, limits, cache, media, changes: feed, history, trash }: Config,
  { database, schema, search, changes, versions, deliveries }: Storage,
  passwords: Passwords,
  { budget = new CacheBudget(cache.size), hooks, wake = () => undefined, clock = Date.now }: ContentParts = {},
): ContentContext {
  const plans = keptPlans(part => budget.open('plans', part * (1 - AGGREGATES_PART)))
  const aggregatePlans = budget.open<PreparedAggregate>('plans', AGGREGATES_PART)
  // The existing plans are based on the old sizes.
  const onRefresh = () => {
    plans.queries.clear()
    plans.shapes.clear()
    aggregatePlans.clear()
  }
  const statistics = statisticsKeeper(database, schema, { onRefresh })
  return Object.freeze({
    schema,
    database,
    settleSearch: search.settle,
    statistics,
    dialect: wireDialect({ ...api, extraFields: media.extraFields }),
    limits,
    settings: settingsOf({ api, limits }, database),
    plans,
    aggregatePlans,
    ...listFacts(cache, budget, database, statistics),
    ...keptAnswers(cache, budget, database.versions),
    inventory: new QueryInventory(clock),
    output: new ByteOutput(),
    markFiles: createMediaProviders(folder, media).active.signedUrl !== undefined,
    defaultLocale: defaultLocaleReader(database),
    localeCodes: localeCodesReader(database, schema),
    events: createEventStream(),
    changes: feed.keepDays > 0 ? changes : undefined,
    history: historyOf({ versions: history.keepDays > 0, trash: trash.keepDays > 0 }, { database, schema, versions }),
    outbox:
      deliveries === undefined
        ? undefined
        : webhookOutbox({
            webhooks: new KnownWebhooks(database),
            store: deliveries,
            schema,
            prefix: api.prefix,
            wake,
          }),
    hooks,
    hashPassword: passwords.hash,
    clock: () => new Date(clock()),
  })
}
