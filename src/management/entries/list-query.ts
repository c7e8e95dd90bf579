/** The query string of a list -> what is asked of the read pipeline. */
import { PopulusError } from '../../errors.ts'
import { mayReadField } from '../../plan/access.ts'
import { parseText } from '../../query/parse-text.ts'
import { isBlank, isList, isObject, type QueryObject, type QueryValue, shown } from '../../query/query-value.ts'
import { type ContentType, type Model, modelOf } from '../../schema/schema.ts'
import { nearestName } from '../../util/nearest-name.ts'
import type { ManagementContext } from '../management-context.ts'
import { coversPath } from '../rights/admin-access.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import type { ManagedType } from './managed-type.ts'

const PARAMETERS = ['filters', 'sort', '_q', 'pagination', 'locale', 'status', 'columns'] as const
const STATES = ['draft', 'published', 'modified'] as const

export interface ListRequest {
  /** `filters`, `sort`, `_q`, `pagination` and `locale` as given. */
  readonly query: QueryObject
  readonly status: (typeof STATES)[number] | null
  /** `null`: those of the view. */
  readonly columns: readonly string[] | null
}

/** Throws for parameters that do not exist, and for fields that the person may not read. */
export function parseListQuery(context: ManagementContext, managed: ManagedType, search: string): ListRequest {
  const given = parseText(search, context.queryLimits)
  for (const name of Object.keys(given)) {
    if (PARAMETERS.some(known => known === name)) continue
    const nearest = nearestName(name, PARAMETERS)
    const help = nearest === undefined ? '' : `; did you mean ${nearest}?`
    throw new PopulusError('unknownName', { what: 'parameter', name: name.slice(0, 100), help })
  }
  const { status, columns, ...query } = given
  checkFilterPaths(context, managed, query.filters)
  checkSortPaths(managed, query.sort)
  return { query, status: parseStatus(status), columns: parseColumns(managed, columns) }
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

/** Field lists of roles reach into components, where planning knows only whole attributes. */
function checkFilterPaths(
  context: ManagementContext,
  { type, rights }: ManagedType,
  filters: QueryValue | undefined,
): void {
  if (!rights.superAdmin && filters !== undefined)
    walk(context, rights, { model: type, owner: type, path: '' }, filters)
}

interface Site {
  readonly model: Model
  /** The type whose grant applies. */
  readonly owner: ContentType
  /** The place of the model in an entry of that type. */
  readonly path: string
}

function walk(context: ManagementContext, rights: AdminRights, site: Site, value: QueryValue): void {
  if (isList(value)) for (const item of value) walk(context, rights, site, item)
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const attribute = site.model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      if (attribute !== undefined && site.path !== '') checkPath(rights, site.owner, `${site.path}.${name}`)
      walk(context, rights, site, inner)
    } else if (attribute.kind === 'component') {
      const path = site.path === '' ? name : `${site.path}.${name}`
      walk(context, rights, { ...site, model: modelOf(context.schema, attribute.target), path }, inner)
    } else if (attribute.kind === 'relation') {
      const target = context.schema.types.get(attribute.target)
      if (target !== undefined) walk(context, rights, { model: target, owner: target, path: '' }, inner)
    }
  }
}

function checkPath(rights: AdminRights, { uid }: ContentType, path: string): void {
  const grant = rights.grant(uid, 'read')
  if (grant !== null && !coversPath(grant, path)) throw new PopulusError('invalidParameter', { name: path })
}

function checkSortPaths({ type, rights }: ManagedType, sort: QueryValue | undefined): void {
  if (rights.superAdmin || sort === undefined || sort === null) return
  const terms = (typeof sort === 'string' ? sort.split(',') : isList(sort) ? sort : []).filter(
    term => typeof term === 'string',
  )
  for (const term of terms) {
    const [path = ''] = term.split(':')
    const attribute = type.attributes.get(path.split('.', 1)[0]!)
    if (attribute?.kind === 'component' && path.includes('.')) checkPath(rights, type, path)
  }
}
