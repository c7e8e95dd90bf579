/** E-mail and the settings of end users, for those who may see and change them in Strapi, too. */
import { PopulusError } from '../../../errors.ts'
import { checkAttempt } from '../../../identity/administrators/sign-in.ts'
import type { AttemptCounter } from '../../../identity/sign-in/rate-limiter.ts'
import { changeRegistration, loadRegistration } from '../../../management/access/registration.ts'
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  resetTemplate,
} from '../../../management/mail/manage-templates.ts'
import { mailSettings, tryMail } from '../../../management/mail/try-mail.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import type { AdminRights } from '../../../management/rights/admin-rights.ts'
import type { AdminRoute } from '../admin-route.ts'
import { type Managed, managedBy } from '../management-routes.ts'

const EMAIL = 'plugin::email.settings.read'
const TEMPLATES = 'plugin::users-permissions.email-templates'
const REGISTRATION = 'plugin::users-permissions.advanced-settings'

export function mailRoutes(context: ManagementContext, counter: AttemptCounter): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /settings/email', async (_request, rights) => {
      check(rights, EMAIL)
      return { data: mailSettings(context) }
    }),
    managed('POST /settings/email/test', async ({ session: { administrator }, body }, rights) => {
      check(rights, EMAIL)
      const attempt = { route: 'admin test mail', address: `administrator ${administrator.id}` }
      return { data: await tryMail(context, administrator, body, () => checkAttempt(counter, attempt)) }
    }),
    ...templateRoutes(context, managed),
    managed('GET /settings/registration', async (_request, rights) => {
      check(rights, `${REGISTRATION}.read`)
      return { data: await loadRegistration(context.admin) }
    }),
    managed('PUT /settings/registration', async ({ body }, rights) => {
      check(rights, `${REGISTRATION}.update`)
      return { data: await changeRegistration(context.admin, body) }
    }),
  ]
}

function templateRoutes({ admin }: ManagementContext, managed: Managed): readonly AdminRoute[] {
  return [
    managed('GET /settings/email-templates', async (_request, rights) => {
      check(rights, `${TEMPLATES}.read`)
      return { data: await listTemplates(admin) }
    }),
    managed('PUT /settings/email-templates/:name', async ({ parameters, body }, rights) => {
      check(rights, `${TEMPLATES}.update`)
      return { data: await changeTemplate(admin, parameters.name, body) }
    }),
    managed('DELETE /settings/email-templates/:name', async ({ parameters }, rights) => {
      check(rights, `${TEMPLATES}.update`)
      return { data: await resetTemplate(admin, parameters.name) }
    }),
    managed('POST /settings/email-templates/:name/preview', async ({ parameters, body }, rights) => {
      check(rights, `${TEMPLATES}.read`)
      return { data: await previewTemplate(admin, parameters.name, body) }
    }),
  ]
}

function check({ superAdmin, actions }: AdminRights, action: string): void {
  if (!superAdmin && !actions.has(action)) throw new PopulusError('forbidden')
}
