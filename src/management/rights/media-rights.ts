/** What an administrator may do in the media library, by Strapi's permissions. */
import type { AdminPermission } from './admin-permissions.ts'

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

export const ALL_MEDIA: MediaRights = Object.freeze({ read: 'all', create: 'all', update: 'all' })

export function mediaRights(permissions: readonly AdminPermission[]): MediaRights {
  const reach = (name: MediaAction): MediaReach => {
    const granted = permissions.filter(({ action }) => action === ACTIONS[name])
    if (granted.length === 0) return null
    // Every condition counts as the strictest one of Strapi's own: the creator.
    return granted.some(({ conditions }) => conditions.length === 0) ? 'all' : 'own'
  }
  return { read: reach('read'), create: reach('create'), update: reach('update') }
}
