/** The queries with which forms and lists read content: everything that is shown, in one request. */
import type { Access } from '../../plan/access.ts'
import { mayReadField } from '../../plan/access.ts'
import { modelAt } from '../../plan/placed-model.ts'
import type { QueryObject } from '../../query/query-value.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../../schema/schema.ts'

/** How many entries of a relation a form shows at first. */
const FIRST_ITEMS = 10

export interface QueryScope {
  readonly schema: Schema
  readonly access: Access
  /** The attribute whose value stands for an entry. */
  readonly titleField: (model: Model) => string
  /** Which related entries: the first ones and their number, all of them, or those that are drafts. */
  readonly relations: 'first' | 'all' | 'drafts'
}

const FILE_FIELDS = [
  ...['name', 'alternativeText', 'caption', 'width', 'height', 'formats', 'ext', 'mime', 'size', 'url', 'previewUrl'],
]
const PERSON_FIELDS = ['firstname', 'lastname', 'username']

/** Options of `populate` for everything below a model that the person may read. */
export function populateAll(model: Model, scope: QueryScope): QueryObject {
  const branches = [...model.attributes.values()].flatMap(attribute => {
    const isOpen = model.kind === 'component' || mayReadField(scope.access, model.uid, attribute.name)
    const branch = isOpen ? branchOf(model, attribute, scope) : null
    return branch === null ? [] : [[attribute.name, branch] as const]
  })
  return Object.fromEntries(branches)
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy'])

export function branchOf(model: Model, attribute: Attribute, scope: QueryScope): QueryObject | null {
  switch (attribute.kind) {
    case 'scalar':
    case 'morph':
      return null
    case 'relation':
      return relationBranch(attribute, scope)
    case 'media':
      return { fields: FILE_FIELDS }
    case 'component':
      return partBranch(modelAt(model, attribute.name, attribute.target, scope), scope)
    case 'zone': {
      const parts = attribute.components.map(uid => modelAt(model, attribute.name, uid, scope))
      return { on: Object.fromEntries(parts.map(part => [part.uid, partBranch(part, scope)])) }
    }
    default:
      return attribute satisfies never
  }
}

function partBranch(part: Model, scope: QueryScope): QueryObject {
  const populate = populateAll(part, scope)
  return { fields: '*', ...(Object.keys(populate).length === 0 ? {} : { populate }) }
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
