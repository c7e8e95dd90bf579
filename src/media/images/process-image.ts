/** What happens to an uploaded image: the same steps and numbers as in Strapi, then what Strapi does not do. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { PopulusError } from '../../errors.ts'
import { encodeAs } from './encode-image.ts'
import { formatOf, imageFormat, type RasterName } from './image-formats.ts'
import type { ImageFile, ImageVariant, ImageWishes, ProcessedImage } from './image-values.ts'
import { isLarge } from './is-large.ts'
import { makePlaceholder } from './make-placeholder.ts'
import { type ImageFacts, openImage, readFacts } from './open-image.ts'
import { sizeOfSvg } from './size-of-svg.ts'

const THUMBNAIL = { width: 245, height: 156 }
/** As Strapi: quality 80, or 100 if the image is only turned. */
const SMALLER = 80
const SAME = 100

type RasterFacts = ImageFacts & { readonly format: RasterName }

interface Work {
  readonly folder: string
  readonly pixels: number
  readonly wishes: ImageWishes
}

export async function processImage(source: string, work: Work): Promise<ProcessedImage> {
  const { wishes, pixels } = work
  if (formatOf(wishes.type) === 'svg') return { ...(await sizeOfSvg(source, work.folder, pixels)), variants: [] }
  const given = await readFacts(source, pixels, wishes.type)
  const { format } = given
  if (format === 'svg') throw new PopulusError('notAnImage')
  const main = await improve(source, { ...given, format }, work)
  if (main === undefined) await checkDecodable(openImage(source, pixels))
  const path = main?.path ?? source
  const { width, height } = main ?? given
  const facts = { ...given, width, height }
  return {
    width,
    height,
    ...(main === undefined ? {} : { main }),
    variants: await makeVariants(path, facts, work),
    ...(wishes.placeholder ? { placeholder: await makePlaceholder(() => openImage(path, pixels)) } : {}),
  }
}

/**
 * Encodes an image again, if wanted. The result counts if it is not larger, or if the image had to be turned. Images
 * with several pictures would lose all but the first.
 */
async function improve(source: string, facts: RasterFacts, work: Work): Promise<ImageFile | undefined> {
  const { optimize, autoOrientation } = work.wishes
  const { format, turned, several } = facts
  if (!imageFormat(format).optimized || several || !(optimize || autoOrientation)) return undefined
  const opened = openImage(source, work.pixels)
  const image = autoOrientation ? opened.autoOrient() : opened
  const target = join(work.folder, 'main')
  const wish = { quality: optimize ? SMALLER : SAME, lean: isLarge(facts) }
  const file = await save(encodeAs(image, format, wish), target, facts)
  const { size } = await stat(source)
  return file.size <= size || (autoOrientation && turned) ? file : undefined
}

/** Decodes the whole image, line by line. A damaged one fails. */
async function checkDecodable(image: Sharp): Promise<void> {
  await image.resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
}

async function makeVariants(path: string, facts: ImageFacts, work: Work): Promise<readonly ImageVariant[]> {
  const { extraFormats } = work.wishes
  const variants: ImageVariant[] = []
  const add = async (key: string, image: Sharp, made: Pick<ImageFacts, 'format'>) =>
    variants.push({ key, file: await save(image, join(work.folder, `variant-${variants.length}`), facts, made) })
  const sizes = imageFormat(facts.format).resized ? wantedSizes(facts, work.wishes) : []
  for (const [key, box] of sizes) await add(key, openImage(path, work.pixels).resize({ ...box, fit: 'inside' }), facts)
  for (const format of extraFormats.filter(extra => extra !== facts.format)) {
    await add(format, encodeAs(openImage(path, work.pixels), format, { lean: isLarge(facts) }), { format })
    for (const [key, box] of sizes) {
      const image = openImage(path, work.pixels).resize({ ...box, fit: 'inside' })
      await add(`${key}_${format}`, encodeAs(image, format), { format })
    }
  }
  return variants
}

type Size = readonly [key: string, box: { readonly width: number; readonly height: number }]

/** Those that are smaller than the image. */
function wantedSizes({ width, height }: ImageFacts, { responsive, breakpoints }: ImageWishes): readonly Size[] {
  const boxes = Object.entries(responsive ? breakpoints : {}).map(
    ([key, side]): Size => [key, { width: side, height: side }],
  )
  const all: readonly Size[] = [['thumbnail', THUMBNAIL], ...boxes]
  return all.filter(([, box]) => width > box.width || height > box.height)
}

async function save(
  image: Sharp,
  path: string,
  given: ImageFacts,
  made: Pick<ImageFacts, 'format'> = given,
): Promise<ImageFile> {
  const { width, height, size } = await image.toFile(path)
  const { mime, ext } = imageFormat(made.format)
  return { path, mime, ext: made.format === given.format ? undefined : ext, width, height, size }
}
