/** Relations under `fallback`: they lead to the translation that is served, whichever of them was linked. */
import type { PublicationState } from '../../../query/read-request.ts'
import { type ContentType, type LinkedAttribute, type LinkTable, type Model, modelOf } from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import type { LocaleChain } from '../read-plan.ts'
import { isBestTranslation } from './apply-locale.ts'
import { combine, type RelatedRows } from './condition.ts'
import { visibleRows } from './visible-rows.ts'

export interface ServedScope {
  readonly context: PlanContext
  readonly publicationState: PublicationState
  /** The locales in which entries are shown; `null` without `fallback`. */
  readonly chain: LocaleChain | null
}

/** `null` if the relation leads to what was linked: without `fallback`, to types without locales, and from entry to translation. */
export function servedRelation(
  attribute: LinkedAttribute,
  { context, publicationState: state, chain }: ServedScope,
): RelatedRows | null {
  if (chain === null || attribute.kind !== 'relation' || attribute.name === 'localizations') return null
  const target = modelOf(context.schema, attribute.target)
  const links = linksOfTranslations(target)
  if (links === null || target.table === null || attribute.link?.kind !== 'table') return null
  const served = isBestTranslation(target as ContentType, chain, { state, context })
  const exists = visibleRows(target, state, context)
  return {
    attribute: { ...attribute, link: { ...attribute.link, translations: { links, table: target.table, exists } } },
    target,
    visible: combine('all', [served, exists]),
  }
}

function linksOfTranslations(target: Model): LinkTable | null {
  if (target.kind !== 'type' || !target.localized) return null
  const localizations = target.attributes.get('localizations')
  return localizations?.kind === 'relation' && localizations.link?.kind === 'table' ? localizations.link : null
}
