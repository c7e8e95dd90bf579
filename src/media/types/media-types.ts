/** The media type of a file by its name extension, and whether a browser may show it. */
import { bareType } from './type-families.ts'

/** Nothing in these files can run, so they are shown when opened. Everything else is offered for download. */
const SHOWN: Readonly<Record<string, string>> = {
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  jxl: 'image/jxl',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mid: 'audio/midi',
  mp3: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
  m4v: 'video/mp4',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  ogv: 'video/ogg',
  webm: 'video/webm',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

const DOWNLOADED: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  epub: 'application/epub+zip',
  geojson: 'application/geo+json',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  gz: 'application/gzip',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  // As a script it would run wherever a page of the same origin names it, whatever the other headers are.
  js: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  m3u8: 'application/vnd.apple.mpegurl',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/plain; charset=utf-8',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  srt: 'application/x-subrip; charset=utf-8',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tsv: 'text/tab-separated-values; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wasm: 'application/octet-stream',
  xhtml: 'application/xhtml+xml',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
  zip: 'application/zip',
}

export interface MediaType {
  /** The value of `Content-Type`. */
  readonly type: string
  readonly shown: boolean
}

const UNKNOWN: MediaType = { type: 'application/octet-stream', shown: false }

const TYPES: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ...Object.entries(SHOWN).map(([ending, type]) => [ending, { type, shown: true }] as const),
  ...Object.entries(DOWNLOADED).map(([ending, type]) => [ending, { type, shown: false }] as const),
])

/** `mediaType('a/photo.JPG')` is `{ type: 'image/jpeg', shown: true }`. Unknown extensions are only downloaded. */
export function mediaType(path: string): MediaType {
  const [, ending = ''] = /\.([^./]+)$/.exec(path) ?? []
  return TYPES.get(ending.toLowerCase()) ?? UNKNOWN
}

/** `typeOfExtension('.JPG')` is `image/jpeg`; `undefined` for extensions that nobody knows. */
export function typeOfExtension(ext: string): string | undefined {
  const known = TYPES.get(ext.slice(1).toLowerCase())
  return known === undefined ? undefined : bareType(known.type)
}

/** Whether browsers run what is in a file of this type when they open it: pages, and everything that can be part of one. */
export function isRunByBrowsers(mime: string): boolean {
  return /html|xml|javascript|ecmascript/.test(bareType(mime))
}

export interface KnownText {
  readonly mime: string
  /** It is a script. */
  readonly runs: boolean
}

/** Texts that look like any other text, so that only the extension can tell what they are. */
export function knownText(ext: string): KnownText | undefined {
  const name = ext.slice(1).toLowerCase()
  if (SCRIPTS.has(name)) return { mime: 'text/javascript', runs: true }
  const type = PLAIN.has(name) ? typeOfExtension(ext) : undefined
  return type === undefined ? undefined : { mime: type, runs: false }
}

const SCRIPTS: ReadonlySet<string> = new Set(['js', 'mjs'])
const PLAIN: ReadonlySet<string> = new Set([
  ...[
    'css',
    'csv',
    'geojson',
    'gltf',
    'ics',
    'json',
    'm3u8',
    'md',
    'rtf',
    'srt',
    'tsv',
    'txt',
    'vcf',
    'vtt',
    'yaml',
    'yml',
  ],
])
