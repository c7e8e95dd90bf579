import { isGenuine } from '$lib/server/is-genuine'
import { dropPages } from '$lib/server/kept-pages'

export async function POST({ request }) {
  if (!isGenuine(await request.text(), request.headers.get('x-populus-signature') ?? ''))
    return new Response(null, { status: 401 })
  dropPages()
  return new Response(null, { status: 204 })
}
