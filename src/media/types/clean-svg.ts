/**
 * Removes from an SVG what runs, loads or leads elsewhere. An SVG without such parts stays as it is, byte for byte. One
 * that is not well-formed is refused: nobody can say what a browser would make of it.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { PopulusError } from '../../errors.ts'
import { isAllowedAttribute, isAllowedElement, isAllowedStyle } from './svg-rules.ts'

/** `<!ENTITY svg "http://www.w3.org/2000/svg">` */
const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"\n]*)"|'([^'\n]*)')\s*>/g

export interface CleanedSvg {
  readonly text: string
  /** What was removed, such as `<script>` or `onload`. */
  readonly removed: readonly string[]
}

export function cleanSvg(text: string): CleanedSvg {
  const cleaner = new SvgCleaner()
  try {
    cleaner.read(text)
  } catch (error) {
    throw new PopulusError('notAnImage', {}, { cause: error })
  }
  const { removed } = cleaner
  return removed.length === 0 ? { text, removed } : { text: cleaner.written, removed }
}

class SvgCleaner {
  readonly removed: string[] = []
  written = ''
  readonly #parser = new SaxesParser({ xmlns: true, position: false })
  /** How many open elements are being left out, the outermost of them included. */
  #skipped = 0
  #style: string | undefined

  read(text: string): void {
    const parser = this.#parser
    parser.on('error', error => {
      throw error
    })
    parser.on('doctype', doctype => this.#declareEntities(doctype))
    // A style sheet of another address, for example.
    parser.on('processinginstruction', ({ target }) => this.removed.push(`<?${target}?>`))
    parser.on('opentag', tag => this.#open(tag))
    parser.on('text', given => this.#text(given))
    parser.on('cdata', given => this.#text(given))
    parser.on('closetag', tag => this.#close(tag))
    parser.write(text).close()
  }

  /** Old drawing programs declare the names of namespaces as entities. All other entities are errors. */
  #declareEntities(doctype: string): void {
    for (const [, name, one, other] of doctype.matchAll(ENTITY)) {
      const value = one ?? other!
      if (!/[&<%]/.test(value)) this.#parser.ENTITIES[name!] = value
    }
    if (/SYSTEM|<!ATTLIST|<!ENTITY\s+%/.test(doctype.replace(/^[^[]*/, ''))) this.removed.push('<!DOCTYPE>')
  }

  #open(tag: SaxesTagNS): void {
    if (this.#skipped > 0 || !isAllowedElement(tag)) {
      if (this.#skipped === 0) this.removed.push(`<${tag.name}>`)
      this.#skipped += 1
      return
    }
    const kept = Object.values(tag.attributes).filter(attribute => {
      const isKept = isAllowedAttribute(tag, attribute)
      if (!isKept) this.removed.push(attribute.name)
      return isKept
    })
    const attributes = kept.map(({ name, value }) => ` ${name}="${escapeValue(value)}"`)
    this.written += `<${tag.name}${attributes.join('')}>`
    if (tag.local === 'style') this.#style = ''
  }

  #text(given: string): void {
    if (this.#skipped > 0) return
    if (this.#style === undefined) this.written += escapeText(given)
    else this.#style += given
  }

  #close({ name }: SaxesTagNS): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    if (this.#style !== undefined) this.#endStyle(this.#style)
    this.written += `</${name}>`
  }

  #endStyle(style: string): void {
    this.#style = undefined
    if (isAllowedStyle(style)) this.written += escapeText(style)
    else this.removed.push('<style>')
  }
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeValue = (value: string): string =>
  escapeText(value)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, found => `&#${found.charCodeAt(0)};`)
