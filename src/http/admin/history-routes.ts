/** Earlier versions of entries, and deleted ones. */
import type { AdminRouteName } from '../../admin-api/admin-api.ts'
import { entryOf } from '../../management/entries/entry-of.ts'
import { managedType } from '../../management/entries/managed-type.ts'
import { rowNumber } from '../../management/history/history-input.ts'
import { listActivity } from '../../management/history/list-activity.ts'
import { listTrash, purgeTrashed, showTrashed } from '../../management/history/manage-trash.ts'
import { restoreEntry } from '../../management/history/restore-entry.ts'
import { restoreVersion } from '../../management/history/restore-version.ts'
import { diffVersions, listVersions, showVersion, type VersionedEntry } from '../../management/history/versions.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import type { AdminRights } from '../../management/rights/admin-rights.ts'
import type { AdminRequest, AdminRoute } from './admin-route.ts'
import { managedBy } from './management-routes.ts'

export function historyRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  const versioned = async (request: AdminRequest<AdminRouteName>, rights: AdminRights): Promise<VersionedEntry> => {
    const { uid = '', id = '' } = request.parameters as { uid?: string; id?: string }
    const named = await entryOf(context, managedType(context, rights, uid), { id, locale: request.query.locale })
    return { managed: named.type, id: named.id }
  }
  return [
    ...trashRoutes(context),
    managed('GET /activity', async ({ query }, rights) => listActivity(context, rights, query)),
    managed('GET /content/:uid/:id/versions', async (request, rights) => ({
      data: await listVersions(context, await versioned(request, rights)),
    })),
    managed('GET /content/:uid/:id/versions/:version', async (request, rights) => ({
      data: await showVersion(context, await versioned(request, rights), request.parameters.version),
    })),
    managed('GET /content/:uid/:id/versions/:version/diff', async (request, rights) => ({
      data: await diffVersions(context, await versioned(request, rights), {
        from: request.parameters.version,
        to: request.query.to,
      }),
    })),
    managed('POST /content/:uid/:id/versions/:version/restore', async (request, rights) => ({
      data: await restoreVersion(context, await versioned(request, rights), {
        version: request.parameters.version,
        ifMatch: request.ifMatch,
        body: request.body,
      }),
    })),
  ]
}

function trashRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  return [
    managed('GET /trash', async ({ query }, rights) => listTrash(context, rights, query)),
    managed('GET /trash/:id', async ({ parameters }, rights) => ({
      data: await showTrashed(context, rights, rowNumber(parameters.id)),
    })),
    managed('POST /trash/:id/restore', async ({ parameters, body }, rights) => ({
      data: await restoreEntry(context, rights, { id: rowNumber(parameters.id), body }),
    })),
    managed('DELETE /trash/:id', async ({ parameters }, rights) => {
      await purgeTrashed(context, rights, rowNumber(parameters.id))
      return { data: { deleted: true } }
    }),
  ]
}
