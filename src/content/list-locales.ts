/** The locales that entries may have, in the form of the i18n plug-in's list. */
import { LOCALE_UID } from '../schema/schema.ts'
import type { ContentContext } from './content-context.ts'
import { findFlat } from './read/find-flat.ts'
import type { ReadInput } from './read/prepare-read.ts'

/** `[{"id":1,"name":"English (en)","code":"en",...,"isDefault":true}]` */
export async function findLocales(context: ContentContext, access: ReadInput['access']): Promise<string> {
  const type = context.schema.types.get(LOCALE_UID)!
  const locales = JSON.parse(await findFlat(context, { type, access, search: '' })) as { code: string }[]
  const defaultLocale = await context.defaultLocale()
  return JSON.stringify(locales.map(locale => ({ ...locale, isDefault: locale.code === defaultLocale })))
}
