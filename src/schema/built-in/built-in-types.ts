/** The types that every Strapi v4 database includes, in the order in which Strapi loads them. */
import { ADMIN_TYPES } from './admin-types.ts'
import type { BuiltInType } from './built-in-type.ts'
import { LOCALE_TYPES } from './locale-types.ts'
import { RELEASE_TYPES } from './release-types.ts'
import { UPLOAD_TYPES } from './upload-types.ts'
import { USER_TYPES } from './user-types.ts'

export const BUILT_IN_TYPES: readonly BuiltInType[] = [
  ...ADMIN_TYPES,
  ...UPLOAD_TYPES,
  ...RELEASE_TYPES,
  ...USER_TYPES,
  ...LOCALE_TYPES,
]

export const BUILT_IN_UIDS: ReadonlySet<string> = new Set(BUILT_IN_TYPES.map(({ uid }) => uid))

/** Tables that the server uses internally; no model may use them. */
export const RESERVED_TABLES: readonly string[] = [
  'strapi_core_store_settings',
  'strapi_webhooks',
  'strapi_migrations',
  'strapi_database_schema',
]
