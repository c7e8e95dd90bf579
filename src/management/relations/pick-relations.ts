/** Related entries, page by page: those that can be chosen, and those that are. */
import type { RelationPage } from '../../admin-api/content-api.ts'
import { PopulusError } from '../../errors.ts'
import { badInput } from '../../input/check-input.ts'
import { mayReadField } from '../../plan/access.ts'
import { coversPath } from '../../plan/placed-model.ts'
import { parseStrictly } from '../../query/parse-text.ts'
import { isList, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { ContentType, Model, RelationAttribute } from '../../schema/schema.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { itemFields } from '../entries/entry-query.ts'
import { readList } from '../entries/find-ids.ts'
import { toItem } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

const MOST_EXCLUDED = 500
const DEFAULT_SIZE = 10

/** Candidates for a relation of a type or a component: what the person may read. */
export async function pickRelations(
  context: ManagementContext,
  rights: AdminRights,
  { uid, field, search }: { readonly uid: string; readonly field: string; readonly search: string },
): Promise<RelationPage> {
  const query = parseStrictly(search, context.queryLimits)
  const { target } = relationOf(context, rights, uid, field)
  const excluded = numbersOf(query.exclude, 'exclude')
  const filters: QueryValue[] = [
    ...(excluded.length === 0 ? [] : [{ id: { $notIn: excluded } }]),
    ...(await titleFilters(context, rights, target, query._q)),
  ]
  const locale = textOf(query.locale, 'locale')
  return readItems(context, rights, target, {
    ...(target.localized ? { locale: locale ?? (await context.content.defaultLocale()) } : {}),
    ...(filters.length === 0 ? {} : { filters: { $and: filters } }),
    pagination: pageOf(query),
  })
}

/** The entries that a query chooses, one line each, by title. */
export async function readItems(
  context: ManagementContext,
  rights: AdminRights,
  target: ContentType,
  query: QueryObject,
): Promise<RelationPage> {
  const { schema, views } = context
  const view = await views.all()
  const titleField = (model: Model) => view(model).settings.mainField
  const access = adminAccess(schema, rights)
  const fields = itemFields(target, { access, titleField })
  const sort = fields.includes(titleField(target)) ? `${titleField(target)}:asc` : 'id:asc'
  const { data, meta } = await readList(context, { type: target, access }, { fields, sort, ...query })
  return { data: data.map(raw => toItem(target, raw, { schema, titleField })), meta }
}

/** A part of the title, or the id. */
export async function titleFilters(
  { schema, views }: ManagementContext,
  rights: AdminRights,
  target: ContentType,
  given: QueryValue | undefined,
): Promise<readonly QueryValue[]> {
  const wanted = textOf(given, '_q')
  if (wanted === undefined || wanted === '') return []
  const title = target.attributes.get(await views.mainField(target))
  const isOpen = title?.kind === 'scalar' && mayReadField(adminAccess(schema, rights), target.uid, title.name)
  const byId = idOfText(wanted) !== null ? [{ id: { $eq: wanted } }] : []
  const byTitle = isOpen && title.type !== 'password' ? [{ [title.name]: { $containsi: wanted } }] : []
  const any = [...byTitle, ...byId]
  return any.length === 0 ? [{ id: { $eq: '0' } }] : [{ $or: any }]
}

export function pageOf({ page, pageSize }: QueryObject): QueryObject {
  return {
    page: numberOf(page, 'page') ?? '1',
    pageSize: numberOf(pageSize, 'pageSize') ?? String(DEFAULT_SIZE),
    withCount: 'true',
  }
}

/** The part of a whole list that `page` and `pageSize` choose; all of it without them. */
export function sliceOf<T>(items: readonly T[], { page, pageSize }: QueryObject): readonly T[] {
  const size = Number(numberOf(pageSize, 'pageSize') ?? items.length)
  const first = (Number(numberOf(page, 'page') ?? 1) - 1) * size
  return items.slice(first, first + size)
}

function numberOf(given: QueryValue | undefined, path: string): string | undefined {
  if (given === undefined || given === '') return undefined
  if (typeof given === 'string' && /^[1-9]\d{0,8}$/.test(given)) return given
  throw badInput([{ path: [path], message: 'expected a number' }])
}

function textOf(given: QueryValue | undefined, path: string): string | undefined {
  if (given === undefined || typeof given === 'string') return given
  throw badInput([{ path: [path], message: 'expected a string' }])
}

/** `exclude=1,2` or `exclude[0]=1&exclude[1]=2` */
function numbersOf(given: QueryValue | undefined, path: string): readonly string[] {
  if (given === undefined || given === '' || given === null) return []
  const numbers = typeof given === 'string' ? given.split(',') : given
  const isFine = isList(numbers) && numbers.length <= MOST_EXCLUDED && numbers.every(isNumber)
  if (isFine) return numbers as readonly string[]
  throw badInput([{ path: [path], message: `expected at most ${MOST_EXCLUDED} numbers` }])
}

function isNumber(given: QueryValue): boolean {
  return typeof given === 'string' && /^\d{1,15}$/.test(given)
}

/** A relation that the person may read or write, or one of any component. */
function relationOf(
  { schema }: ManagementContext,
  rights: AdminRights,
  uid: string,
  field: string,
): {
  readonly attribute: RelationAttribute
  readonly target: ContentType
} {
  const type = schema.types.get(uid)
  const isOpen = (['read', 'create', 'update'] as const).some(action => {
    const grant = rights.grant(uid, action)
    return grant !== null && coversPath(grant.fields, field)
  })
  const model = type === undefined ? schema.components.get(uid) : isOpen ? type : undefined
  const attribute = model?.attributes.get(field)
  const target = attribute?.kind === 'relation' ? schema.types.get(attribute.target) : undefined
  if (attribute?.kind !== 'relation' || target === undefined || target.uid.startsWith('admin::'))
    throw new PopulusError('notFound')
  return { attribute, target }
}
