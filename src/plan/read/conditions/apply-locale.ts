/**
 * `locale` at the root of a localized type; related entries are never selected by locale. With `fallback`, another translation of an entry
 * is shown where it has none into the locale.
 */

import { PopulusError } from '../../../errors.ts'
import { isList, type QueryValue } from '../../../query/query-value.ts'
import type { PublicationState, ReadRequest } from '../../../query/read-request.ts'
import {
  type ContentType,
  isScalar,
  type LinkedAttribute,
  type LinkTable,
  type Model,
  modelOf,
  type RelationAttribute,
  type ScalarAttribute,
} from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { LocaleChain, OrderTerm, ScalarPlan } from '../read-plan.ts'
import type { NoteUnknown } from '../unknown-names.ts'
import { type Condition, combine, type RelatedRows, type Test, UNKNOWN } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'
import { visibleRows } from './visible-rows.ts'

/** Absent: the default locale. `all`: every locale. Otherwise a code, a list of codes, or operators as in `filters`. */
export function isInLocale(type: ContentType, locale: QueryValue | undefined, scope: FilterScope): Condition | null {
  if (!type.localized || locale === 'all') return null
  if (locale === null || (isList(locale) && locale.length === 0)) return UNKNOWN
  const attribute = type.attributes.get('locale')
  if (attribute?.kind !== 'scalar') return null
  const { context } = scope
  if (locale === undefined)
    return localeTest(attribute, { kind: 'compare', operator: '=', value: context.defaultLocale })
  const shown = { ...type, attributes: new Map([['locale', { ...attribute, private: false }]]) }
  const access = { ...context.access, fields: new Map(), filterFields: new Map() }
  return resolveFilters(shown, { locale }, '', { ...scope, context: { ...context, access } })
}

/** `null` if the query names no fallback. */
export function localeChain(
  { locale, fallback }: Pick<ReadRequest, 'locale' | 'fallback'>,
  { defaultLocale }: Pick<PlanContext, 'defaultLocale'>,
): LocaleChain | null {
  if (fallback.length === 0) return null
  const asked = locale === undefined ? defaultLocale : locale
  if (typeof asked === 'string' && asked !== 'all') return { asked, codes: [...new Set([asked, ...fallback])] }
  const problem = 'it needs one locale to start from, such as locale=fr'
  throw new PopulusError('badValue', { parameter: 'fallback', problem })
}

const INSTEAD = 'fallback takes codes of locales that the project has'

/** A code that is no locale of the project would be passed over for ever. */
export function noteUnknownLocales(
  { fallback }: Pick<ReadRequest, 'fallback'>,
  { locales }: Pick<PlanContext, 'locales'>,
  note: NoteUnknown,
): void {
  if (locales === undefined) return
  for (const name of fallback)
    if (!locales.has(name)) note({ what: 'locale', name, path: 'fallback', known: [], instead: INSTEAD })
}

/** One row of each entry: the first of its translations in the chain that the caller may see. */
export function isBestTranslation(
  type: ContentType,
  { codes }: LocaleChain,
  { state, context }: { readonly state: PublicationState; readonly context: PlanContext },
): Condition {
  const translations = type.attributes.get('localizations') as RelationAttribute | undefined
  const lacks = (better: readonly string[]): Condition | null => {
    if (better.length === 0 || translations === undefined) return null
    const condition = combine('all', [isInLocales(type, better), visibleRows(type, state, context)])!
    return { kind: 'none', attribute: translations, target: type, visible: null, condition }
  }
  return combine(
    'any',
    codes.map((code, index) => combine('all', [isInLocales(type, [code]), lacks(codes.slice(0, index))])),
  )!
}

/** How an entry is found by a value that one of its translations has, and what comes first if several entries are. */
export interface FoundInTranslation {
  readonly where: Condition | null
  readonly order: readonly OrderTerm[]
}

/**
 * A link of one language, followed in another, leads to the same entry. What has the value itself comes before what only another
 * translation of it has. `has` makes a new condition each time.
 */
export function hasInTranslation(
  type: ContentType,
  { codes }: LocaleChain,
  { state, context }: { readonly state: PublicationState; readonly context: PlanContext },
  has: () => Condition | null,
): FoundInTranslation {
  const attribute = type.attributes.get('localizations') as RelationAttribute | undefined
  if (attribute === undefined) return { where: has(), order: [] }
  const another = (): Condition => combine('all', [isInLocales(type, codes), visibleRows(type, state, context), has()])!
  return {
    where: combine('any', [has(), { kind: 'some', attribute, target: type, visible: null, condition: another() }]),
    order: [{ hops: [{ attribute, target: type, visible: another() }], column: { kind: 'count' }, order: 'asc' }],
  }
}

function isInLocales(type: ContentType, values: readonly string[]): Condition {
  return localeTest(type.attributes.get('locale') as ScalarAttribute, { kind: 'in', values })
}

function localeTest(attribute: ScalarAttribute, test: Test): Condition {
  return { kind: 'test', column: { kind: 'scalar', attribute }, test, negated: false }
}

/** Every entry says in which language it is, if the caller may know. */
export function withLocale(scalars: readonly ScalarPlan[], model: Model, context: PlanContext): readonly ScalarPlan[] {
  const locale = visibleAttribute(model, 'locale', context)
  return !isScalar(locale) || scalars.some(({ name }) => name === 'locale') ? scalars : [...scalars, locale]
}

export interface ServedScope {
  readonly context: PlanContext
  readonly publicationState: PublicationState
  /** The locales in which entries are shown; `null` without `fallback`. */
  readonly chain: LocaleChain | null
}

/**
 * Under `fallback`, relations lead to the translation that is served, whichever of them was linked.
 * `null` if the relation leads to what was linked: without `fallback`, to types without locales, and from entry to translation.
 */
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
