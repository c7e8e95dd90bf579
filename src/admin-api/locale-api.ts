/** Changes to the locales of the content. They need the permissions of Strapi's i18n plug-in. */
import type { Data } from './route-types.ts'
import type { LocaleInfo } from './schema-api.ts'

export interface LocaleApi {
  /** Every code that a locale can have, with the name it gets. */
  readonly 'GET /locales/available': { readonly answer: Data<readonly AvailableLocale[]> }
  readonly 'POST /locales': {
    readonly body: { readonly code: string; readonly name?: string | null; readonly isDefault?: boolean }
    readonly answer: Data<LocaleInfo>
  }
  readonly 'PUT /locales/:id': {
    readonly body: { readonly name?: string | null; readonly isDefault?: boolean }
    readonly answer: Data<LocaleInfo>
  }
  /** How many entries would be deleted with it. */
  readonly 'GET /locales/:id/uses': { readonly answer: Data<readonly LocaleUse[]> }
  /** A locale with entries is removed only if `entries` is their number; they are deleted. */
  readonly 'DELETE /locales/:id': { readonly query: { readonly entries?: number }; readonly answer: Data<LocaleInfo> }
}

export interface AvailableLocale {
  readonly code: string
  readonly name: string
}

export interface LocaleUse {
  /** The uid of a content type. */
  readonly uid: string
  readonly entries: number
}
