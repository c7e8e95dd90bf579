/** Reads the XML answers of S3: the text of each element, as the elements end. */
import { SaxesParser } from 'saxes'

export interface XmlText {
  readonly name: string
  readonly text: string
}

/** `<a><b>1</b></a>` is `[{ name: 'b', text: '1' }, { name: 'a', text: '' }]`. Throws for anything but XML. */
export function readXml(xml: string): readonly XmlText[] {
  const found: XmlText[] = []
  let text = ''
  // Names of objects may hold control characters, which only version 1.1 allows.
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.1', forceXMLVersion: true })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', part => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    found.push({ name, text })
    text = ''
  })
  parser.write(xml).close()
  return found
}
