/** What publishing each translation of an entry would say now. */
import type { LocaleCheck } from '../../admin-api/content-api.ts'
import { checkCovered, coveredIds, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { withPending } from '../entries/open-entry.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
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
  const ids = await coveredIds(context, managed, managed.grant, [id, ...others])
  const publish = type.draftAndPublish ? rights.grant(type.uid, 'publish') : null
  const publishable = publish === null ? [] : await coveredIds(context, managed, publish, ids)
  const checks = await checkEntries(context, managed, ids)
  return checks.map(({ entry, title, pending, problems, draftRelations }) => ({
    id: entry.id,
    title,
    locale: entry.locale,
    status: withPending(entry.status, pending),
    mayPublish: publishable.includes(entry.id),
    problems,
    draftRelations,
  }))
}
