/** Cleans a file in place. Runs in the file process. */

import { readFile, stat, writeFile } from 'node:fs/promises'
import { PopulusError } from '../../errors.ts'
import { cleanSvg } from './clean-svg.ts'
import { checkSvgLimit } from './svg-limits.ts'

export async function cleanSvgFile(path: string): Promise<void> {
  checkSvgLimit('bytes', (await stat(path)).size)
  const { text, plain } = decodeSvg(await readFile(path))
  const { written, removed } = cleanSvg(text)
  if (removed.length > 0 || !plain) await writeFile(path, written)
}

export interface SvgText {
  readonly text: string
  /** It is UTF-8. Otherwise it must be written anew, so that nobody can read it in another way. */
  readonly plain: boolean
}

/** In these, every character below 128 is what it is in UTF-8. */
const SINGLE_BYTES = /^(us-ascii|latin1|iso-8859-\d{1,2}|windows-125\d)$/i
const UTF8 = /^utf-?8$/i
const DECLARATION = /^(?:\xef\xbb\xbf)?<\?xml\s([^<>]*)/
const ENCODING = /\bencoding\s*=\s*["']([^"'<>]+)["']/

/** The text, as every reader must read it. Refuses bytes that are not what the declaration says, and encodings in which a browser could find other markup. */
function decodeSvg(bytes: Buffer): SvgText {
  const [, declared = ''] = DECLARATION.exec(bytes.subarray(0, 400).toString('latin1')) ?? []
  const [, encoding = 'utf-8'] = ENCODING.exec(declared) ?? []
  const plain = UTF8.test(encoding)
  if (!plain && !SINGLE_BYTES.test(encoding)) throw notAnImage(`the encoding ${encoding}`)
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), plain }
  } catch (error) {
    throw notAnImage((error as Error).message)
  }
}

const notAnImage = (reason: string): PopulusError => new PopulusError('notAnImage', {}, { cause: new Error(reason) })
