/** The locale of entries, and the translations of an entry. */
import { PopulusError } from '../../errors.ts'
import { type ContentType, type LinkTable, LOCALE_UID } from '../../schema/schema.ts'
import { selectWhere } from '../../sql/compile-write.ts'
import { insertLinks, type LinkRow, renumber, selectChildren } from '../../sql/links/change-links.ts'
import type { WriteScope } from './write-scope.ts'

/** The locale that a body names, or the default locale. `null` for types without locales. */
export async function localeForNew(scope: WriteScope, type: ContentType, wanted: unknown): Promise<string | null> {
  if (!type.localized) return null
  if (wanted === undefined || wanted === null) return scope.defaultLocale
  if (!(await isLocale(scope, wanted))) throw new PopulusError('unknownLocale')
  return wanted as string
}

export async function isLocale(scope: WriteScope, code: unknown): Promise<boolean> {
  const table = scope.schema.types.get(LOCALE_UID)?.table ?? null
  if (typeof code !== 'string' || code.includes('\0') || table === null) return false
  return (await scope.ask(selectWhere(['id'], table, new Map([['code', code]])))).length > 0
}

/** The ids of an entry's translations, without the entry itself. */
export async function translationsOf(scope: WriteScope, type: ContentType, id: number): Promise<readonly number[]> {
  const link = translationLink(type)
  return link === null ? [] : (await scope.ask(selectChildren(link, id))).map(([other]) => Number(other))
}

/** Links a new translation with all others, in both directions. The others list it first, as in Strapi. */
export function linkTranslation(scope: WriteScope, type: ContentType, id: number, others: readonly number[]): void {
  const link = translationLink(type)
  if (link === null) return
  const rows = others.flatMap((other, index) => [linkRow(link, id, other, index + 1), linkRow(link, other, id, 0)])
  for (const inserted of insertLinks(link.table, rows)) scope.send(link.table, inserted)
  if (link.orderColumn === null || link.rowKey !== 'id') return
  const columns = { ownerColumn: link.parentColumn, orderColumn: link.orderColumn }
  scope.send(link.table, renumber(link.table, columns, others))
}

function translationLink(type: ContentType): LinkTable | null {
  const attribute = type.attributes.get('localizations')
  return attribute?.kind === 'relation' && attribute.link?.kind === 'table' ? attribute.link : null
}

function linkRow(link: LinkTable, parent: number, child: number, order: number): LinkRow {
  const values = new Map<string, number>([
    [link.parentColumn, parent],
    [link.childColumn, child],
  ])
  if (link.orderColumn !== null) values.set(link.orderColumn, order)
  return values
}
