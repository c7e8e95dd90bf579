/** How large a vector image may be. Every drawing program stays far below; a file beyond it is made to keep its readers busy. */
import { PopulusError } from '../../errors.ts'

export const SVG_LIMITS = {
  bytes: 10_000_000,
  'levels of elements': 200,
  elements: 250_000,
  'attributes in one element': 1000,
  /** In all texts and values together, with entities replaced. */
  'characters of text': 10_000_000,
} as const

export type SvgQuantity = keyof typeof SVG_LIMITS

export function checkSvgLimit(what: SvgQuantity, count: number): void {
  const limit = SVG_LIMITS[what]
  if (count > limit) throw new PopulusError('svgTooComplex', { limit, what })
}
