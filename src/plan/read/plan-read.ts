/**
 * The entry point of read planning: checks a ReadRequest against the schema and the caller's rights, and returns a
 * ReadPlan. Names come first, as in Strapi: other problems are reported only if all names are right.
 */
import { PopulusError } from '../../errors.ts'
import { asksDeep } from '../../query/parse-populate.ts'
import { isProblem, type Problem, type PublicationState, type ReadRequest } from '../../query/read-request.ts'
import type { ContentType } from '../../schema/schema.ts'
import { chooseReads } from '../cost/choose-reads.ts'
import type { AnswerPlan } from '../cost/estimate-cost.ts'
import { checkCost } from '../cost/estimate-cost.ts'
import { NO_STATISTICS } from '../cost/table-statistics.ts'
import type { PlanContext } from '../plan-context.ts'
import {
  hasInTranslation,
  isBestTranslation,
  isInLocale,
  localeChain,
  noteUnknownLocales,
} from './conditions/apply-locale.ts'
import { matchesSearch } from './conditions/apply-search.ts'
import { type Condition, combine, comparesRelated } from './conditions/condition.ts'
import { hasUnique } from './conditions/has-unique.ts'
import { servedFilters } from './conditions/require-related.ts'
import { resolveFilters } from './conditions/resolve-filters.ts'
import { checkPreview } from './conditions/visible-rows.ts'
import type { DeepScope } from './deep/deep-scope.ts'
import { planDeep } from './deep/plan-deep.ts'
import { planShown } from './plan-shown.ts'
import type { PopulateScope } from './populate-scope.ts'
import type { LocaleChain, OrderTerm, PagePlan, ReadPlan, ShownPlan } from './read-plan.ts'
import { isById, type ReadTarget, showsDraftsById } from './read-target.ts'
import { resolveCursor, resolvePage, resolveRootPage } from './resolve-page.ts'
import { planSearch } from './search/plan-search.ts'
import { type Count, SharedPlans } from './shared-plans.ts'
import { resolveSort, withSortedFirst } from './sort/resolve-sort.ts'
import { noteUnknownNames } from './unknown-names.ts'

/** `known`: the plan of what is shown, from an earlier query that differs in its list only. */
export function planRead(
  request: ReadRequest,
  type: ContentType,
  target: ReadTarget,
  context: PlanContext,
  known?: ShownPlan,
): ReadPlan {
  const plan = (deep: DeepScope | null) => planEntries({ request, type, target, context, deep }, known)
  const isDeep = known === undefined && !context.settings.populateDeep && asksDeep(request.selection)
  const planned = isDeep ? planDeep(context, plan) : plan(null)
  const statistics = context.statistics ?? NO_STATISTICS
  const cost = checkCost(planned, statistics, context.settings)
  return { ...planned, where: chooseReads(planned, planned.entry.model, statistics), cost }
}

/** The entries of a list, for what is computed from them instead of showing them. */
export function planListed(request: ReadRequest, type: ContentType, context: PlanContext): ListedPlan {
  return planEntries({ request, type, target: { kind: 'collection' }, context, deep: null })
}

export type ListedPlan = Pick<AnswerPlan, 'where' | 'search' | 'page' | 'hints'>

interface Planning {
  readonly request: ReadRequest
  readonly type: ContentType
  readonly target: ReadTarget
  readonly context: PlanContext
  readonly deep: DeepScope | null
}

function planEntries(planning: Planning, known?: ShownPlan): AnswerPlan {
  const { request, type, target, context } = planning
  const problems: PopulusError[] = []
  const { scope, hints } = openScope(planning, problem => problems.push(problem))
  const locales = !isById(target) && type.localized ? scope.chain : null
  const { where: filters, order: first } = planFilters(planning, scope, locales)
  const sorted = resolveSort(type, request.sort, 'sort', context, scope)
  const inOrder = known ?? planShown(planning, scope, locales !== null)
  if (known !== undefined) scope.countTerm(known.terms)
  const shown = isById(target) ? inOrder : sortedFirst(inOrder, sorted, filters, planning)
  const common = { shown, entry: shown.entry, locales, hints: [...hints, ...shown.hints] }
  if (isById(target)) {
    throwFirst(problems)
    const envelope = target.kind === 'entry' || target.kind === 'stored' ? 'entry' : 'flat-entry'
    const where = combine('all', [{ kind: 'entry-id' }, shown.exists])
    return { ...common, envelope, where, search: null, order: [], page: null }
  }
  const isList = target.kind === 'collection' || target.kind === 'flat-list'
  const search = isList && request.search !== null ? planSearch(request.search, type, scope) : null
  const order = search !== null && sorted.length === 0 ? BEST_FIRST : sorted
  const page = pageOf(planning, order)
  const contains = target.kind === 'unique' ? null : settled(request.contains)
  const where = combine('all', [
    locales === null
      ? isInLocale(type, request.locale, scope)
      : isBestTranslation(type, locales, { state: scope.publicationState, context }),
    filters,
    contains === null ? null : matchesSearch(type, contains, context),
    ...(target.kind === 'collection' ? (target.among ?? []) : []),
    shown.exists,
  ])
  throwFirst(problems)
  return { ...common, envelope: envelopeOf(planning), where, search, order: first ?? order, page }
}

function sortedFirst(
  shown: ShownPlan,
  order: readonly OrderTerm[],
  filters: Condition | null,
  { request, context }: Planning,
): ShownPlan {
  if (!context.dialect.sortedKeysFirst) return shown
  const { fields } = request.selection
  const statement = { order, link: null, comparesRelated: comparesRelated(filters), fields }
  const entry = withSortedFirst(shown.entry, statement, context)
  return entry === shown.entry ? shown : { ...shown, entry }
}

/** Everything that is passed down while names are resolved. */
function openScope(
  { request, type, target, context, deep }: Planning,
  defer: (problem: PopulusError) => void,
): { readonly scope: PopulateScope; readonly hints: readonly string[] } {
  const { note, hints } = noteUnknownNames(context.dialect)
  const scope: PopulateScope = {
    context,
    publicationState: publicationStateOf(request, type, target, { context, defer }),
    countTerm: budget(context.settings.filterTerms, 'tooManyFilters'),
    defer,
    noteUnknown: note,
    countNode: budget(context.settings.populateNodes, 'tooManyPopulates'),
    sharedPlans: new SharedPlans(),
    deep,
    chain: localeChain(request, context),
  }
  for (const { name, path, meant } of request.misspelt) note({ what: 'parameter', name, path, known: [], meant })
  for (const unknown of deep?.unknown ?? []) note(unknown)
  noteUnknownLocales(request, context, note)
  return { scope, hints }
}

interface PlannedFilters {
  readonly where: Condition | null
  /** The order of what is found, whatever the query says. */
  readonly order?: readonly OrderTerm[]
}

/** In a read by id, only the names in filters are checked; they have no effect. */
function planFilters(
  { request, type, target, context }: Planning,
  scope: PopulateScope,
  locales: LocaleChain | null,
): PlannedFilters {
  const quietly = { ...scope, defer: () => undefined }
  const isOne = isById(target) || target.kind === 'unique'
  const noted = isOne ? quietly : scope
  const { filters } = request
  const where =
    filters === null
      ? null
      : resolveFilters(type, filters, 'filters', scope.chain === null ? noted : servedFilters(noted))
  if (target.kind !== 'unique') return { where }
  const has = () => hasUnique(type, target, quietly)
  if (locales === null) return { where: has(), order: [] }
  return hasInTranslation(type, locales, { state: scope.publicationState, context }, has)
}

/** The order of what was searched for, unless the query names another. */
const BEST_FIRST: readonly OrderTerm[] = Object.freeze([{ hops: [], column: { kind: 'rank' }, order: 'desc' }])

function envelopeOf({ request, type, target: { kind } }: Planning): ReadPlan['envelope'] {
  if (kind === 'collection' || kind === 'flat-list') return kind
  return kind === 'single' && type.localized && request.locale === 'all' ? 'entries' : 'entry'
}

const ROOT_PAGING = 'write pagination[page] and pagination[pageSize], or pagination[start] and pagination[limit]'

function pageOf({ request, target, context }: Planning, order: readonly OrderTerm[]): PagePlan | null {
  if (target.kind === 'flat-list') return resolveRootPage(request.rootPaging)
  if (target.kind !== 'collection') return null
  const { rootPaging } = request
  if (rootPaging !== null && (rootPaging.pages || !context.dialect.offsetsBesidePagination)) throw badRootPaging()
  const pagination = settled(request.pagination)
  const { every, branches } = request.selection.populate
  const populates = every || branches.length > 0
  if (populates && pagination.given && !context.dialect.populateWithPagination) {
    throw new PopulusError('populateWithPagination', { parameter: 'pagination' })
  }
  const { cursor } = pagination
  if (cursor !== null) return resolveCursor(pagination, cursor, order, context.settings)
  const page = resolvePage(pagination, context.settings)
  if (rootPaging !== null && page.kind === 'page' && page.withCount) throw badRootPaging()
  return page
}

function badRootPaging(): PopulusError {
  return new PopulusError('rootPagination', {}, { hint: ROOT_PAGING })
}

function settled<T>(part: T | Problem): T {
  if (isProblem(part)) throw part.error
  return part
}

function throwFirst([first]: readonly PopulusError[]): void {
  if (first !== undefined) throw first
}

function publicationStateOf(
  request: ReadRequest,
  type: ContentType,
  target: ReadTarget,
  { context, defer }: Pick<PopulateScope, 'context' | 'defer'>,
): PublicationState {
  if (showsDraftsById(target) && context.dialect.draftsById) return 'preview'
  if (isProblem(request.publicationState)) {
    defer(request.publicationState.error)
    return 'live'
  }
  checkPreview(type, request.publicationState, 'publicationState', context)
  return request.publicationState
}

function budget(limit: number, error: 'tooManyFilters' | 'tooManyPopulates'): Count {
  let used = 0
  return (times = 1) => {
    used += times
    if (used > limit) throw new PopulusError(error, { limit })
  }
}
