/** `filters` -> a condition, with names looked up, values cast and negations moved to the leaves. */
import { PopulusError } from '../../../errors.ts'
import { isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from '../../../query/query-value.ts'
import { attempt, isProblem, type PublicationState } from '../../../query/read-request.ts'
import type { LinkedAttribute, Model, ZoneAttribute } from '../../../schema/schema.ts'
import { modelAt } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible, visibleAttribute } from '../../visibility.ts'
import { type NoteUnknown, resolveNames, wrongName } from '../unknown-names.ts'
import { blockAttribute } from './block-attribute.ts'
import { type ColumnRef, type Condition, combine, exists, negate, type RelatedRows, UNKNOWN } from './condition.ts'
import {
  applyOperator,
  badOperator,
  INTERNAL_OPERATORS,
  isGroup,
  isOperator,
  type Leaf,
  type Operand,
  operatorsLike,
  type TestSite,
} from './filter-operators.ts'
import { COUNT, COUNTED, checkCount, isCounted } from './resolve-count.ts'
import { visibleRows } from './visible-rows.ts'

/**
 * Everything that `resolveFilters` passes down: the context, and the limit on the number of terms in the whole query.
 */
export interface FilterScope {
  readonly context: PlanContext
  /** Counts a term; throws if the query has too many. */
  readonly countTerm: () => void
  /** Records an invalid value. It is reported only if all names in the query are right, as in Strapi. */
  readonly defer: (problem: PopulusError) => void
  readonly noteUnknown: NoteUnknown
  /** Where a relation leads if it is not to what was linked. */
  readonly served?: (attribute: LinkedAttribute) => RelatedRows | null
  /** Which related entries are counted: those that the answer may show. */
  readonly publicationState?: PublicationState
  /** How many relations have been followed so far. */
  readonly hops?: number
  /** What a value of a rule stands for, such as `$user.id`; `null`: something that the caller does not have. */
  readonly standsFor?: (text: string, site: OperandSite) => readonly Operand[] | null
}

interface OperandSite {
  readonly operator: string
  readonly path: string
}

/** All conditions of an object must hold, and so must all conditions of a list. `null`: no condition. */
export function resolveFilters(
  model: Model,
  filters: QueryValue | null,
  path: string,
  scope: FilterScope,
): Condition | null {
  if (filters === null) return null
  if (isList(filters)) {
    return combine(
      'all',
      resolveNames(filters, (item, index) => resolveFilters(model, item, joinPath(path, index), scope)),
    )
  }
  if (!isObject(filters)) {
    const problem = `expected conditions, got ${shown(filters)}`
    scope.defer(new PopulusError('badValue', { parameter: path, problem }))
    return UNKNOWN
  }
  return combine(
    'all',
    resolveNames(Object.entries(filters), ([key, value]) =>
      resolveEntry(model, key, value, joinPath(path, key), scope),
    ),
  )
}

function resolveEntry(
  model: Model,
  key: string,
  value: QueryValue,
  path: string,
  scope: FilterScope,
): Condition | null {
  if (isGroup(key)) return resolveGroup(model, key, value, path, scope)
  if (key === 'id') return resolveColumn({ kind: 'id' }, value, path, scope)
  const attribute = visibleAttribute(model, key, scope.context, 'filter')
  if (attribute?.kind === 'scalar') return resolveColumn({ kind: 'scalar', attribute }, value, path, scope)
  if (attribute !== undefined && 'target' in attribute) return resolveLinked(model, attribute, value, path, scope)
  if (attribute?.kind === 'zone' && isObject(value) && isObject(value.on))
    return resolveBlocks(model, attribute, value, path, scope)
  // Strapi accepts the column name of an attribute, but does not filter by it. A rule must not lose a condition that way.
  if (scope.standsFor === undefined && isColumnSpelling(model, key, scope.context)) return null
  throw wrongName(key, model, path, scope.context)
}

function isColumnSpelling(model: Model, key: string, context: PlanContext): boolean {
  return [...model.attributes.values()].some(
    attribute =>
      attribute.kind === 'scalar' && attribute.column === key && isVisible(model, attribute, context, 'filter'),
  )
}

function resolveGroup(
  model: Model,
  group: string,
  value: QueryValue,
  path: string,
  scope: FilterScope,
): Condition | null {
  if (group === '$not') {
    const inner = resolveFilters(model, value, path, scope)
    if (value === null) throw new PopulusError('badValue', { parameter: path, problem: 'expected conditions' })
    return inner === null ? null : negate(inner)
  }
  if (!isList(value)) {
    const problem = `expected a list of conditions, ${path}[0][attribute]=..., got ${shown(value)}`
    throw new PopulusError('badValue', { parameter: path, problem })
  }
  const items = resolveNames(value, (item, index) => resolveFilters(model, item, joinPath(path, index), scope))
  return combine(group === '$and' ? 'all' : 'any', items)
}

/** `filters[author]=1`, `filters[author][$in][0]=1`, `filters[author][name]=x`: all about the same related row. */
function resolveLinked(
  holder: Model,
  attribute: LinkedAttribute,
  value: QueryValue,
  path: string,
  outer: FilterScope,
): Condition | null {
  outer.countTerm()
  const scope = { ...outer, hops: (outer.hops ?? 0) + 1 }
  const { relationHops: limit } = scope.context.settings
  if (scope.hops > limit) throw new PopulusError('tooManyHops', { parameter: path, limit })
  const target = modelAt(holder, attribute.name, attribute.target, scope.context)
  const check = (item: QueryObject, place: string) => resolveLinkedObject(target, item, place, scope)
  const relatedRows = (state: PublicationState) =>
    scope.served?.(attribute) ?? { attribute, target, visible: visibleRows(target, state, scope.context) }
  if (isObject(value) && COUNT in value && isCounted(COUNT, attribute, target)) {
    const { [COUNT]: given, ...others } = value
    const number = resolveCount(given!, joinPath(path, COUNT), scope)
    const state = scope.publicationState ?? 'preview'
    const count: Condition | null = number && { kind: 'count', ...relatedRows(state), condition: number }
    const some = Object.keys(others).length === 0 ? null : check(others, path)
    return combine('all', [count, some && { kind: 'some', ...relatedRows('preview'), condition: some }])
  }
  const condition = isObject(value)
    ? check(value, path)
    : resolveColumn({ kind: 'id' }, isList(value) ? withoutConditions(value, path, scope, check) : value, path, scope)
  return condition === null ? null : { kind: 'some', ...relatedRows('preview'), condition }
}

/** Only whole numbers can be equal to a number of entries, whatever the database would compare. */
function resolveCount(value: QueryValue, path: string, scope: FilterScope): Condition | null {
  checkCount(value, path)
  const settings = { ...scope.context.settings, strictTypes: true }
  // It has more rules for values than those of its operators.
  const strict = { ...scope, context: { ...scope.context, settings, compared: undefined } }
  return resolveColumn({ kind: 'scalar', attribute: COUNTED }, value, path, strict)
}

/** `filters[blocks][on][blocks.hero][title]=x`: a block of that component; `=true`: any such block. */
function resolveBlocks(
  holder: Model,
  zone: ZoneAttribute,
  { on, ...others }: QueryObject,
  path: string,
  scope: FilterScope,
): Condition | null {
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new PopulusError('invalidParameter', { name: other }, { hint: `at ${joinPath(path, other)}` })
  const items = Object.entries(on as QueryObject).map(([uid, value]) => {
    const place = joinPath(joinPath(path, 'on'), uid)
    if (!zone.components.includes(uid)) {
      scope.noteUnknown({ what: 'component of this zone named', name: uid, path: place, known: zone.components })
      return UNKNOWN
    }
    const attribute = blockAttribute(zone, uid)
    if (isObject(value)) return resolveLinked(holder, attribute, value, place, scope)
    if (value !== 'true') {
      const problem = `expected true or conditions such as ${place}[attribute]=..., got ${shown(value)}`
      throw new PopulusError('badValue', {
        parameter: place,
        problem: `${problem}; to find entries without one, use $not`,
      })
    }
    scope.countTerm()
    const target = modelAt(holder, zone.name, uid, scope.context)
    return { kind: 'some', attribute, target, visible: null, condition: exists(null) } as const
  })
  return combine('all', items)
}

function resolveLinkedObject(target: Model, value: QueryObject, path: string, scope: FilterScope): Condition | null {
  const items = resolveNames(Object.entries(value), ([key, item]) => {
    const onId = isOperator(key) && (!isGroup(key) || (key === '$not' && !isObject(item)))
    if (onId) return resolveColumn({ kind: 'id' }, { [key]: item }, path, scope)
    return resolveEntry(target, key, item, joinPath(path, key), scope)
  })
  return combine('all', items)
}

/**
 * The conditions on one column. Unknown operators on attributes are recorded, and ignored where they are not an error.
 */
function resolveColumn(column: ColumnRef, value: QueryValue, path: string, scope: FilterScope): Condition | null {
  const { settings } = scope.context
  const site: TestSite = { column, path, strictTypes: settings.strictTypes, patterns: settings }
  const check = (item: QueryObject, place: string) => resolveColumn(column, item, place, scope)
  if (!isObject(value)) {
    scope.countTerm()
    return deferring(scope, () =>
      isList(value)
        ? compared('$in', leaves(withoutConditions(value, path, scope, check), site), site, scope)
        : compared('$eq', [value], site, scope),
    )
  }
  const items = Object.entries(value).map(([key, operand]) => {
    const place = { ...site, path: joinPath(path, key) }
    if (!isOperator(key)) {
      if (column.kind === 'scalar') {
        scope.noteUnknown({ what: 'operator', name: key, path: place.path, ...operatorsLike(key) })
        return null
      }
      throw new PopulusError('invalidParameter', { name: key }, { hint: `at ${place.path}` })
    }
    return resolveOperator(key, operand, place, scope)
  })
  return combine('all', items)
}

function resolveOperator(operator: string, operand: QueryValue, site: TestSite, scope: FilterScope): Condition | null {
  if (operator === '$not') {
    const operands = isList(operand) ? operand : [operand]
    const negated = operands.map(item => {
      const condition = resolveColumn(site.column, item, site.path, scope)
      return condition === null ? null : negate(condition)
    })
    return combine('any', negated)
  }
  scope.countTerm()
  return deferring(scope, () => {
    if (isGroup(operator) || INTERNAL_OPERATORS.includes(operator)) throw badOperator(operator, site)
    const { listLength } = scope.context.settings
    // Strapi treats any object here as true.
    const given = isObject(operand) && (operator === '$null' || operator === '$notNull') ? 'true' : operand
    const list = isList(given) ? given : [given]
    const check = (item: QueryObject, place: string) => resolveColumn(site.column, item, place, scope)
    const values = leaves(operator === '$in' ? withoutConditions(list, site.path, scope, check) : list, site)
    if (values.length > listLength) throw new PopulusError('listTooLong', { parameter: site.path, limit: listLength })
    return compared(operator, values, site, scope)
  })
}

/** A comparison with what the caller does not have is neither true nor false, as one with null. */
function compared(
  operator: string,
  values: readonly Leaf[],
  site: TestSite,
  { standsFor, context }: FilterScope,
): Condition {
  if (standsFor === undefined) {
    const condition = applyOperator(operator, values, site)
    context.compared?.({ operator, site, values, condition })
    return condition
  }
  const found = values.map(value => (value === null ? [null] : standsFor(value, { operator, path: site.path })))
  return found.includes(null) ? UNKNOWN : applyOperator(operator, found.flat() as readonly Operand[], site)
}

/**
 * The list without its objects, where such objects match nothing. Their names and values are checked all the same, as
 * in Strapi.
 */
function withoutConditions(
  list: readonly QueryValue[],
  path: string,
  scope: FilterScope,
  check: (item: QueryObject, path: string) => unknown,
): readonly QueryValue[] {
  if (scope.context.dialect.conditionsInListsAreErrors) return list
  return list.filter((item, index) => {
    if (isObject(item)) check(item, joinPath(path, index))
    return !isObject(item)
  })
}

/** Returns the condition. If a value is invalid, records the problem and returns a condition that no row passes. */
function deferring({ defer }: FilterScope, resolve: () => Condition): Condition {
  const condition = attempt(resolve)
  if (!isProblem(condition)) return condition
  defer(condition.error)
  return UNKNOWN
}

function leaves(values: readonly QueryValue[], site: TestSite): readonly Leaf[] {
  return values.map(value => {
    if (value === null || typeof value === 'string') return value
    throw new PopulusError('badValue', { parameter: site.path, problem: `expected a value, got ${shown(value)}` })
  })
}
