/** `strapi.fetch`: the code of a project decides itself where it sends requests, as with the `fetch` of Node. */
export function projectFetch(...values: Parameters<typeof fetch>): ReturnType<typeof fetch> {
  return fetch(...values)
}
