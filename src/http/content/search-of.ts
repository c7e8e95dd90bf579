/** The query string as it was sent, without question mark and fragment. */
export function searchOf(url: string): string {
  const from = url.indexOf('?')
  if (from === -1) return ''
  const to = url.indexOf('#', from)
  return to === -1 ? url.slice(from + 1) : url.slice(from + 1, to)
}
