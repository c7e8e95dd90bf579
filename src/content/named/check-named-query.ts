/** Plans a named query as it will be planned for a caller, so that mistakes are found before anybody asks. */
import { PopulusError } from '../../errors.ts'
import { type Access, SERVER_ACCESS } from '../../plan/access.ts'
import type { PlanSettings } from '../../plan/plan-context.ts'
import { isUnique } from '../../plan/read/conditions/has-unique.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import type { WireDialect } from '../../plan/wire-dialect.ts'
import type { QueryLimits } from '../../query/limits.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryText } from '../../query/query-text.ts'
import type { Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { fillQuery } from './fill-query.ts'
import type { NamedQuery, ParameterValues, Template } from './named-query.ts'
import { type Parameter, type ParameterValue, readTyped, type ScalarRule } from './parameter.ts'
import { BadDefinition, readDefinition } from './read-definition.ts'

/** What the check takes of a project. */
export interface CheckContext {
  readonly schema: Schema
  readonly dialect: WireDialect
  readonly settings: PlanSettings
  readonly limits: QueryLimits
}

/** Rights of callers differ; the query must be possible for those who have all of them. */
const ALL: Access = { ...SERVER_ACCESS, fingerprint: 'check', internal: false }
const ROOT = [
  ...['fields', 'populate', 'filters', 'sort', 'pagination', 'locale', 'fallback', 'publicationState', '_q', 'search'],
  'format',
]

/** The query of a definition. Throws BadDefinition. */
export function checkedQuery(name: string, given: unknown, context: CheckContext): NamedQuery {
  const query = asProblem(['query'], () => readDefinition(name, given, context.schema, context.limits))
  checkNames(query)
  checkEntry(query)
  // With every parameter, and with as few as possible.
  planWith(
    query,
    sampleValues(query, () => true),
    context,
  )
  planWith(
    query,
    sampleValues(query, ({ required }) => required === true),
    context,
  )
  return query
}

/** A read over HTTP passes unknown parameters on to nobody; here they are mistakes. */
function checkNames({ query, entry }: NamedQuery): void {
  for (const name of Object.keys(query))
    if (!ROOT.includes(name)) throw problem(['query', name], noSuchName('parameter', name, ROOT, 0))
  const unused = entry !== undefined ? ['filters', 'sort', 'pagination', '_q', 'search'] : []
  for (const name of unused)
    if (Object.hasOwn(query, name)) throw problem(['query', name], 'has no meaning for a query that reads one entry')
}

function checkEntry({ entry, type }: NamedQuery): void {
  if (entry === undefined || entry.field === 'id') return
  const attribute = type.attributes.get(entry.field)
  if (attribute !== undefined && isUnique(attribute)) return
  const known = [...type.attributes.values()].filter(isUnique).map(({ name }) => name)
  throw problem(['entry', entry.field], noSuchName('unique field', entry.field, ['id', ...known], 20))
}

function planWith(query: NamedQuery, values: ParameterValues, context: CheckContext): void {
  const { schema, dialect, limits, settings } = context
  const filled = fillQuery({ ...query, query: withoutCursors(query.query) }, values)
  asProblem(['query'], () => {
    const within = { ...limits, queryLength: Number.MAX_SAFE_INTEGER }
    const request = parseQuery(queryText(filled.query), within, dialect)
    // The price depends on the content; it is checked with every request.
    const free = { ...settings, cost: Number.POSITIVE_INFINITY }
    const plan = planRead(request, query.type, targetOf(query, filled.value), {
      ...{ schema, dialect, access: ALL, settings: free },
      defaultLocale: 'en',
    })
    if (plan.hints.length > 0) throw problem(['query'], plan.hints.join('; '))
  })
}

function targetOf({ entry, type }: NamedQuery, value = ''): ReadTarget {
  if (entry === undefined) return { kind: type.single ? 'single' : 'collection' }
  return entry.field === 'id' ? { kind: 'entry' } : { kind: 'unique', field: entry.field, value }
}

/** A cursor is a value of an answer, so that there is no example of one. */
function withoutCursors({ pagination, ...query }: Template): Template {
  if (typeof pagination !== 'object' || pagination === null)
    return pagination === undefined ? query : { ...query, pagination }
  const { after: _, before: __, ...rest } = pagination as Template
  return Object.keys(rest).length === 0 ? query : { ...query, pagination: rest }
}

function sampleValues(
  { parameters, defaults }: NamedQuery,
  wanted: (parameter: Parameter) => boolean,
): ParameterValues {
  const values = new Map<string, ParameterValue>(defaults)
  for (const [name, parameter] of parameters)
    if (wanted(parameter) && !values.has(name)) values.set(name, sampleOf(parameter))
  return values
}

function sampleOf(parameter: Parameter): ParameterValue {
  if (parameter.example !== undefined) return readTyped(parameter, parameter.example)
  return parameter.type === 'list' ? [sample(parameter.of)] : sample(parameter)
}

const SAMPLES = { string: 'a', boolean: 'true', date: '2026-01-31', datetime: '2026-01-31T08:00:00.000Z' } as const

function sample({ type, values, min, max }: ScalarRule): string {
  if (type === 'enum') return values![0]!
  if (type === 'integer' || type === 'number') return String(min ?? Math.min(1, max ?? 1))
  return SAMPLES[type]
}

function problem(path: readonly string[], message: string): BadDefinition {
  return new BadDefinition([{ path, message }])
}

/** What a caller would be told about the query is what its author has to know. */
function asProblem<T>(path: readonly string[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof PopulusError) throw problem(path, error.message)
    throw error
  }
}
