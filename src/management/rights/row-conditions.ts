/** Strapi's conditions and locales of a permission, as filters that choose the entries it covers. */
import { PopulusError } from '../../errors.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { idValue, linkOf } from '../../identity/records/stored-type.ts'
import type { QueryObject } from '../../query/query-value.ts'
import { ADMIN_UID, type ContentType } from '../../schema/schema.ts'
import { column, join, sql, table } from '../../sql/fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ActionGrant, AdminRights, ContentAction } from './admin-rights.ts'

/** The grant for an action. Throws `forbidden` if there is none, which names what is missing. */
export function needGrant(rights: AdminRights, type: ContentType, action: ContentAction): ActionGrant {
  const grant = rights.grant(type.uid, action)
  if (grant !== null) return grant
  throw new PopulusError('forbidden', {}, { hint: `needs plugin::content-manager.explorer.${action} on ${type.uid}` })
}

/** Throws `forbidden` for a locale that the grant does not cover. */
export function needLocale({ locales }: ActionGrant, locale: string | null): void {
  if (locales === null || locale === null || locales.has(locale)) return
  throw new PopulusError('forbidden', {}, { hint: `no right for the locale ${locale}` })
}

/** Filters that every entry must pass; empty for a grant that covers all entries. */
export async function rowFilters(
  context: ManagementContext,
  rights: AdminRights,
  type: ContentType,
  grant: ActionGrant,
): Promise<readonly QueryObject[]> {
  const locales = grant.locales === null || !type.localized ? [] : [{ locale: { $in: [...grant.locales] } }]
  if (grant.conditions.length === 0) return locales
  const creators = new Set<number>()
  for (const condition of grant.conditions)
    for (const id of await creatorsOf(context, rights, condition)) creators.add(id)
  const ids = [...creators].map(String)
  // An empty list cannot be written in a query; no entry has this id.
  return [...locales, ids.length === 0 ? { id: { $eq: '0' } } : { createdBy: { id: { $in: ids } } }]
}

/** The administrators whose entries a condition allows. An unknown condition, made by a plug-in, allows none. */
async function creatorsOf(
  context: ManagementContext,
  { administrator }: AdminRights,
  condition: string,
): Promise<readonly number[]> {
  if (condition === 'admin::is-creator') return [administrator.id]
  if (condition !== 'admin::has-same-role-as-creator') return []
  const { database, schema } = context
  const link = linkOf(schema, ADMIN_UID, 'roles')
  if (link === null) return [administrator.id]
  const roles = administrator.roles.map(({ id }) => idValue(database.dialect, id))
  const [rows = []] = await readRows(database, [
    sql`select distinct ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${column('l', link.childColumn)} in (${join(roles)})`,
  ])
  return rows.map(([id]) => Number(id))
}
