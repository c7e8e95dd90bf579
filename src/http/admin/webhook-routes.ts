/** Webhooks: who is told of changes. */
import { PopulusError } from '../../errors.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import type { AdminRights } from '../../management/rights/admin-rights.ts'
import { findDelivery, listDeliveries, redeliver } from '../../management/webhooks/list-deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from '../../management/webhooks/manage-webhooks.ts'
import { idIn } from '../../management/webhooks/webhook-input.ts'
import type { AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

type Right = 'create' | 'read' | 'update' | 'delete'

export function webhookRoutes(context: ManagementContext): readonly AdminRoute[] {
  const { webhooks } = context
  const managed = managedBy(context)
  return [
    managed('GET /webhooks', async (_request, rights) => {
      check(rights, 'read')
      return { data: await listWebhooks(webhooks) }
    }),
    managed(
      'POST /webhooks',
      async ({ body }, rights) => {
        check(rights, 'create')
        return { data: await addWebhook(webhooks, body) }
      },
      201,
    ),
    managed('GET /webhooks/:id', async ({ id }, rights) => {
      check(rights, 'read')
      return { data: await findWebhook(webhooks, id) }
    }),
    managed('PUT /webhooks/:id', async ({ id, body }, rights) => {
      check(rights, 'update')
      return { data: await changeWebhook(webhooks, id, body) }
    }),
    managed('DELETE /webhooks/:id', async ({ id }, rights) => {
      check(rights, 'delete')
      return { data: await removeWebhook(webhooks, id) }
    }),
    managed('POST /webhooks/:id/secret', async ({ id }, rights) => {
      check(rights, 'update')
      return { data: await rotateSecret(webhooks, id) }
    }),
    ...deliveryRoutes(context),
  ]
}

function deliveryRoutes(context: ManagementContext): readonly AdminRoute[] {
  const { webhooks } = context
  const managed = managedBy(context)
  return [
    managed('POST /webhooks/:id/test', async ({ id }, rights) => {
      check(rights, 'update')
      return { data: await testWebhook(webhooks, id) }
    }),
    managed('GET /webhooks/:id/deliveries', async ({ id, query }, rights) => {
      check(rights, 'read')
      return { data: await listDeliveries(webhooks, id, query) }
    }),
    managed('GET /webhooks/:id/deliveries/:delivery', async ({ id, parameters }, rights) => {
      check(rights, 'read')
      return { data: await findDelivery(webhooks, id, idIn(parameters.delivery)) }
    }),
    managed('POST /webhooks/:id/deliveries/:delivery/redeliver', async ({ id, parameters }, rights) => {
      check(rights, 'update')
      return { data: await redeliver(webhooks, id, idIn(parameters.delivery)) }
    }),
  ]
}

/** The payloads show every entry, so these are rights to read everything. */
function check({ superAdmin, actions }: AdminRights, right: Right): void {
  if (!superAdmin && !actions.has(`admin::webhooks.${right}`)) throw new PopulusError('forbidden')
}
