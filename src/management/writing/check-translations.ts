/** What publishing each translation of an entry would say now. */
import type { LocaleCheck } from '../../admin-api/content-api.ts'
import { findIds } from '../entries/find-ids.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { withPending } from '../entries/open-entry.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'
import { rowFilters } from '../rights/row-conditions.ts'
import { checkEntries } from './check-entry.ts'

/** In the order of the ids, the entry itself first. Translations that the person may not read are left out. */
export async function checkTranslations(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<readonly LocaleCheck[]> {
  await checkCovered(context, managed, 'read', [id])
  const { type, rights } = managed
  const { translations } = await (await entryReader(context, unlimited(context, managed))).read(id)
  const others = translations.map(other => other.id).sort((one, other) => one - other)
  const ids = await covered(context, managed, managed.grant, [id, ...others])
  const publish = type.draftAndPublish ? rights.grant(type.uid, 'publish') : null
  const publishable = publish === null ? [] : await covered(context, managed, publish, ids)
  const checks = await checkEntries(context, managed, ids)
  return checks.map(({ entry, pending, problems, draftRelations }) => ({
    id: entry.id,
    title: entry.title,
    locale: entry.locale,
    status: withPending(entry.status, pending),
    mayPublish: publishable.includes(entry.id),
    problems,
    draftRelations,
  }))
}

async function covered(
  context: ManagementContext,
  managed: ManagedType,
  grant: ActionGrant,
  ids: readonly number[],
): Promise<readonly number[]> {
  const filters = await rowFilters(context, managed.rights, managed.type, grant)
  if (filters.length === 0) return ids
  const found = await findIds(context, managed, { filters, ids })
  return ids.filter(id => found.includes(id))
}
