/**
 * `GET /panel.js`: the project's own parts of the panel, as a script for those who are signed in. No other site can load it:
 * browsers send it the session only from pages of this server, and hand it to no others.
 */
import type { FastifyInstance } from 'fastify'
import { PopulusError } from '../../errors.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { replyWithTag } from '../json-reply.ts'
import { checkPage, sessionOf } from './admin-session.ts'

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'private, no-cache',
  'cross-origin-resource-policy': 'same-origin',
}

export function registerPanelModule(server: FastifyInstance, { admin, panelModule }: ManagementContext): void {
  server.get('/admin/api/panel.js', async (request, reply) => {
    await sessionOf(admin, request, checkPage)
    if (panelModule === undefined) throw new PopulusError('notFound')
    return replyWithTag(panelModule.code, request, reply.headers(HEADERS))
  })
}
