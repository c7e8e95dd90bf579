/** Review workflows, and the stages of entries. */
import { PopulusError } from '../../../errors.ts'
import { entryOf } from '../../../management/entries/entry-of.ts'
import { managedType } from '../../../management/entries/managed-type.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import type { AdminRights } from '../../../management/rights/admin-rights.ts'
import {
  addWorkflow,
  changeWorkflow,
  findWorkflow,
  listWorkflows,
  removeWorkflow,
  workflowRoles,
} from '../../../management/workflows/manage-workflows.ts'
import { moveEntry } from '../../../management/workflows/move-entry.ts'
import type { AdminRoute } from '../admin-route.ts'
import { managedBy } from '../management-routes.ts'

const RIGHTS = ['read', 'create', 'update', 'delete'] as const

type Right = (typeof RIGHTS)[number]

export function workflowRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /workflows', async (_request, rights) => {
      check(rights, ['read'])
      return { data: await listWorkflows(context) }
    }),
    managed(
      'POST /workflows',
      async ({ body }, rights) => {
        check(rights, ['create'])
        return { data: await addWorkflow(context, body) }
      },
      201,
    ),
    managed('GET /workflows/:id', async ({ parameters }, rights) => {
      check(rights, ['read'])
      return { data: await findWorkflow(context, parameters.id) }
    }),
    managed('PUT /workflows/:id', async ({ parameters, body }, rights) => {
      check(rights, ['update'])
      return { data: await changeWorkflow(context, parameters.id, body) }
    }),
    managed('DELETE /workflows/:id', async ({ parameters }, rights) => {
      check(rights, ['delete'])
      await removeWorkflow(context, parameters.id)
      return { data: { deleted: true } }
    }),
    managed('GET /workflow-roles', async (_request, rights) => {
      check(rights, RIGHTS)
      return { data: await workflowRoles(context) }
    }),
    managed('PUT /content/:uid/:id/stage', async ({ parameters, query, body }, rights) => {
      const type = managedType(context, rights, parameters.uid)
      const { id } = await entryOf(context, type, { id: parameters.id, locale: query.locale })
      return { data: await moveEntry(context, type, { id, body }) }
    }),
  ]
}

/** Any of the rights is enough. */
function check({ superAdmin, actions }: AdminRights, rights: readonly Right[]): void {
  if (!superAdmin && !rights.some(right => actions.has(`admin::review-workflows.${right}`)))
    throw new PopulusError('forbidden')
}
