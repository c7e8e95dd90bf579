/** Makes one image of another: cut, scaled, converted. Never larger than the source. */
import { PopulusError } from '../../errors.ts'
import { encodeAs } from './encode-image.ts'
import { type FormatName, imageFormat, type RasterName, TARGETS } from './image-formats.ts'
import type { CropArea, FocalPoint, ImageFile, TransformWish } from './image-values.ts'
import { isLarge } from './is-large.ts'
import { openImage, readFacts } from './open-image.ts'

interface Box {
  readonly width: number
  readonly height: number
}

const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 }

export async function transformImage(
  source: string,
  target: string,
  { wish, pixels }: { readonly wish: TransformWish; readonly pixels: number },
): Promise<ImageFile> {
  const { format: given, ...size } = await readFacts(source, pixels)
  const format = wantedFormat(given, wish.format)
  const whole = await uprightSize(source, pixels, size)
  const area = wish.crop === undefined ? { left: 0, top: 0, ...whole } : within(whole, wish.crop)
  const { cut, box } = layOut(area, wish)
  const image = openImage(source, pixels)
    .autoOrient()
    .extract(cut)
    .resize({ ...box, fit: wish.fit === 'contain' ? 'contain' : 'fill', background: '#ffffff00' })
  // JPEG knows no transparency.
  const flat = format === 'jpeg' ? image.flatten({ background: '#ffffff' }) : image
  const made = await encodeAs(flat, format, { quality: wish.quality, lean: isLarge(box) }).toFile(target)
  const { mime, ext } = imageFormat(format)
  const { width, height, size: bytes } = made
  return { path: target, mime, ext: format === given ? undefined : ext, width, height, size: bytes }
}

/** Vector images are never drawn: that could load other files, and take any time. */
function wantedFormat(given: FormatName, wanted: string | undefined): RasterName {
  const format = wanted === undefined ? given : TARGETS.find(target => target === wanted)
  if (given === 'svg' || format === undefined || format === 'svg')
    throw new PopulusError('notAnImage', {}, { cause: new Error(`${given} does not become ${wanted ?? given}`) })
  return format
}

async function uprightSize(
  source: string,
  pixels: number,
  { width, height, turned }: Box & { turned: boolean },
): Promise<Box> {
  if (!turned) return { width, height }
  const { autoOrient } = await openImage(source, pixels).metadata()
  return autoOrient
}

/** The part of `area` that lies within the image; at least one pixel. */
function within({ width, height }: Box, { left, top, ...size }: CropArea): CropArea {
  const x = clamp(Math.round(left), 0, width - 1)
  const y = clamp(Math.round(top), 0, height - 1)
  return {
    left: x,
    top: y,
    width: clamp(Math.round(size.width), 1, width - x),
    height: clamp(Math.round(size.height), 1, height - y),
  }
}

/** Which part of the image is used, and how large it becomes. */
function layOut(
  area: CropArea,
  { width, height, fit = 'inside', focalPoint = MIDDLE }: TransformWish,
): { readonly cut: CropArea; readonly box: Box } {
  if (width !== undefined && height !== undefined && fit === 'cover') return cover(area, { width, height }, focalPoint)
  const scale = Math.min(1, (width ?? area.width) / area.width, (height ?? area.height) / area.height)
  const box = { width: atLeastOne(area.width * scale), height: atLeastOne(area.height * scale) }
  const framed = fit === 'contain' && width !== undefined && height !== undefined ? { width, height } : box
  return { cut: area, box: framed }
}

/** The largest part with the wanted proportions, as close around the focal point as the edges allow. */
function cover(area: CropArea, wanted: Box, { x, y }: FocalPoint): { readonly cut: CropArea; readonly box: Box } {
  const scale = Math.min(area.width / wanted.width, area.height / wanted.height)
  const width = clamp(Math.round(wanted.width * scale), 1, area.width)
  const height = clamp(Math.round(wanted.height * scale), 1, area.height)
  const left = area.left + clamp(Math.round(area.width * x - width / 2), 0, area.width - width)
  const top = area.top + clamp(Math.round(area.height * y - height / 2), 0, area.height - height)
  const box = scale < 1 ? { width, height } : wanted
  return { cut: { left, top, width, height }, box }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
const atLeastOne = (value: number): number => Math.max(1, Math.round(value))
