/** What an administrator may do in the media library, by Strapi's permissions. */

import type { Administrator } from '../../identity/administrators/administrators.ts'
import { isSuperAdmin } from '../../identity/administrators/administrators.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { loadPermissions } from './admin-permissions.ts'

/** Deleting, moving and replacing are `update`, as in Strapi. */
export type MediaAction = 'read' | 'create' | 'update'

/** All files, only those that the administrator has uploaded, or none. */
export type MediaReach = 'all' | 'own' | null

export type MediaRights = Readonly<Record<MediaAction, MediaReach>>

const ACTIONS: Readonly<Record<MediaAction, string>> = {
  read: 'plugin::upload.read',
  create: 'plugin::upload.assets.create',
  update: 'plugin::upload.assets.update',
}

export async function loadMediaRights(
  context: { readonly database: Database; readonly schema: Schema },
  administrator: Administrator,
): Promise<MediaRights> {
  if (isSuperAdmin(administrator)) return { read: 'all', create: 'all', update: 'all' }
  const roles = administrator.roles.map(({ id }) => id)
  const permissions = await loadPermissions(context, roles)
  const reach = (name: MediaAction): MediaReach => {
    const granted = permissions.filter(({ action }) => action === ACTIONS[name])
    if (granted.length === 0) return null
    // Every condition counts as the strictest one of Strapi's own: the creator.
    return granted.some(({ conditions }) => conditions.length === 0) ? 'all' : 'own'
  }
  return { read: reach('read'), create: reach('create'), update: reach('update') }
}
