/** What a text is, by its beginning. Libraries that know types by their first bytes have no verdict on these. */
import { open } from 'node:fs/promises'

export type TextKind =
  /** Bytes that are no text. */
  'binary' | 'svg' | 'html' | 'xml' | 'plain'

/** How much of a file is looked at. */
const BEGINNING = 64 * 1024

export async function lookAtText(path: string): Promise<TextKind> {
  const handle = await open(path)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
    return textKind(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** `textKind('<?xml version="1.0"?><svg>')` is `svg`; `textKind('a,b\n')` is `plain`. */
function textKind(bytes: Buffer): TextKind {
  if (!isText(bytes)) return 'binary'
  const text = bytes.toString('utf8').replace(/^\uFEFF?\s*/, '')
  const root = withoutProlog(text)
  if (/^<([\w.-]+:)?svg[\s/>]/i.test(root)) return 'svg'
  if (HTML.test(text) || HTML.test(root)) return 'html'
  return text.startsWith('<?xml') ? 'xml' : 'plain'
}

/** Where browsers begin to see a page (https://mimesniff.spec.whatwg.org), and any script further on. */
const HTML =
  /^<(!doctype\s+html|!--|(html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|img|object|embed|form|input|link|meta|base|video|audio|math)[\s/>])|<script[\s/>]/i

/** In UTF-16 every other byte of such a text is zero, so it counts as binary: unknown, which is the safe side. */
function isText(bytes: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what texts do not have
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(bytes.toString('latin1'))
}

/** Without declarations, comments and document types, up to the first element. */
function withoutProlog(text: string): string {
  let rest = text
  for (;;) {
    const [prolog] = /^\s*(<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(\[[\s\S]*?\]\s*)?>)\s*/i.exec(rest) ?? ['']
    if (prolog === '') return rest
    rest = rest.slice(prolog.length)
  }
}
