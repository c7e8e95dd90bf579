import { revalidateTag } from 'next/cache'
import { isGenuine } from '../../lib/is-genuine'

/** Populus says which keys have become old; pages that have one of them are made again. */
export async function POST(request: Request) {
  const body = await request.text()
  if (!isGenuine(body, request.headers.get('x-populus-signature') ?? '')) return new Response(null, { status: 401 })
  for (const key of JSON.parse(body).keys) revalidateTag(key)
  return new Response(null, { status: 204 })
}
