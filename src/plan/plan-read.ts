/** The front door: a ReadRequest held against the schema and the caller's rights becomes a ReadPlan. */
import { PopulusError } from '../errors.ts'
import type { PublicationState, ReadRequest } from '../query/read-request.ts'
import type { ContentType } from '../schema/schema.ts'
import { isInLocale } from './apply-locale.ts'
import { isPublished } from './apply-publication.ts'
import { matchesSearch } from './apply-search.ts'
import { combine } from './condition.ts'
import type { PlanContext } from './plan-context.ts'
import type { ReadPlan } from './read-plan.ts'
import { resolveFilters } from './resolve-filters.ts'
import { resolvePage, resolveRootPage } from './resolve-page.ts'
import { type PopulateScope, resolveEntry } from './resolve-populate.ts'
import { resolveSort } from './resolve-sort.ts'

/**
 * What is read: a page of a collection, one entry by its id, or the entry of a single type. The `flat` ones are what
 * plug-in routes give: no envelope, no attributes, no page unless `start` or `limit` ask for one. `written` is an entry
 * that its writer sees, published or not.
 */
export interface ReadTarget {
  readonly kind: 'collection' | 'entry' | 'single' | 'written' | 'flat-list' | 'flat-entry' | 'flat-written'
}

export function planRead(request: ReadRequest, type: ContentType, target: ReadTarget, context: PlanContext): ReadPlan {
  checkPaging(request, target, context)
  const state = publicationStateOf(request, target, context)
  const scope: PopulateScope = {
    context,
    publicationState: state,
    countTerm: budget(context.settings.filterTerms, 'tooManyFilters'),
    countNode: budget(context.settings.populateNodes, 'tooManyPopulates'),
  }
  const { selection } = request
  const filters = resolveFilters(type, selection.filters, 'filters', scope)
  const order = resolveSort(type, selection.sort, 'sort', context)
  const entry = resolveEntry(type, selection, scope)
  const byId = BY_ID[target.kind]
  if (byId !== undefined) {
    // Filters and sort of a read by id are checked but have no effect.
    const drafts = target.kind === 'written' || target.kind === 'flat-written'
    const where = combine('all', [{ kind: 'entry-id' }, drafts ? null : isPublished(type, state)])
    return { envelope: byId, entry, where, order: [], page: null }
  }
  const where = combine('all', [
    isInLocale(type, request.locale, scope),
    filters,
    matchesSearch(type, request.search, context),
    isPublished(type, state),
  ])
  switch (target.kind) {
    case 'collection':
      return { envelope: 'collection', entry, where, order, page: resolvePage(request.pagination, context.settings) }
    case 'flat-list':
      return { envelope: 'flat-list', entry, where, order, page: resolveRootPage(request.rootPaging) }
    case 'single': {
      const everyLocale = type.localized && request.locale === 'all'
      return { envelope: everyLocale ? 'entries' : 'entry', entry, where, order: [], page: null }
    }
    default:
      throw new Error(`Cannot plan ${target.kind}`)
  }
}

/** The form of an answer about one entry that is found by its id. */
const BY_ID: Partial<Record<ReadTarget['kind'], ReadPlan['envelope']>> = {
  entry: 'entry',
  written: 'entry',
  'flat-entry': 'flat-entry',
  'flat-written': 'flat-entry',
}

function checkPaging(request: ReadRequest, target: ReadTarget, context: PlanContext): void {
  if (target.kind !== 'collection') return
  if (request.rootPaging !== null) throw new PopulusError('rootPagination')
  const { every, branches } = request.selection.populate
  const populates = every || branches.length > 0
  if (populates && request.pagination.given && !context.dialect.populateWithPagination) {
    throw new PopulusError('populateWithPagination', { parameter: 'pagination' })
  }
}

function publicationStateOf(request: ReadRequest, target: ReadTarget, context: PlanContext): PublicationState {
  const byId = target.kind === 'entry' || target.kind === 'written' || target.kind === 'flat-written'
  return byId && context.dialect.draftsById ? 'preview' : request.publicationState
}

function budget(limit: number, error: 'tooManyFilters' | 'tooManyPopulates'): () => void {
  let used = 0
  return () => {
    used++
    if (used > limit) throw new PopulusError(error, { limit })
  }
}
