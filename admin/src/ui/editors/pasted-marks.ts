/** Bold and italic words of word processors, which write them as styles. The rules of the page forbid styles in HTML, so they are read as text. */

/** With `data-style` in place of `style`, and without sheets of styles. */
export function withoutStyles(html: string): string {
  return withoutSheets(html).replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\sstyle\s*=/gi, ' data-style='))
}

function withoutSheets(html: string): string {
  const [start, ...rest] = html.split(/<style\b/i)
  return [
    start,
    ...rest.map(part =>
      part
        .split(/<\/style>/i)
        .slice(1)
        .join(''),
    ),
  ].join('')
}

/** What a part of a style says, between two semicolons. */
const MARKS: readonly (readonly [tag: string, says: (part: string) => boolean])[] = [
  ['strong', part => /^\s*font-weight:\s*(bold|[6-9]00)/i.test(part)],
  ['em', part => /^\s*font-style:\s*italic/i.test(part)],
  ['s', part => part.includes('text-decoration') && part.includes('line-through')],
  ['u', part => part.includes('text-decoration') && part.includes('underline')],
]

export function mendMarks(document: Document): void {
  // Google Docs puts everything into one that is not bold.
  for (const whole of document.querySelectorAll<HTMLElement>('b[data-style], strong[data-style]'))
    if (/font-weight:\s*(normal|[1-5]00)/i.test(whole.dataset.style!)) whole.replaceWith(...whole.childNodes)
  for (const span of document.querySelectorAll<HTMLElement>('span[data-style]'))
    for (const [tag, says] of MARKS)
      if (span.dataset.style!.split(';').some(says) && !isGiven(span, tag)) surround(span, tag)
}

/** Links are underlined, and headings bold, without a word of their own. */
function isGiven(span: Element, tag: string): boolean {
  if (tag === 'u') return span.closest('a, u') !== null || span.querySelector('a') !== null
  return tag === 'strong' && span.closest('h1, h2, h3, h4, h5, h6, strong, b') !== null
}

function surround(span: Element, tag: string): void {
  const around = span.ownerDocument.createElement(tag)
  around.append(...span.childNodes)
  span.append(around)
}
