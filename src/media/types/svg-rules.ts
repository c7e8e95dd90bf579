/** What may stay in an SVG: everything that draws, nothing that runs, loads or leads elsewhere. */
import { withoutComments } from '../../util/without-comments.ts'

const NAMES = [
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'title', 'desc', 'metadata', 'style', 'view', 'a'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image', 'marker', 'mask', 'clipPath'],
  ...[
    'text',
    'tspan',
    'textPath',
    'tref',
    'altGlyph',
    'altGlyphDef',
    'altGlyphItem',
    'glyph',
    'glyphRef',
    'missing-glyph',
  ],
  ...['font', 'font-face', 'font-face-src', 'font-face-name', 'font-face-format', 'hkern', 'vkern', 'color-profile'],
  ...[
    'linearGradient',
    'radialGradient',
    'stop',
    'pattern',
    'hatch',
    'hatchpath',
    'mesh',
    'meshgradient',
    'solidColor',
  ],
  ...['filter', 'feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feDropShadow'],
  ...[
    'feDiffuseLighting',
    'feDisplacementMap',
    'feDistantLight',
    'feFlood',
    'feFuncA',
    'feFuncB',
    'feFuncG',
    'feFuncR',
  ],
  ...['feGaussianBlur', 'feImage', 'feMerge', 'feMergeNode', 'feMorphology', 'feOffset', 'fePointLight', 'feSpotLight'],
  ...['feSpecularLighting', 'feTile', 'feTurbulence'],
  ...['animate', 'animateColor', 'animateMotion', 'animateTransform', 'mpath', 'set'],
]
const ELEMENTS: ReadonlySet<string> = new Set(NAMES)
const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
/** Elements of this namespace do the same as in a page. */
const XHTML = 'http://www.w3.org/1999/xhtml'

export interface SvgName {
  /** The namespace; empty if there is none. */
  readonly uri: string
  /** The name without its prefix. */
  readonly local: string
}

/** Elements of other namespaces, such as those of drawing programs, do nothing. */
export function isAllowedElement({ uri, local }: SvgName): boolean {
  return uri === SVG || uri === '' ? ELEMENTS.has(local) : uri !== XHTML
}

export interface SvgAttribute extends SvgName {
  readonly value: string
}

export function isAllowedAttribute(element: SvgName, { uri, local, value }: SvgAttribute): boolean {
  if (uri !== '' && uri !== XLINK && uri !== XML) return true
  const name = local.toLowerCase()
  if (name.startsWith('on') || (uri === XML && name === 'base')) return false
  if (name === 'href' || name === 'src') return isAllowedAddress(value, element.local === 'a')
  // An animation could give an element the address, or the handler, that it must not have.
  if (name === 'attributename') return !/href|^\s*(xlink:)?on|style|src/i.test(value)
  return isAllowedStyle(value)
}

/** A part of the same file, or a picture inside it. A link may lead to a page. */
function isAllowedAddress(value: string, isLink: boolean): boolean {
  const address = value.replace(/[\s\p{Cc}]/gu, '')
  if (address === '' || address.startsWith('#')) return true
  if (isLink && /^https?:\/\//i.test(address)) return true
  return /^data:image\/(png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=]*$/i.test(address)
}

/** Styles may refer to parts of the same file. They load nothing, and use no escapes that hide a word. */
export function isAllowedStyle(text: string): boolean {
  const style = withoutComments(text)
  if (
    /\\|@import|expression\s*\(|javascript\s*:|-moz-binding|behavior\s*:|image-set\s*\(|@charset|@namespace/i.test(
      style,
    )
  )
    return false
  const addresses = [...style.matchAll(/url\s*\(\s*(['"]?)([^'")]*)/gi)]
  return addresses.every(([, , address]) => isAllowedAddress(address!, false))
}
