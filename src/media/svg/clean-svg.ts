/**
 * Removes from an SVG what runs, loads or leads elsewhere, both as a file of its own and as a part of a page. An SVG without
 * such parts stays as it is, byte for byte. One that is not well-formed is refused: nobody can say what a browser would make
 * of it. The work grows with the length of the file alone.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { PopulusError } from '../../errors.ts'
import { checkExpansion, declaredEntities } from './svg-entities.ts'
import { checkSvgLimit } from './svg-limits.ts'
import { isAllowedAttribute, isAllowedElement } from './svg-rules.ts'
import { isAllowedStyle } from './svg-styles.ts'
import { escapeText, escapeValue } from './xml-escapes.ts'

export interface CleanedSvg {
  /** The text to keep: the given one if nothing was removed. */
  readonly text: string
  /** The same image, written anew. */
  readonly written: string
  /** What was removed, such as `<script>` or `onload`; the first of them if there are very many. */
  readonly removed: readonly string[]
}

export function cleanSvg(text: string): CleanedSvg {
  const cleaner = new SvgCleaner()
  try {
    cleaner.read(text)
  } catch (error) {
    if (error instanceof PopulusError) throw error
    throw new PopulusError('notAnImage', {}, { cause: error })
  }
  const { removed } = cleaner
  const written = cleaner.parts.join('')
  return { text: removed.length === 0 ? text : written, written, removed }
}

/** In a page, what is in these is read as HTML or as plain text, not as SVG. So they have text alone. */
const TEXT_ONLY: ReadonlySet<string> = new Set(['title', 'desc', 'style'])
const MOST_REMOVED = 1000

class SvgCleaner {
  readonly removed: string[] = []
  readonly parts: string[] = []
  readonly #parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  #elements = 0
  #attributes = 0
  #depth = 0
  /** The level at which an element with everything in it is left out. */
  #skippedAt: number | undefined
  /** The element of `TEXT_ONLY` that is open, and its text. */
  #plain: { readonly name: string; text: string } | undefined

  read(text: string): void {
    const parser = this.#parser
    parser.on('error', error => {
      throw error
    })
    parser.on('doctype', doctype => this.#readDoctype(doctype, text))
    // A style sheet of another address, for example.
    parser.on('processinginstruction', ({ target }) => this.#remove(`<?${target}?>`))
    // A page may see its end, or an end tag, in the middle of it.
    parser.on('comment', comment => /[<>]/.test(comment) && this.#remove('<!---->'))
    parser.on('attribute', () => {
      this.#attributes += 1
      checkSvgLimit('attributes in one element', this.#attributes)
    })
    parser.on('opentag', tag => this.#open(tag))
    parser.on('text', given => this.#text(given))
    parser.on('cdata', given => {
      if (given.includes('<')) this.#remove('<![CDATA[]]>')
      this.#text(given)
    })
    parser.on('closetag', tag => this.#close(tag))
    parser.write(text).close()
  }

  #remove(what: string): void {
    if (this.removed.length < MOST_REMOVED) this.removed.push(what)
  }

  /** What is declared inside could also give attributes to elements. It is never kept. */
  #readDoctype(doctype: string, text: string): void {
    if (!/[[<>]/.test(doctype)) return
    this.#remove('<!DOCTYPE>')
    const entities = declaredEntities(doctype)
    checkExpansion(text, entities)
    for (const [name, value] of entities) this.#parser.ENTITIES[name] = value
  }

  #open(tag: SaxesTagNS): void {
    this.#attributes = 0
    this.#elements += 1
    this.#depth += 1
    checkSvgLimit('elements', this.#elements)
    checkSvgLimit('levels of elements', this.#depth)
    if (this.#skippedAt !== undefined) return
    if (this.#plain !== undefined || !isAllowedElement(tag)) {
      this.#remove(`<${tag.name}>`)
      this.#skippedAt = this.#depth
      return
    }
    const attributes = Object.values(tag.attributes).filter(attribute => {
      const isKept = isAllowedAttribute(tag, attribute)
      if (!isKept) this.#remove(attribute.name)
      return isKept
    })
    const values = attributes.map(({ name, value }) => ` ${name}="${escapeValue(value)}"`)
    this.parts.push(`<${tag.name}${values.join('')}>`)
    if (!TEXT_ONLY.has(tag.local)) return
    this.#plain = { name: tag.local, text: '' }
    // A page would take everything that follows for its text.
    if (tag.isSelfClosing) this.#remove(`<${tag.name}/>`)
  }

  #text(given: string): void {
    if (this.#skippedAt !== undefined) return
    if (this.#plain === undefined) this.parts.push(escapeText(given))
    else this.#plain.text += given
  }

  #close({ name }: SaxesTagNS): void {
    const level = this.#depth
    this.#depth -= 1
    if (this.#skippedAt !== undefined) {
      if (this.#skippedAt === level) this.#skippedAt = undefined
      return
    }
    this.#endPlain()
    this.parts.push(`</${name}>`)
  }

  /** Inside one of `TEXT_ONLY` there are no other elements, so the one that ends is the one that is open. */
  #endPlain(): void {
    if (this.#plain === undefined) return
    const { name, text } = this.#plain
    this.#plain = undefined
    if (name !== 'style' || isAllowedStyle(text)) this.parts.push(escapeText(text))
    else this.#remove('<style>')
  }
}
