/** Lists and headings of word processors, as lists and headings of a page. */

/** Google Docs puts a list inside a list beside its item; Word has no lists, only paragraphs that look like their items. */
export function mendStructure(document: Document): void {
  for (const empty of document.querySelectorAll('o\\:p')) empty.remove()
  for (const title of document.querySelectorAll<HTMLElement>('p.MsoTitle')) rename(title, 'h1')
  for (const inner of document.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = inner.previousElementSibling
    if (item?.tagName === 'LI') item.append(inner)
  }
  makeLists(document)
}

function rename(element: HTMLElement, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

interface OpenList {
  readonly element: HTMLElement
  readonly level: number
}

function makeLists(document: Document): void {
  let open: OpenList[] = []
  let last: Element | null = null
  for (const line of document.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const level = Number(/level(\d)/.exec(line.dataset.style!)?.[1] ?? 1)
    // A line after something else begins a new list.
    if (line.previousElementSibling !== last) open = []
    open = open.filter(list => list.level <= level)
    const item = itemOf(line)
    if (open.at(-1)?.level === level) open.at(-1)!.element.append(item.element)
    else open = [...open, begin(item, level, open.at(-1), line)]
    last = open[0]!.element
    line.remove()
  }
}

function begin(
  item: ReturnType<typeof itemOf>,
  level: number,
  outer: OpenList | undefined,
  line: HTMLElement,
): OpenList {
  const element = line.ownerDocument.createElement(item.isNumbered ? 'ol' : 'ul')
  element.append(item.element)
  if (outer === undefined) line.before(element)
  else outer.element.lastElementChild!.append(element)
  return { element, level }
}

function itemOf(line: HTMLElement) {
  const mark = line.querySelector('[data-style*="mso-list:Ignore" i]')
  const isNumbered = /^\s*[\da-z]{1,4}[.)]/i.test(mark?.textContent ?? '')
  mark?.remove()
  const element = line.ownerDocument.createElement('li')
  const text = line.ownerDocument.createElement('p')
  text.append(...line.childNodes)
  element.append(text)
  return { element, isNumbered }
}
