import type { APIRoute } from 'astro'
import { isGenuine } from '../is-genuine'
import { rebuild } from '../rebuild'

export const prerender = false

/** Populus waits ten seconds for an answer, so the build goes on after it. */
export const POST: APIRoute = async ({ request }) => {
  const body = await request.text()
  if (!isGenuine(body, request.headers.get('x-populus-signature') ?? '')) return new Response(null, { status: 401 })
  rebuild()
  return new Response(null, { status: 202 })
}
