/** Opens the parts that the routes of the server work with. */
import type { Config } from '../config/config.ts'
import type { ContentContext } from '../content/content-context.ts'
import { adminContext, contentContext, projectQueries } from '../contexts.ts'
import type { Metrics } from '../http/operations/metrics.ts'
import { createAuthenticator } from '../identity/access/authenticate.ts'
import { createMailer } from '../identity/mail/mailer.ts'
import { openRuleBook } from '../identity/row-rules/open-rule-book.ts'
import { createPasswords } from '../identity/sign-in/password-hash.ts'
import type { UsersContext } from '../identity/users/users-context.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import { mediaContext, resumableStore } from '../media/open-media.ts'
import { CleanUp } from '../media/upload/clean-up.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { checkGuards, type GuardsHere } from '../tables/check-guards.ts'
import { codeGuard, queryGuard } from '../tables/guard-mark.ts'
import { contentSchema } from '../tables/open-database.ts'
import { createBackground } from '../util/process/background.ts'
import { VERSION } from '../util/version.ts'
import type { AppOptions, OpenedProject } from './app-options.ts'
import { openDeliverer } from './open-workers.ts'
import { draftNotes, mediaNotes } from './start-notes.ts'

export interface ServerLog {
  readonly failed: (error: unknown, message: string) => void
  readonly info: (line: string) => void
}

/** Everything that routes work with. Nothing is served yet. */
export async function openParts({ config, options, code, report, budget, storage }: OpenedProject, log: ServerLog) {
  const { database, schema } = storage
  const passwords = createPasswords(config.limits, options.passwordCost)
  const { findAddresses: find, clock = Date.now } = options
  const outgoing = createOutgoing({ ...config.outgoing, ...(find === undefined ? {} : { find }) })
  const deliverer = openDeliverer(storage, { outgoing, clock }, error =>
    log.failed(error, 'webhooks could not be sent'),
  )
  const wake = () => deliverer?.wake()
  const content = contentContext(config, storage, passwords, { budget, hooks: code?.hooks, wake, clock })
  await content.statistics.refresh()
  const queries = await projectQueries(config, content)
  for (const { name, problem } of (await queries.stored()).broken)
    report.push(`The query ${name} cannot be used: ${problem}`)
  if (options.onEvent !== undefined) content.events.subscribe(options.onEvent)
  const rules = await openRuleBook(config.folder, content)
  const present = [
    ...(rules?.guards() ?? []),
    ...(code?.parts ?? []).map(codeGuard),
    ...[...queries.files.values()].map(queryGuard),
  ]
  const guards: GuardsHere = { place: { database, schema, place: contentSchema(config.database) }, present }
  report.push(...(await checkGuards(config, guards, options.guards)))
  const background = createBackground(error => log.failed(error, 'work after an answer failed'))
  const { deliveries } = storage
  const webhooks = { database, schema, outgoing, deliveries, wake, clock }
  const users: UsersContext = Object.freeze({
    ...{ content, passwords, outgoing, later: background.later, prefix: config.api.prefix, clock },
    secret: config.secrets.jwt,
    config: config.users,
    fixedAttributes: rules?.userAttributes,
    codeActions: code?.actions,
    mail: createMailer({ ...config, log: log.info }),
    serverUrl: publicUrl(config),
  })
  const cleanUp = new CleanUp(log.failed)
  const media = mediaContext(config, content, cleanUp, outgoing)
  report.push(...mediaNotes(media, content), ...draftNotes(config, content))
  return {
    ...{ background, cleanUp, content, deliverer, guards, media, queries, rules, users, webhooks },
    admin: adminContext(config, storage, users),
    authenticate: createAuthenticator({ database, schema, secrets: config.secrets, rules }),
    metrics: config.metrics.enabled ? await serverMetrics(content, budget, options) : undefined,
    resumable: resumableStore(config, media),
  }
}

/** Loaded only where somebody wants figures: their library is a tenth of what a start takes. */
async function serverMetrics(
  { database, responses }: ContentContext,
  budget: CacheBudget,
  { gatherFigures }: AppOptions,
): Promise<Metrics> {
  const { createMetrics } = await import('../http/operations/metrics.ts')
  return createMetrics({
    version: VERSION,
    cache: responses.figures,
    caches: () => budget.figures(),
    expensiveReads: () => database.expensiveReads(),
    pool: database.figures === undefined ? undefined : () => database.figures!(),
    replicas: () => database.replicas?.() ?? [],
    gather: gatherFigures && (() => gatherFigures('metrics')),
  })
}

/** The address that links in mails lead to. */
function publicUrl({ server, host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '127.0.0.1' || host === '::' ? 'localhost' : host
  return server.url ?? `http://${name}:${port}`
}
