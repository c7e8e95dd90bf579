/** The views of the models that a person may reach. */
import type { ViewConfiguration } from '../../admin-api/view-api.ts'
import { PopulusError } from '../../errors.ts'
import type { Model } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { configureAction, mayConfigure } from './may-configure.ts'
import { storeView } from './store-view.ts'

export async function describeViews(
  { schema, views }: ManagementContext,
  rights: AdminRights,
): Promise<Readonly<Record<string, ViewConfiguration>>> {
  const view = await views.all()
  const types = [...schema.types.values()].filter(({ uid }) => rights.grant(uid, 'read') !== null)
  return Object.fromEntries([...types, ...schema.components.values()].map(model => [model.uid, view(model)]))
}

export async function describeView(
  context: ManagementContext,
  rights: AdminRights,
  uid: string,
): Promise<ViewConfiguration> {
  return context.views.of(reachableModel(context, rights, uid))
}

export async function configureView(
  context: ManagementContext,
  rights: AdminRights,
  uid: string,
  input: unknown,
): Promise<ViewConfiguration> {
  const model = reachableModel(context, rights, uid)
  if (!mayConfigure(rights, model)) throw new PopulusError('forbidden', {}, { hint: `needs ${configureAction(model)}` })
  await storeView(context.database, model, context.schema, input)
  return context.views.of(model)
}

/** Types that the person may not read are reported like those that do not exist. */
function reachableModel({ schema }: ManagementContext, rights: AdminRights, uid: string): Model {
  const type = schema.types.get(uid)
  const model = type !== undefined && rights.grant(uid, 'read') !== null ? type : schema.components.get(uid)
  if (model === undefined) throw new PopulusError('notFound')
  return model
}
