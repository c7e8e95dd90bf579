/** The queries with which forms and lists read content: everything that is shown, in one request. */
import type { Access } from '../../plan/access.ts'
import { mayReadField } from '../../plan/access.ts'
import type { QueryObject, QueryValue } from '../../query/query-value.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { coversPath } from '../rights/admin-access.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'

/** How many entries of a relation a form shows at first. */
const FIRST_ITEMS = 10

export interface QueryScope {
  readonly schema: Schema
  readonly access: Access
  readonly grant: Pick<ActionGrant, 'fields'>
  /** The attribute whose value stands for an entry. */
  readonly titleField: (model: Model) => string
  /** Which related entries: the first ones and their number, all of them, or those that are drafts. */
  readonly relations: 'first' | 'all' | 'drafts'
}

const FILE_FIELDS = [
  ...['name', 'alternativeText', 'caption', 'width', 'height', 'formats', 'ext', 'mime', 'size', 'url', 'previewUrl'],
]
const PERSON_FIELDS = ['firstname', 'lastname', 'username']

/** Options of `populate` for everything below a model. `path` is where the model is in its entry. */
export function populateAll(model: Model, scope: QueryScope, path = ''): QueryObject {
  const branches = [...model.attributes.values()].flatMap(attribute => {
    const at = path === '' ? attribute.name : `${path}.${attribute.name}`
    const branch = isCovered(attribute, at, scope) ? branchOf(attribute, scope, at) : null
    return branch === null ? [] : [[attribute.name, branch] as const]
  })
  return Object.fromEntries(branches)
}

/** The scalars of a component that the person may read; `*` for all. */
function scalarsOf(model: Model, scope: QueryScope, path: string): QueryValue {
  const scalars = [...model.attributes.values()].filter(({ kind }) => kind === 'scalar')
  const open = scalars.filter(({ name }) => coversPath(scope.grant, `${path}.${name}`))
  if (open.length === scalars.length) return '*'
  return open.length === 0 ? ['id'] : open.map(({ name }) => name)
}

function isCovered({ name }: Attribute, path: string, { grant }: QueryScope): boolean {
  return CREATORS.has(name) || coversPath(grant, path)
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])

export function branchOf(attribute: Attribute, scope: QueryScope, path: string): QueryObject | null {
  switch (attribute.kind) {
    case 'scalar':
    case 'morph':
      return null
    case 'relation':
      return relationBranch(attribute, scope)
    case 'media':
      return { fields: FILE_FIELDS }
    case 'component':
      return partBranch(modelOf(scope.schema, attribute.target), scope, path)
    case 'zone': {
      const parts = attribute.components.map(uid => modelOf(scope.schema, uid))
      return { on: Object.fromEntries(parts.map(part => [part.uid, partBranch(part, scope, path)])) }
    }
    default:
      return attribute satisfies never
  }
}

function partBranch(part: Model, scope: QueryScope, path: string): QueryObject {
  const populate = populateAll(part, scope, path)
  return { fields: scalarsOf(part, scope, path), ...(Object.keys(populate).length === 0 ? {} : { populate }) }
}

function relationBranch(attribute: Attribute & { kind: 'relation' }, scope: QueryScope): QueryObject | null {
  if (attribute.name === 'localizations' || attribute.relation.startsWith('morph')) return null
  if (CREATORS.has(attribute.name)) return { fields: PERSON_FIELDS }
  if (attribute.target.startsWith('admin::')) return null
  const target = modelOf(scope.schema, attribute.target)
  const fields = itemFields(target, scope)
  if (scope.relations === 'all') return { fields }
  if (scope.relations === 'first')
    return attribute.many
      ? { fields, pagination: { page: '1', pageSize: String(FIRST_ITEMS), withCount: 'true' } }
      : { fields }
  const hasDrafts = target.kind === 'type' && target.draftAndPublish
  return hasDrafts ? { fields, filters: { publishedAt: { $null: 'true' } } } : null
}

/** What is needed to show an entry on one line. */
export function itemFields(target: Model, { access, titleField }: Pick<QueryScope, 'access' | 'titleField'>): string[] {
  const wanted = [titleField(target), 'publishedAt', 'locale'].filter(name => {
    const attribute = target.attributes.get(name)
    return attribute?.kind === 'scalar' && mayReadField(access, target.uid, name) && isShown(target, attribute)
  })
  return wanted.length === 0 ? ['id'] : wanted
}

/** Private attributes of built-in types are never shown. */
function isShown(target: Model, attribute: Attribute): boolean {
  return !attribute.private || target.kind === 'component' || target.userDefined
}
