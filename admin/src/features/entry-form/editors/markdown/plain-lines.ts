/** Lines of a text, in time that is in proportion to its length. */

/** Without spaces at the end. */
export function cutEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t'.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** Without the spaces around the ends of lines. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.map((line, index) => {
    const started = index === 0 ? line : line.replace(/^[ \t]+/, '')
    return index === lines.length - 1 ? started : cutEnd(started)
  })
}

export function onOneLine(text: string): string {
  return linesOf(text).join(' ')
}
