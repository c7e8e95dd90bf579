/** Who may use "Configure the view". */
import type { Model } from '../../schema/schema.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

export function mayConfigure({ superAdmin, actions }: AdminRights, model: Model): boolean {
  return superAdmin || actions.has(configureAction(model))
}

export function configureAction(model: Model): string {
  if (model.kind === 'component') return 'plugin::content-manager.components.configure-layout'
  return `plugin::content-manager.${model.single ? 'single' : 'collection'}-types.configure-view`
}
