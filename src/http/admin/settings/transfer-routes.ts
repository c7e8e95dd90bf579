/** Backups, exports and imports. Downloads are links, which cannot carry the header of the other routes: browsers say whose page asks. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminRouteName } from '../../../admin-api/admin-api.ts'
import type { TaskKind } from '../../../admin-api/settings/transfer-api.ts'
import type { Limits } from '../../../config/config.ts'
import { PopulusError } from '../../../errors.ts'
import type { AdminSession } from '../../../identity/administrators/admin-sessions.ts'
import { isSuperAdmin } from '../../../identity/administrators/administrators.ts'
import { badInput } from '../../../input/check-input.ts'
import type { ManagementContext } from '../../../management/management-context.ts'
import {
  backupFolder,
  beginBackup,
  checkBackupName,
  deleteBackup,
  listBackups,
} from '../../../management/transfers/backups.ts'
import { beginExport, transferState } from '../../../management/transfers/exports.ts'
import { beginImport, runImport } from '../../../management/transfers/imports.ts'
import type { TransferContext } from '../../../management/transfers/transfer-context.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { searchOf } from '../../content/address-parts.ts'
import { openUpload } from '../../files/open-upload.ts'
import { sendUpload } from '../../files/send-upload.ts'
import { attachment } from '../../files/upload-headers.ts'
import { registerForms } from '../../uploads/form-body.ts'
import { type AdminRoute, registerAll, route } from '../admin-route.ts'
import { checkPage, sessionOf } from '../admin-session.ts'
import { receiveImport } from './receive-import.ts'

interface TransferRoutes {
  readonly media: MediaContext
  readonly limits: Limits
}

export async function registerTransfers(
  server: FastifyInstance,
  management: ManagementContext,
  forms: TransferRoutes,
): Promise<void> {
  const { transfers, admin } = management
  if (transfers === undefined) return
  const mayUse = ({ administrator }: AdminSession) => isSuperAdmin(administrator)
  registerAll(server, admin, transferRoutes(management, transfers, forms), mayUse)
  registerDownloads(server, management, transfers)
  await server.register(async scope => {
    registerForms(scope)
    const upload = route(
      'POST /import',
      async ({ source, session }) => {
        const file = await receiveImport(source, forms, () => transfers.tasks.checkFree('import'))
        return { data: await beginImport(transfers, nameOf(session), file) }
      },
      202,
    )
    registerAll(scope, admin, [upload], mayUse)
  })
}

function transferRoutes(
  management: ManagementContext,
  transfers: TransferContext,
  { media }: TransferRoutes,
): readonly AdminRoute[] {
  return [
    route('GET /backups', async () => ({ data: await listBackups(transfers) })),
    route(
      'POST /backups',
      async ({ body, session }) => ({ data: await beginBackup(transfers, nameOf(session), body) }),
      202,
    ),
    route('DELETE /backups/:name', async ({ parameters: { name } }) => ({
      data: await deleteBackup(transfers, name),
    })),
    route('GET /transfers', async () => ({
      data: await transferState(management, transfers, media.settings.sizeLimit),
    })),
    route('POST /import/run', async ({ body }) => ({ data: await runImport(transfers, body) }), 202),
    route(
      'POST /tasks/:kind/cancel',
      async ({ parameters: { kind } }) => ({ data: await transfers.tasks.tell(taskKind(kind), 'cancel') }),
      202,
    ),
  ]
}

type Download = (request: FastifyRequest, reply: FastifyReply, session: AdminSession) => Promise<FastifyReply>

function registerDownloads(server: FastifyInstance, management: ManagementContext, transfers: TransferContext): void {
  const download = (name: AdminRouteName, send: Download) =>
    server.get(
      `/admin/api${name.replace('GET ', '')}`,
      { exposeHeadRoute: name !== 'GET /export' },
      async (request, reply) => {
        const session = await sessionOf(management.admin, request, checkPage)
        if (!isSuperAdmin(session.administrator)) throw new PopulusError('forbidden')
        return send(request, reply, session)
      },
    )
  download('GET /backups/:name/file', async (request, reply) => {
    const name = checkBackupName((request.params as { readonly name: string }).name)
    const opened = await openUpload(backupFolder(transfers), name)
    if (opened === undefined) throw new PopulusError('notFound')
    const type = { 'content-type': 'application/octet-stream', ...attachment(name) }
    return sendUpload(request, reply, { cacheControl: 'no-store', type }, opened)
  })
  download('GET /export', async (request, reply, session) => {
    const query = Object.fromEntries(new URLSearchParams(searchOf(request.raw.url ?? '')))
    const { name, format, body } = await beginExport(management, transfers, nameOf(session), query)
    const type = format === 'populus' ? 'application/x-ndjson; charset=utf-8' : 'application/gzip'
    return reply
      .headers({ ...attachment(name), 'cache-control': 'no-store' })
      .type(type)
      .send(body)
  })
}

const KINDS: readonly TaskKind[] = ['backup', 'export', 'import']

function taskKind(given: string): TaskKind {
  const kind = KINDS.find(known => known === given)
  if (kind === undefined) throw badInput([{ path: ['kind'], message: `expected ${KINDS.join(', ')}` }])
  return kind
}

function nameOf({ administrator: { firstname, lastname, email } }: AdminSession): string {
  return [firstname, lastname].filter(Boolean).join(' ') || email
}
