/** What may stay in an SVG: everything that draws, nothing that runs, loads or leads elsewhere. */
import { isSvgAttribute } from './svg-attributes.ts'
import { isAllowedStyle } from './svg-styles.ts'

const NAMES = `
  svg g defs symbol use switch title desc metadata style view a
  path rect circle ellipse line polyline polygon image marker mask clipPath
  text tspan textPath tref altGlyph altGlyphDef altGlyphItem glyph glyphRef missing-glyph
  font font-face font-face-src font-face-name font-face-format hkern vkern color-profile
  linearGradient radialGradient stop pattern hatch hatchpath mesh meshgradient solidColor
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDropShadow feDiffuseLighting
  feDisplacementMap feDistantLight feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpotLight feSpecularLighting feTile feTurbulence
  animate animateColor animateMotion animateTransform mpath set
`
const ELEMENTS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))
const SVG = 'http://www.w3.org/2000/svg'
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
/** The other namespaces of the W3C do something: pages, formulas, events, style sheets. So do those of a browser's own. */
const ACTIVE = /^https?:\/\/(www\.)?(w3\.org|mozilla\.org)\//i

export interface SvgName {
  /** The namespace; empty if there is none. */
  readonly uri: string
  readonly prefix: string
  /** The name without its prefix. */
  readonly local: string
}

/**
 * Elements of other namespaces, such as those of drawing programs, do nothing. They need a prefix, because a page knows no
 * namespaces: there, a name without one means what it means in HTML.
 */
export function isAllowedElement({ uri, prefix, local }: SvgName): boolean {
  if (prefix === '' || uri === SVG) return ELEMENTS.has(local) && (uri === SVG || !ACTIVE.test(uri))
  return uri === RDF || !ACTIVE.test(uri)
}

export interface SvgAttribute extends SvgName {
  readonly value: string
}

export function isAllowedAttribute(element: SvgName, { uri, prefix, local, value }: SvgAttribute): boolean {
  if (uri === XMLNS) return true
  const name = local.toLowerCase()
  if (name === 'href' || name === 'src') return isAllowedAddress(value, element.local === 'a')
  if (prefix !== '' && uri !== XLINK && uri !== XML && prefix !== 'xlink' && prefix !== 'xml')
    return uri === RDF || uri === SVG || !ACTIVE.test(uri)
  if (uri === XML || prefix === 'xml') return name !== 'base'
  if (prefix !== '') return isAllowedStyle(value)
  if (!isSvgAttribute(name) || (element.local === 'font' && name === 'color')) return false
  return isAllowedValue(name, value)
}

/** An animation could give an element the address, or the handler, that it must not have. */
const NOT_ANIMATED = /href|^\s*([\w.-]+:)?on|style|src|base|xmlns/i

function isAllowedValue(name: string, value: string): boolean {
  switch (name) {
    case 'attributename':
      return !NOT_ANIMATED.test(value)
    case 'from':
    case 'to':
    case 'by':
    case 'values':
      return !/(javascript|vbscript|data):|\/\//i.test(bare(value)) && isAllowedStyle(value)
    case 'target':
      return /^_(blank|self|top|parent)$/.test(value)
    default:
      return isAllowedStyle(value)
  }
}

/** A part of the same file, or a picture inside it. A link may lead to a page. */
function isAllowedAddress(value: string, isLink: boolean): boolean {
  const address = bare(value)
  if (address === '' || address.startsWith('#')) return true
  if (isLink && /^https?:\/\//i.test(address)) return true
  return /^data:image\/(png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=]*$/i.test(address)
}

/** Without the characters that browsers skip. */
const bare = (value: string): string => value.replace(/[\s\p{Cc}]/gu, '')
