/** Opens a project for a command that manages users, tokens or administrators, through the operations of the management API. */
import type { Config } from '../config/config.ts'
import { adminContext, contentContext, managementContext, projectQueries } from '../contexts.ts'
import type { AdminContext } from '../identity/administrators/admin-context.ts'
import { createMailer } from '../identity/mail/mailer.ts'
import { openRuleBook } from '../identity/row-rules/open-rule-book.ts'
import { createPasswords } from '../identity/sign-in/password-hash.ts'
import type { ManagementContext } from '../management/management-context.ts'
import type { WebhookContext } from '../management/webhooks/webhook-context.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { withProject } from './open-project.ts'

export function withManagement<T>(
  given: CommandArguments,
  terminal: Terminal,
  work: (context: AdminContext, config: Config, webhooks: WebhookContext) => Promise<T>,
): Promise<T> {
  return withProject(given, terminal, (storage, config) => {
    const passwords = createPasswords(config.limits)
    const users = {
      content: contentContext(config, storage, passwords),
      passwords,
      secret: config.secrets.jwt,
      config: config.users,
      mail: createMailer({ ...config, log: terminal.note }),
      outgoing: createOutgoing(config.outgoing),
      serverUrl: config.server.url ?? '',
      prefix: config.api.prefix,
      later: () => undefined,
      clock: Date.now,
    }
    const { database, schema, deliveries } = storage
    const webhooks = { database, schema, deliveries, outgoing: users.outgoing, clock: Date.now }
    return work(adminContext(config, storage, users), config, webhooks)
  })
}

/** For a command that works with entries as the panel does. */
export function withPanel<T>(
  given: CommandArguments,
  terminal: Terminal,
  work: (context: ManagementContext) => Promise<T>,
): Promise<T> {
  return withManagement(given, terminal, async (admin, config, webhooks) => {
    const { content } = admin.users
    const queries = await projectQueries(config, content)
    const rules = await openRuleBook(config.folder, content)
    return work(managementContext(config, content, admin, { queries, rules, webhooks }))
  })
}
