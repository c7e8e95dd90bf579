/**
 * The entry point of read planning: checks a ReadRequest against the schema and the caller's rights, and returns a
 * ReadPlan.
 */
import { PopulusError } from '../../errors.ts'
import { isProblem } from '../../query/problem.ts'
import type { Problem, PublicationState, ReadRequest } from '../../query/read-request.ts'
import type { ContentType } from '../../schema/schema.ts'
import { checkCost } from '../cost/check-cost.ts'
import { chooseReads } from '../cost/choose-reads.ts'
import type { AnswerPlan } from '../cost/estimate-cost.ts'
import { NO_STATISTICS } from '../cost/table-statistics.ts'
import type { PlanContext } from '../plan-context.ts'
import { isBestTranslation, localeChain } from './conditions/apply-fallback.ts'
import { isInLocale } from './conditions/apply-locale.ts'
import { checkPreview } from './conditions/apply-publication.ts'
import { matchesSearch } from './conditions/apply-search.ts'
import { combine } from './conditions/condition.ts'
import { hasUnique } from './conditions/has-unique.ts'
import { hasRequired, servedFilters } from './conditions/require-related.ts'
import { resolveFilters } from './conditions/resolve-filters.ts'
import { visibleRows } from './conditions/visible-rows.ts'
import type { DeepScope } from './deep/deep-scope.ts'
import { asksDeep, planDeep } from './deep/plan-deep.ts'
import { withDeep } from './expand-deep.ts'
import type { PopulateScope } from './populate-scope.ts'
import type { OrderTerm, PagePlan, ReadPlan } from './read-plan.ts'
import type { ReadTarget } from './read-target.ts'
import { resolveCursor, resolvePage, resolveRootPage } from './resolve-page.ts'
import { resolveEntry } from './resolve-populate.ts'
import { resolveSort } from './resolve-sort.ts'
import { planSearch } from './search/plan-search.ts'
import { type Count, SharedPlans } from './shared-plans.ts'
import { noteUnknownNames } from './unknown-names.ts'

export function planRead(request: ReadRequest, type: ContentType, target: ReadTarget, context: PlanContext): ReadPlan {
  const plan = planAnswer(request, type, target, context)
  const statistics = context.statistics ?? NO_STATISTICS
  const cost = checkCost(plan, statistics, context.settings)
  return { ...plan, where: chooseReads(plan.where, plan.entry.model, statistics), cost }
}

function planAnswer(request: ReadRequest, type: ContentType, target: ReadTarget, context: PlanContext): AnswerPlan {
  const plan = (deep: DeepScope | null) => planEntries(request, type, target, { context, deep })
  const isDeep = !context.settings.populateDeep && asksDeep(request.selection)
  const entries = isDeep ? planDeep(context, plan) : plan(null)
  return { locales: null, deep: null, search: null, ...entries, flat: isFlat(request, context) }
}

/** The entries of a list, for what is computed from them instead of showing them. */
export function planListed(request: ReadRequest, type: ContentType, context: PlanContext): ListedPlan {
  const planned = planEntries(request, type, { kind: 'collection' }, { context, deep: null })
  const { where, search = null, page, hints } = planned
  return { where, search, page, hints }
}

export type ListedPlan = Pick<AnswerPlan, 'where' | 'search' | 'page' | 'hints'>

type EntriesPlan = Omit<AnswerPlan, 'flat' | 'locales' | 'deep' | 'search'> &
  Partial<Pick<AnswerPlan, 'locales' | 'search'>>

/** A value of `format` that we do not know may be meant for somebody else. */
function isFlat({ format }: ReadRequest, { dialect }: PlanContext): boolean {
  if (!isProblem(format)) return format === 'flat'
  if (dialect.typosAreErrors) throw format.error
  return false
}

function planEntries(
  request: ReadRequest,
  type: ContentType,
  target: ReadTarget,
  { context, deep }: Pick<PopulateScope, 'context' | 'deep'>,
): EntriesPlan {
  const problems: PopulusError[] = []
  const defer = (problem: PopulusError) => problems.push(problem)
  const { note, hints } = noteUnknownNames(context.dialect)
  const state = publicationStateOf(request, type, target, { context, defer })
  const scope: PopulateScope = {
    context,
    publicationState: state,
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
  const selection = withDeep(request.selection, type, context)
  const byId = BY_ID[target.kind]
  // In a read by id, only the names in filters and sort are checked; filters and sort have no effect.
  const quietly = { ...scope, defer: () => undefined }
  const isOne = byId !== undefined || target.kind === 'unique'
  const given = resolveFilters(type, selection.filters, 'filters', servedFilters(isOne ? quietly : scope))
  const filters = target.kind === 'unique' ? hasUnique(type, target, quietly) : given
  const sorted = resolveSort(type, selection.sort, 'sort', context, scope)
  const locales = byId === undefined && type.localized ? scope.chain : null
  const entry = resolveEntry(type, selection, scope, locales !== null)
  // Names come first, as in Strapi: other problems are reported only if all names are right.
  if (byId !== undefined) {
    throwFirst(problems)
    const drafts = target.kind === 'stored' || target.kind === 'flat-stored'
    const where = combine('all', [
      { kind: 'entry-id' },
      visibleRows(type, drafts ? 'stored' : state, context),
      drafts ? null : hasRequired(type, selection.populate, scope),
    ])
    return { envelope: byId, entry, where, order: [], page: null, hints }
  }
  const where = combine('all', [
    locales === null ? isInLocale(type, request.locale, scope) : isBestTranslation(type, locales, { state, context }),
    filters,
    target.kind === 'unique' ? null : matchesSearch(type, settled(request.contains), context),
    visibleRows(type, state, context),
    hasRequired(type, selection.populate, scope),
  ])
  const search =
    target.kind === 'collection' || target.kind === 'flat-list' ? planSearch(request.search, type, scope) : null
  const order = search !== null && sorted.length === 0 ? BEST_FIRST : sorted
  const page = target.kind === 'collection' ? pageOf(request, order, context) : null
  throwFirst(problems)
  switch (target.kind) {
    case 'collection':
      return { envelope: 'collection', entry, where, search, order, page, locales, hints }
    case 'flat-list':
      return { envelope: 'flat-list', entry, where, search, order, page: resolveRootPage(request.rootPaging), hints }
    case 'unique':
      return { envelope: 'entry', entry, where, order: [], page: null, locales, hints }
    case 'first':
      return { envelope: 'entry', entry, where, order, page: null, locales, hints }
    case 'single': {
      const everyLocale = type.localized && request.locale === 'all'
      return { envelope: everyLocale ? 'entries' : 'entry', entry, where, order, page: null, locales, hints }
    }
    default:
      throw new Error(`Cannot plan ${target.kind}`)
  }
}

/** The order of what was searched for, unless the query names another. */
const BEST_FIRST: readonly OrderTerm[] = Object.freeze([{ hops: [], column: { kind: 'rank' }, order: 'desc' }])

/** The form of an answer for one entry found by its id. */
const BY_ID: Partial<Record<ReadTarget['kind'], ReadPlan['envelope']>> = {
  entry: 'entry',
  stored: 'entry',
  'flat-entry': 'flat-entry',
  'flat-stored': 'flat-entry',
}

/** The kinds that show drafts wherever reading by id does. */
const BY_ID_STATES: readonly ReadTarget['kind'][] = ['entry', 'stored', 'flat-stored', 'unique']

const ROOT_PAGING = 'write pagination[page] and pagination[pageSize], or pagination[start] and pagination[limit]'

function pageOf(request: ReadRequest, order: readonly OrderTerm[], context: PlanContext): PagePlan {
  if (request.rootPaging !== null) throw new PopulusError('rootPagination', {}, { hint: ROOT_PAGING })
  const pagination = settled(request.pagination)
  const { every, branches } = request.selection.populate
  const populates = every || branches.length > 0
  if (populates && pagination.given && !context.dialect.populateWithPagination) {
    throw new PopulusError('populateWithPagination', { parameter: 'pagination' })
  }
  const { cursor } = pagination
  if (cursor !== null) return resolveCursor(pagination, cursor, order, context.settings)
  return resolvePage(pagination, context.settings)
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
  const byId = BY_ID_STATES.includes(target.kind)
  if (byId && context.dialect.draftsById) return 'preview'
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
