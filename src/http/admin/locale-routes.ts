/** The locales of the content, in the management API and at the addresses of Strapi's i18n plug-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LocaleInfo } from '../../admin-api/schema-api.ts'
import { ISO_LOCALES } from '../../content/locales/iso-locales.ts'
import { PopulusError } from '../../errors.ts'
import { toId } from '../../input/check-input.ts'
import { addLocale, listLocales, type StoredLocale, updateLocale } from '../../management/locales/manage-locales.ts'
import { localeUses, removeLocale } from '../../management/locales/remove-locale.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { type AdminRights, loadAdminRights } from '../../management/rights/admin-rights.ts'
import { searchOf } from '../content/address-parts.ts'
import type { AdminRoute } from './admin-route.ts'
import { sessionOf } from './admin-session.ts'
import { managedBy } from './management-routes.ts'

type LocaleAction = 'create' | 'update' | 'delete'

export function localeRoutes(context: ManagementContext): readonly AdminRoute[] {
  const managed = managedBy(context)
  const { admin } = context
  return [
    managed('GET /locales', async () => ({ data: (await listLocales(admin)).map(shown) })),
    managed('GET /locales/available', async () => ({ data: available() })),
    managed(
      'POST /locales',
      async ({ body }, rights) => {
        check(rights, 'create')
        return { data: shown(await addLocale(admin, body)) }
      },
      201,
    ),
    managed('PUT /locales/:id', async ({ id, body }, rights) => {
      check(rights, 'update')
      return { data: shown(await updateLocale(admin, id, body)) }
    }),
    managed('GET /locales/:id/uses', async ({ id }, rights) => {
      check(rights, 'delete')
      const locale = (await listLocales(admin)).find(known => known.id === id)
      if (locale === undefined) throw new PopulusError('notFound')
      return { data: await localeUses(admin, locale.code) }
    }),
    managed('DELETE /locales/:id', async ({ id, search }, rights) => {
      check(rights, 'delete')
      return { data: shown(await removeLocale(admin, id, { confirmed: confirmedIn(search), by: adminOf(rights) })) }
    }),
  ]
}

type StrapiAnswer = (request: {
  readonly id: string
  readonly body: unknown
  readonly search: string
}) => Promise<unknown>

/** With a session of an administrator, and without an envelope. */
export function registerStrapiLocales(server: FastifyInstance, context: ManagementContext): void {
  const { admin } = context
  const route = (method: string, url: string, action: LocaleAction | null, answer: StrapiAnswer) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { administrator } = await sessionOf(admin, request)
      await context.database.catchUp()
      if (action !== null) check(await loadAdminRights(context, administrator), action)
      const { id = '' } = request.params as { id?: string }
      const found = await answer({ id, body: request.body, search: searchOf(request.raw.url ?? '') })
      return reply.header('cache-control', 'no-store').send(found)
    }
    server.route({ method, url: `/i18n${url}`, handler })
  }
  route('GET', '/iso-locales', null, async () => available())
  route('GET', '/locales', null, async () => (await listLocales(admin)).map(asInStrapi))
  route('POST', '/locales', 'create', async ({ body }) => asInStrapi(await addLocale(admin, body)))
  route('PUT', '/locales/:id', 'update', async ({ id, body }) => asInStrapi(await updateLocale(admin, toId(id), body)))
  route('DELETE', '/locales/:id', 'delete', async ({ id, search }) =>
    asInStrapi(await removeLocale(admin, toId(id), { confirmed: confirmedIn(search) })),
  )
}

function adminOf({ administrator }: AdminRights) {
  return { kind: 'admin', id: administrator.id } as const
}

function check({ superAdmin, actions }: AdminRights, action: LocaleAction): void {
  if (!superAdmin && !actions.has(`plugin::i18n.locale.${action}`)) throw new PopulusError('forbidden')
}

/** The number of entries that may be deleted with a locale. */
function confirmedIn(search: string): number {
  const given = new URLSearchParams(search).get('entries')
  return given !== null && /^\d{1,15}$/.test(given) ? Number(given) : 0
}

function available() {
  return [...ISO_LOCALES].map(([code, name]) => ({ code, name }))
}

function shown({ id, code, name, isDefault }: StoredLocale): LocaleInfo {
  return { id, code, name, isDefault }
}

function asInStrapi({ id, name, code, createdAt, updatedAt, isDefault }: StoredLocale) {
  return { id, name, code, createdAt, updatedAt, isDefault }
}
