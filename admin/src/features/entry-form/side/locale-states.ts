import type { LocaleState } from '../../../../../src/admin-api/content-api.ts'
import type { EntrySession } from '../saving/entry-session.ts'

/** Every locale with the entry that is its translation. A new translation knows those of its source. */
export function localeStates({ meta, source }: EntrySession): readonly LocaleState[] {
  return meta.get().entry?.locales ?? source?.locales ?? []
}

/** The other translations that exist. */
export function otherLocales(session: EntrySession): readonly (LocaleState & { readonly id: number })[] {
  return localeStates(session).filter(
    (state): state is LocaleState & { readonly id: number } => state.id !== null && state.locale !== session.locale,
  )
}
