/** Every kind that the opened database has a table for. */

import { ADMIN_ROLE_UID } from '../../identity/records/record-shape.ts'
import { LOCALE_UID, ROLE_UID } from '../../schema/schema.ts'
import { adminRoleKind } from './admin-role-kind.ts'
import { coreStoreKind } from './core-store-kind.ts'
import { localeKind } from './locale-kind.ts'
import type { SyncContext, SyncKind } from './sync-kind.ts'
import { userRoleKind } from './user-role-kind.ts'

/** `defaultLocale` is never removed. */
export function syncKinds(context: SyncContext, defaultLocale: unknown): readonly SyncKind[] {
  const has = (uid: string): boolean => (context.schema.types.get(uid)?.table ?? null) !== null
  return [
    ...(has(ROLE_UID) ? [userRoleKind(context)] : []),
    ...(has(ADMIN_ROLE_UID) ? [adminRoleKind(context)] : []),
    ...(has(LOCALE_UID) ? [localeKind(context, defaultLocale)] : []),
    coreStoreKind(context),
  ]
}
