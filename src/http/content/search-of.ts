/** The query string as sent, without the question mark and the fragment. */
export function searchOf(url: string): string {
  const from = url.indexOf('?')
  if (from === -1) return ''
  const to = url.indexOf('#', from)
  return to === -1 ? url.slice(from + 1) : url.slice(from + 1, to)
}
