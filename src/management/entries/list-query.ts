/** The query string of a list -> what is asked of the read pipeline. */
import { PopulusError } from '../../errors.ts'
import { mayReadField } from '../../plan/access.ts'
import { parseStrictly } from '../../query/parse-text.ts'
import { isBlank, isList, type QueryObject, type QueryValue, shown } from '../../query/query-value.ts'
import { nearestName } from '../../util/text/nearest-name.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ManagedType } from './managed-type.ts'

const PARAMETERS = ['filters', 'sort', '_q', 'pagination', 'locale', 'status', 'stage', 'columns'] as const
const STATES = ['draft', 'published', 'modified'] as const

export interface ListRequest {
  /** `filters`, `sort`, `_q`, `pagination` and `locale` as given. */
  readonly query: QueryObject
  readonly status: (typeof STATES)[number] | null
  /** The id of a stage of the type's review. Whether there is one is not checked here. */
  readonly stage: string | null
  /** `null`: those of the view. */
  readonly columns: readonly string[] | null
}

/** Throws for parameters that do not exist, and for columns that the person may not read. */
export function parseListQuery(context: ManagementContext, managed: ManagedType, search: string): ListRequest {
  const given = parseStrictly(search, context.queryLimits)
  for (const name of Object.keys(given)) {
    if (PARAMETERS.some(known => known === name)) continue
    const nearest = nearestName(name, PARAMETERS)
    const help = nearest === undefined ? '' : `; did you mean ${nearest}?`
    throw new PopulusError('unknownName', { what: 'parameter', name: name.slice(0, 100), help })
  }
  const { status, stage, columns, ...query } = given
  return { query, status: parseStatus(status), stage: parseStage(stage), columns: parseColumns(managed, columns) }
}

function parseStage(given: QueryValue | undefined): string | null {
  if (isBlank(given)) return null
  if (typeof given === 'string') return given
  throw new PopulusError('badValue', { parameter: 'stage', problem: `expected the id of a stage, got ${shown(given)}` })
}

function parseStatus(given: QueryValue | undefined): ListRequest['status'] {
  if (isBlank(given)) return null
  const known = STATES.find(state => state === given)
  if (known !== undefined) return known
  throw new PopulusError('badValue', {
    parameter: 'status',
    problem: `expected ${STATES.join(', ')}, got ${shown(given)}`,
  })
}

/** `columns=title,author` or `columns[0]=title&columns[1]=author`. */
function parseColumns({ type, access }: ManagedType, given: QueryValue | undefined): readonly string[] | null {
  if (isBlank(given)) return null
  const names = typeof given === 'string' ? given.split(',') : given
  if (!isList(names)) throw new PopulusError('badValue', { parameter: 'columns', problem: 'expected a list of names' })
  return names.map(name => {
    const attribute = typeof name === 'string' ? type.attributes.get(name) : undefined
    const isOpen = attribute !== undefined && mayReadField(access, type.uid, attribute.name)
    if (name === 'id' || isOpen) return name as string
    throw new PopulusError('badValue', { parameter: 'columns', problem: `there is no attribute ${shown(name)}` })
  })
}
