/** `fallback`: where an entry has no translation into the locale, another of its translations is shown instead. */
import { PopulusError } from '../../../errors.ts'
import type { PublicationState, ReadRequest } from '../../../query/read-request.ts'
import {
  type ContentType,
  isScalar,
  type Model,
  type RelationAttribute,
  type ScalarAttribute,
} from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { LocaleChain, ScalarPlan } from '../read-plan.ts'
import type { NoteUnknown } from '../unknown-names.ts'
import { type Condition, combine } from './condition.ts'
import { visibleRows } from './visible-rows.ts'

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
  const attribute = type.attributes.get('locale') as ScalarAttribute
  const translations = type.attributes.get('localizations') as RelationAttribute | undefined
  const isIn = (values: readonly string[]): Condition => ({
    kind: 'test',
    column: { kind: 'scalar', attribute },
    test: { kind: 'in', values },
    negated: false,
  })
  const lacks = (better: readonly string[]): Condition | null => {
    if (better.length === 0 || translations === undefined) return null
    const condition = combine('all', [isIn(better), visibleRows(type, state, context)])!
    return { kind: 'none', attribute: translations, target: type, visible: null, condition }
  }
  return combine(
    'any',
    codes.map((code, index) => combine('all', [isIn([code]), lacks(codes.slice(0, index))])),
  )!
}

/** Every entry says in which language it is, if the caller may know. */
export function withLocale(scalars: readonly ScalarPlan[], model: Model, context: PlanContext): readonly ScalarPlan[] {
  const locale = visibleAttribute(model, 'locale', context)
  return !isScalar(locale) || scalars.some(({ name }) => name === 'locale') ? scalars : [...scalars, locale]
}
