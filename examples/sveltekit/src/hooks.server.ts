import type { Handle } from '@sveltejs/kit'
import { kept } from '$lib/server/kept-pages'

/** The list and the articles are kept until a webhook drops them; searches and previews never are. */
export const handle: Handle = async ({ event, resolve }) => {
  const { pages } = kept
  const { pathname, search } = event.url
  if (event.isDataRequest || !/^\/(articles\/.*)?$/.test(pathname)) return resolve(event)
  const html = pages.get(pathname + search)
  if (html) return new Response(html, { headers: { 'content-type': 'text/html' } })
  const response = await resolve(event)
  if (response.ok && pages.size < 10_000) pages.set(pathname + search, await response.clone().text())
  return response
}
