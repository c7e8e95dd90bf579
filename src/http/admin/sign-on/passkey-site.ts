/**
 * The site that passkeys belong to: the public address of the server, if the settings name it; otherwise the host that the
 * browser has asked, which is the word of a proxy only if that is trusted (setting `server.trustProxy`). A device never uses the
 * passkey of one site at another, whatever the server believes, so a false name gains nothing.
 */
import type { FastifyRequest } from 'fastify'
import type { AdminContext } from '../../../identity/administrators/admin-context.ts'
import type { PasskeySite } from '../../../identity/administrators/passkey-checks.ts'

export function passkeySite(
  { publicUrl }: AdminContext,
  request: Pick<FastifyRequest, 'host' | 'hostname'>,
): PasskeySite {
  if (publicUrl !== undefined) {
    const { hostname, origin } = new URL(publicUrl)
    return { id: hostname, origins: [origin] }
  }
  const host = request.host.toLowerCase()
  const id = request.hostname.toLowerCase()
  // Browsers have passkeys on pages that came encrypted, or from the same machine.
  const isLocal = id === 'localhost' || id.endsWith('.localhost')
  return { id, origins: [`https://${host}`, ...(isLocal ? [`http://${host}`] : [])] }
}
