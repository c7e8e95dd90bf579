/** The providers with which end users sign in, for administrators with Strapi's rights to them. */
import { z } from 'zod'
import { PopulusError } from '../../../errors.ts'
import { openOutcome, startTrial } from '../../../identity/providers/try-provider.ts'
import { checkInput, text } from '../../../input/check-input.ts'
import { changeProvider, listProviders } from '../../../management/access/manage-providers.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import type { AdminRights } from '../../../management/rights/admin-rights.ts'
import type { AdminRoute } from '../admin-route.ts'
import { managedBy } from '../management-routes.ts'

/** Of a signed outcome. */
const LONGEST = 4000
const triedInput = z.strictObject({ tried: text(LONGEST) })

export function providerRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  const { admin } = context
  return [
    managed('GET /providers', async (_request, rights) => {
      check(rights, 'read')
      return { data: await listProviders(admin) }
    }),
    managed('PUT /providers/:name', async ({ parameters, body }, rights) => {
      check(rights, 'update')
      return { data: await changeProvider(admin, parameters.name, body) }
    }),
    managed('POST /providers/:name/try', async ({ parameters }, rights) => {
      check(rights, 'update')
      return { data: await startTrial(admin.users, parameters.name) }
    }),
    managed('POST /providers/tried', async ({ body }, rights) => {
      check(rights, 'update')
      const outcome = await openOutcome(admin.users, checkInput(triedInput, body).tried)
      if (outcome === undefined) throw new PopulusError('notFound')
      return { data: outcome }
    }),
  ]
}

function check({ superAdmin, actions }: AdminRights, right: 'read' | 'update'): void {
  if (!superAdmin && !actions.has(`plugin::users-permissions.providers.${right}`)) throw new PopulusError('forbidden')
}
