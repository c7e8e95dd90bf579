/**
 * The management API under `/admin/api`, as one table of types: `AdminApi['GET /session']['answer']`. The handlers of the
 * server and the panel's client are both checked against it. `docs/reference/admin-api.md` says what each route does.
 */
import type { AccessApi } from './access-api.ts'
import type { BuilderApi } from './builder-api.ts'
import type { ContentApi } from './content-api.ts'
import type { DraftApi } from './draft-api.ts'
import type { ExplainApi } from './explain-api.ts'
import type { HistoryApi } from './history-api.ts'
import type { InsightApi } from './insight-api.ts'
import type { LocaleApi } from './locale-api.ts'
import type { MediaApi } from './media-api.ts'
import type { NamedQueryApi } from './named-query-api.ts'
import type { ProviderApi } from './provider-api.ts'
import type { ReleaseApi } from './release-api.ts'
import type { WorkflowApi } from './review/workflow-api.ts'
import type { PathParameter } from './route-types.ts'
import type { ScheduleApi } from './schedule-api.ts'
import type { SchemaApi } from './schema-api.ts'
import type { PasskeyApi, SessionApi } from './session-api.ts'
import type { MailApi } from './settings/mail-api.ts'
import type { MediaSettingsApi } from './settings/media-settings-api.ts'
import type { ProjectApi } from './settings/project-api.ts'
import type { RegistrationApi } from './settings/registration-api.ts'
import type { StrapiApi } from './settings/strapi-api.ts'
import type { TransferApi } from './settings/transfer-api.ts'
import type { ViewApi } from './view-api.ts'
import type { WebhookApi } from './webhook-api.ts'

export interface AdminApi
  extends SessionApi,
    SchemaApi,
    ViewApi,
    BuilderApi,
    ContentApi,
    DraftApi,
    ExplainApi,
    HistoryApi,
    InsightApi,
    LocaleApi,
    MailApi,
    MediaApi,
    MediaSettingsApi,
    NamedQueryApi,
    PasskeyApi,
    ProjectApi,
    AccessApi,
    RegistrationApi,
    ReleaseApi,
    ProviderApi,
    ScheduleApi,
    StrapiApi,
    TransferApi,
    WebhookApi,
    WorkflowApi {}

/** `'GET /content/:uid'` */
export type AdminRouteName = keyof AdminApi

/** The path parameters of a route: `{ uid: string; id: string }`. */
export type ParametersOf<Route extends AdminRouteName> = Readonly<Record<PathParameter<Route>, string>>

export type QueryOf<Route extends AdminRouteName> = AdminApi[Route] extends { readonly query: infer Query }
  ? Query
  : undefined

export type BodyOf<Route extends AdminRouteName> = AdminApi[Route] extends { readonly body: infer Body }
  ? Body
  : undefined

export type AnswerOf<Route extends AdminRouteName> = AdminApi[Route]['answer']
