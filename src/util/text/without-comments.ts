/** Source text without the comments between slashes and asterisks, which do not nest. One without an end is kept. */
export function withoutComments(text: string): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf('/*'); start !== -1; start = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', start + 2)
    if (end === -1) break
    kept.push(text.slice(from, start))
    from = end + 2
  }
  kept.push(text.slice(from))
  return kept.join('')
}
