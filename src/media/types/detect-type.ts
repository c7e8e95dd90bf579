/**
 * The type of a file by its content. What the client says counts only where the content agrees, or where the content
 * cannot tell: whether a plain text is CSV, or which kind of document an old Office file is.
 */

import { extname } from 'node:path'
import { PopulusError } from '../../errors.ts'
import { isDecoded } from '../images/image-formats.ts'
import { lookAtText, type TextKind } from './look-at-text.ts'
import { type KnownText, knownText, typeOfExtension } from './media-types.ts'
import { bareType, isSameFamily } from './type-families.ts'
import type { ClaimedType, DetectedType } from './type-values.ts'

/** Rejects with `notAnImage` if the client says that it is an image, and it is not. */
export async function detectType(path: string, claimed: ClaimedType): Promise<DetectedType> {
  const ext = extname(claimed.name)
  const found = await binaryType(path)
  const detected =
    found === undefined ? ofText(await lookAtText(path), ext) : ofBinary(found, ext, bareType(claimed.mime))
  const promised = [bareType(claimed.mime), typeOfExtension(ext)]
  if (!detected.mime.startsWith('image/') && promised.some(type => type !== undefined && isDecoded(type)))
    throw new PopulusError('notAnImage')
  return detected
}

interface BinaryType {
  readonly mime: string
  readonly ext: string
}

/** XML has a verdict of the library, which says nothing about what it is. Damaged files have none. */
async function binaryType(path: string): Promise<BinaryType | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (found === undefined || found.mime === 'application/xml' || found.mime.startsWith('text/')) return undefined
  const mime = bareType(found.mime)
  return { mime, ext: mime === 'image/png' ? '.png' : `.${found.ext}` }
}

function ofBinary(found: BinaryType, ext: string, claimed: string): DetectedType {
  const byName = typeOfExtension(ext)
  const named = byName !== undefined && isSameFamily(byName, found.mime) ? byName : undefined
  const mime = isSameFamily(claimed, found.mime) ? claimed : (named ?? found.mime)
  const isKept = named !== undefined || (byName === undefined && isDownloaded(found) && isHarmless(ext))
  return { mime, ext: isKept ? ext : found.ext, image: isDecoded(mime), hostile: RUN_BY_BROWSERS.has(mime) }
}

/** An archive or a document may have an extension that we do not know, because nothing ever shows it. */
function isDownloaded({ mime }: BinaryType): boolean {
  return !/^(image|audio|video|font)\//.test(mime)
}

const RUN_BY_BROWSERS: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/x-shockwave-flash',
  'application/wasm',
  'application/vnd.ms-htmlhelp',
])

function ofText(kind: TextKind, ext: string): DetectedType {
  const text = knownText(ext)
  switch (kind) {
    case 'binary':
      return unknown('application/octet-stream', isUnknown(ext) ? ext : '.bin')
    case 'svg':
      return { mime: 'image/svg+xml', ext: '.svg', image: true, hostile: true }
    case 'html':
      // Markdown often begins with HTML, and no browser reads it as such.
      return text === undefined ? unknown('text/html', isHtml(ext) ? ext : '.html') : ofKnownText(text, ext, true)
    case 'xml':
      return unknown('application/xml', isUnknown(ext) || ext.toLowerCase() === '.xml' ? ext : '.xml')
    case 'plain':
      if (text !== undefined) return ofKnownText(text, ext, false)
      if (isHtml(ext)) return unknown('text/html', ext)
      return unknown('text/plain', isUnknown(ext) ? ext : '.txt')
  }
}

function ofKnownText({ mime, runs }: KnownText, ext: string, isHtml: boolean): DetectedType {
  return { mime, ext, image: false, hostile: runs || isHtml }
}

const unknown = (mime: string, ext: string): DetectedType => ({ mime, ext, image: false, hostile: true })

const isHtml = (ext: string): boolean => /^\.x?html?$/i.test(ext)

/** An extension that promises nothing, and with which no web server does anything. */
function isUnknown(ext: string): boolean {
  return typeOfExtension(ext) === undefined && isHarmless(ext)
}

function isHarmless(ext: string): boolean {
  return /^\.[a-z0-9]{1,12}$/i.test(ext) && !isRunnable(ext)
}

/**
 * Extensions with which some web server, system or browser would run a file. Populus runs nothing, but another program
 * may serve the same folder.
 */
const RUNNABLE: ReadonlySet<string> = new Set(
  [
    ...['php', 'php3', 'php4', 'php5', 'php7', 'php8', 'phps', 'pht', 'phtml', 'phar', 'inc', 'module'],
    ...['asp', 'aspx', 'asa', 'asax', 'ascx', 'ashx', 'asmx', 'cer', 'config', 'cshtml', 'vbhtml', 'axd'],
    ...['jsp', 'jspx', 'jspf', 'jsw', 'jsv', 'jtml', 'do', 'action', 'cfm', 'cfml', 'cfc', 'cgi', 'fcgi'],
    ...['pl', 'pm', 'py', 'pyc', 'rb', 'lua', 'sh', 'bash', 'zsh', 'csh', 'ksh', 'fish', 'ps1', 'psm1'],
    ...['exe', 'com', 'bat', 'cmd', 'msi', 'scr', 'pif', 'cpl', 'dll', 'so', 'vbs', 'vbe', 'wsf', 'wsh', 'hta'],
    ...['jse', 'jar', 'reg', 'lnk', 'url', 'desktop', 'app', 'htaccess', 'htpasswd', 'shtml', 'shtm', 'stm', 'ssi'],
    ...['html', 'htm', 'xhtml', 'xht', 'htc', 'mht', 'mhtml', 'svg', 'svgz', 'xml', 'xsl', 'xslt', 'xsd', 'rss'],
    ...['atom', 'rdf', 'js', 'mjs', 'cjs', 'ts', 'swf', 'wasm', 'webmanifest', 'appcache'],
  ].map(name => `.${name}`),
)

/** `isRunnable('.PHP')` is true. */
function isRunnable(ext: string): boolean {
  return RUNNABLE.has(ext.toLowerCase())
}
