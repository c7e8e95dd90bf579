/** Which entry a path means: a number, `single` for the entry of a single type, and a translation of either. */

import { PopulusError } from '../../errors.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import type { ManagementContext } from '../management-context.ts'
import { readList } from './find-ids.ts'
import type { ManagedType } from './managed-type.ts'
import { localeOf, type RawEntry } from './shape-values.ts'

export interface NamedEntry {
  readonly type: ManagedType
  readonly id: number
}

/** With a locale: the translation in that locale. Throws `notFound`. */
export async function entryOf(
  context: ManagementContext,
  managed: ManagedType,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
): Promise<NamedEntry> {
  const { type } = managed
  if (type.single && id === 'single') return { type: managed, id: await singleId(context, managed, locale) }
  const number = idOfText(id)
  if (number === null) throw new PopulusError('notFound')
  if (locale === undefined || !type.localized) return { type: managed, id: number }
  return { type: managed, id: await translationId(context, managed, number, locale) }
}

async function singleId(context: ManagementContext, managed: ManagedType, locale: string | undefined): Promise<number> {
  const wanted = managed.type.localized ? { locale: locale ?? (await context.content.defaultLocale()) } : {}
  const { data } = await readList(context, managed, { ...wanted, fields: ['id'], pagination: ONE })
  if (data[0] === undefined) throw new PopulusError('notFound')
  return data[0].id
}

async function translationId(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
  locale: string,
): Promise<number> {
  const { data } = await readList(context, managed, {
    fields: ['locale'],
    populate: { localizations: { fields: ['locale'] } },
    filters: { id: { $eq: String(id) } },
    pagination: ONE,
  })
  const [entry] = data
  const others = (entry?.attributes.localizations as unknown as { data: readonly RawEntry[] } | undefined)?.data ?? []
  const found = [entry, ...others].find(raw => raw !== undefined && localeOf(raw.attributes) === locale)
  if (found === undefined) throw new PopulusError('notFound')
  return found.id
}

const ONE = { pageSize: '1', withCount: 'false' }
