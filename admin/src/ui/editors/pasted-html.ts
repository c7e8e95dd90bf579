/** What other programs put on the clipboard, as far as a document can hold it. */
import { mendStructure } from './pasted-lists.ts'
import { mendMarks, withoutStyles } from './pasted-marks.ts'

export interface PastedHtml {
  readonly html: string
  /** Pictures that came with the text. */
  readonly pictures: readonly File[]
  /** How many pictures are only referred to, at addresses that a page may not read. */
  readonly absent: number
  /** How many tables became lines of text. */
  readonly tables: number
}

/** `keepsTables`: the document has a place for them. */
export function readPasted(html: string, keepsTables: boolean): PastedHtml {
  // From an editor of this panel.
  if (html.includes('data-pm-slice')) return { html, pictures: [], absent: 0, tables: 0 }
  const document = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  mendMarks(document)
  mendStructure(document)
  const tables = [...document.querySelectorAll('table')].filter(table => table.parentElement?.closest('table') === null)
  for (const table of tables) {
    if (keepsTables) makePlain(table)
    else table.replaceWith(...linesOf(table))
  }
  const images = [...document.querySelectorAll('img')]
  const pictures = images.flatMap((image, index) => pictureOf(image.src, index + 1) ?? [])
  for (const image of images) image.remove()
  return {
    html: document.body.innerHTML,
    pictures,
    absent: images.length - pictures.length,
    tables: keepsTables ? 0 : tables.length,
  }
}

/** One line of text in each cell, and a cell for each column. */
function makePlain(table: HTMLTableElement): void {
  for (const other of table.querySelectorAll('caption, colgroup')) other.remove()
  for (const cell of [...table.rows].flatMap(row => [...row.cells])) {
    for (const block of cell.querySelectorAll(
      'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, br, table, tbody, tr, td, th',
    ))
      block.replaceWith(...block.childNodes, ' ')
    for (let more = 1; more < Math.min(cell.colSpan, 50); more += 1) cell.after(table.ownerDocument.createElement('td'))
  }
}

/** Each row is a paragraph; its cells are apart from each other. */
function linesOf(table: HTMLTableElement): readonly HTMLElement[] {
  return [...table.rows].map(row => {
    const line = table.ownerDocument.createElement('p')
    for (const [index, cell] of [...row.cells].entries()) {
      if (index > 0) line.append(' | ')
      line.append(cell.textContent?.replace(/\s+/g, ' ').trim() ?? '')
    }
    return line
  })
}

const INLINE = /^data:(image\/(png|jpeg|gif|webp|avif));base64,/

/** `undefined` if the address has no picture in it. */
function pictureOf(address: string, number: number): File | undefined {
  const [head, type, ending] = INLINE.exec(address.slice(0, 100)) ?? []
  if (head === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(address.slice(head.length)), letter => letter.charCodeAt(0))
    return new File([bytes], `pasted-${number}.${ending}`, { type: type! })
  } catch {
    return undefined
  }
}

/** Pictures alone, such as a screenshot. Word processors add a picture of the text that they copy. */
export function pastedPictures(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  const text = data?.getData('text/plain') ?? ''
  return text.trim() === '' ? files : []
}
