/** Random requests: those of the query generator, with more options inside populate, by different callers. */
import fc from 'fast-check'
import type { ContentType } from '../../src/schema/schema.ts'
import {
  pathOf,
  type Query,
  type QueryModel,
  type QueryPart,
  queryOf,
  readableTypes,
} from '../properties/query-generator.ts'
import { serialise } from '../properties/serialise.ts'
import type { CallerName } from './peers.ts'

export interface DifferentialRequest {
  readonly caller: CallerName
  readonly type: ContentType
  /** One entry of a collection. */
  readonly id: string | null
  readonly query: Query
}

export function pathOfRequest({ type, id, query }: Pick<DifferentialRequest, 'type' | 'id' | 'query'>): string {
  const text = serialise(query)
  return `${pathOf(type)}${id === null ? '' : `/${id}`}${text === '' ? '' : `?${text}`}`
}

/** Always the same ones for a seed; without end if no count is given. */
export function* requestsOf(
  models: ReadonlyMap<CallerName, QueryModel>,
  { seed, count }: { readonly seed: number; readonly count: number },
): Generator<DifferentialRequest> {
  const requests = anyRequest(models)
  const most = count === 0 ? Number.POSITIVE_INFINITY : count
  for (let asked = 0; asked < most; asked += BATCH)
    yield* fc.sample(requests, { seed: seed + asked, numRuns: Math.min(BATCH, most - asked) })
}

const BATCH = 250

function anyRequest(models: ReadonlyMap<CallerName, QueryModel>): fc.Arbitrary<DifferentialRequest> {
  const weights: Readonly<Record<CallerName, number>> = { public: 6, read: 1, full: 1, custom: 1, jwt: 1 }
  const callers = [...models.keys()].map(caller => ({ weight: weights[caller], arbitrary: fc.constant(caller) }))
  return fc
    .tuple(fc.oneof(...callers), fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)))
    .chain(([caller, mistakes]) => {
      const model = models.get(caller)!
      return fc.constantFrom(...readableTypes(model)).chain(type => {
        const id = type.single ? fc.constant(null) : fc.option(fc.integer({ min: 0, max: 45 }).map(String), { freq: 5 })
        // `freq: 5` gives `null` one time in six; an id is wanted that seldom.
        const seldomId = fc.tuple(id, fc.nat(5)).map(([text, dice]) => (dice === 0 ? text : null))
        return fc
          .record({
            id: seldomId,
            query: queryOf(model, type, { mistakes, counts: false }),
            other: queryOf(model, type, { mistakes, counts: false }),
            dice: fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }),
          })
          .map(({ id, query, other, dice }) => ({ caller, type, id, query: enrich(query, other, dice) }))
      })
    })
}

/** Options inside populate, and filters beside each other, that the generator itself does not make. */
function enrich(query: Query, other: Query, dice: readonly number[]): Query {
  let thrown = 0
  const roll = () => dice[thrown++ % dice.length]!
  const filters = roll() < 25 ? beside(query.filters, other.filters) : query.filters
  const populate = query.populate === undefined ? undefined : enrichPopulate(query.populate, roll)
  return {
    ...query,
    ...(filters === undefined ? {} : { filters }),
    ...(populate === undefined ? {} : { populate }),
  }
}

function beside(first: QueryPart | undefined, second: QueryPart | undefined): QueryPart | undefined {
  return isObject(first) && isObject(second) ? { ...first, ...second } : first
}

function enrichPopulate(populate: QueryPart, roll: () => number): QueryPart {
  if (!isObject(populate)) return populate
  return Object.fromEntries(Object.entries(populate).map(([name, branch]) => [name, enrichBranch(branch, roll)]))
}

function enrichBranch(branch: QueryPart, roll: () => number): QueryPart {
  if (branch === 'true' && roll() < 40) return enrichBranch({}, roll)
  if (!isObject(branch)) return branch
  const options: Record<string, QueryPart> = { ...branch }
  if (options.populate !== undefined) options.populate = enrichPopulate(options.populate, roll)
  if (isObject(options.on)) options.on = enrichPopulate(options.on, roll)
  const extra = extraOptions(roll)
  const enriched = { ...options, ...extra }
  return Object.keys(enriched).length === 0 ? 'true' : enriched
}

function extraOptions(roll: () => number): Record<string, QueryPart> {
  const chance = roll()
  const number = roll()
  if (chance < 5) return { count: 'true' }
  if (chance < 10) return { ordering: number < 50 ? 'desc' : 'asc' }
  if (chance < 16) return { limit: String(1 + (number % 4)) }
  if (chance < 18) return { start: String(1 + (number % 2)), limit: '2' }
  if (chance < 20) return { pagination: { page: String(1 + (number % 2)), pageSize: '2' } }
  if (chance < 27) return { publicationState: number < 50 ? 'live' : 'preview' }
  return {}
}

function isObject(part: QueryPart | undefined): part is { readonly [key: string]: QueryPart } {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
