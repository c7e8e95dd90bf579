/** An administrator as the media library knows them. */
import { PopulusError } from '../../errors.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { ContentType } from '../../schema/schema.ts'
import { nameItems } from '../entries/name-related.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from './admin-access.ts'
import type { AdminRights, MediaAction } from './admin-rights.ts'

/** A `LibraryViewer`. */
interface Viewer {
  readonly by: number
  readonly onlyOwn: boolean
  readonly seesAll: boolean
  readonly mayCreate: boolean
  /** Absent for those who may read everything. */
  readonly entries?: {
    describe(type: ContentType, ids: readonly number[]): Promise<ReadonlyMap<number, Facts>>
    covers(uid: string, field: string): boolean
  }
}

interface Facts {
  readonly title: string
  readonly locale: string | null
  readonly status: 'draft' | 'published' | null
}

/** Throws `forbidden` without the permission. */
export function libraryViewer(context: ManagementContext, rights: AdminRights, action: MediaAction): Viewer {
  const { administrator, media } = rights
  const reach = media[action]
  if (reach === null) throw new PopulusError('forbidden')
  return {
    by: administrator.id,
    onlyOwn: reach === 'own',
    seesAll: media.read === 'all',
    mayCreate: media.create !== null,
    ...(rights.superAdmin ? {} : { entries: entryReader(context, rights) }),
  }
}

function entryReader(context: ManagementContext, rights: AdminRights): NonNullable<Viewer['entries']> {
  const access = adminAccess(context.schema, rights)
  return {
    describe: async ({ uid }, ids) => {
      const items = await nameItems(context, access, { uid, ids })
      const open = items.filter(({ readable }) => readable !== false)
      return new Map(open.map(({ id, title, locale, status }) => [id, { title, locale, status: known(status) }]))
    },
    covers: (uid, field) => {
      const grant = rights.grant(uid, 'read')
      return grant !== null && coversPath(grant.fields, field)
    },
  }
}

function known(status: string | null): Facts['status'] {
  return status === 'draft' || status === 'published' ? status : null
}
