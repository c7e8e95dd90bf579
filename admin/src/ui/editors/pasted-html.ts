/** What other programs put on the clipboard, as far as a document can hold it. */
export interface PastedHtml {
  readonly html: string
  /** Pictures that came with the text. */
  readonly pictures: readonly File[]
  /** How many pictures are only referred to, at addresses that a page may not read. */
  readonly absent: number
  /** How many tables became lines of text. */
  readonly tables: number
}

export function readPasted(html: string): PastedHtml {
  const document = new DOMParser().parseFromString(html, 'text/html')
  const tables = [...document.querySelectorAll('table')].filter(table => table.parentElement?.closest('table') === null)
  for (const table of tables) table.replaceWith(...linesOf(table))
  const images = [...document.querySelectorAll('img')]
  const pictures = images.flatMap((image, index) => pictureOf(image.src, index + 1) ?? [])
  for (const image of images) image.remove()
  return {
    html: tables.length + images.length === 0 ? html : document.body.innerHTML,
    pictures,
    absent: images.length - pictures.length,
    tables: tables.length,
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
