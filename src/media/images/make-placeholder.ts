/** What a page can show until an image has arrived. */
import type { Sharp } from 'sharp'
import type { Placeholder } from './image-values.ts'

/** Sides in pixels: enough for a blurred impression, and for counting colours. */
const BLUR_SIDE = 16
const COLOR_SIDE = 64
const BLUR_QUALITY = 30

export async function makePlaceholder(open: () => Sharp): Promise<Placeholder> {
  const blur = await small(open(), BLUR_SIDE).webp({ quality: BLUR_QUALITY }).toBuffer()
  const pixels = await small(open(), COLOR_SIDE)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { blur: `data:image/webp;base64,${blur.toString('base64')}`, color: dominantColor(pixels) }
}

const small = (image: Sharp, side: number): Sharp => image.resize({ width: side, height: side, fit: 'inside' })

interface Shade {
  count: number
  red: number
  green: number
  blue: number
}

/** The mean of the most frequent group of similar colours. `pixels` has three bytes for each pixel. */
function dominantColor(pixels: Buffer): string {
  const shades = new Map<number, Shade>()
  let most: Shade = { count: 0, red: 0, green: 0, blue: 0 }
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const group = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const shade = shades.get(group) ?? { count: 0, red: 0, green: 0, blue: 0 }
    shades.set(group, shade)
    shade.count += 1
    shade.red += red
    shade.green += green
    shade.blue += blue
    if (shade.count > most.count) most = shade
  }
  const hex = (sum: number) =>
    Math.round(sum / Math.max(1, most.count))
      .toString(16)
      .padStart(2, '0')
  return `#${hex(most.red)}${hex(most.green)}${hex(most.blue)}`
}
