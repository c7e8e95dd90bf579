/** The only file that decides what sharp may open, and how. Runs in the file process. */
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PopulusError } from '../../errors.ts'
import { type FormatName, formatOf } from './image-formats.ts'

/** Decoders of formats that we do not handle stay closed, whatever the bytes of a file look like. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif', 'Svg'].map(name => `VipsForeignLoad${name}File`)

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
// Every image is opened once or a few times in a row, so a cache would only hold memory.
sharp.cache(false)
// One thread for each image: several would only compete with the server for the processor.
sharp.concurrency(1)

export interface ImageFacts {
  readonly format: FormatName
  readonly width: number
  readonly height: number
  /** Whether its EXIF data says that it must be turned. */
  readonly turned: boolean
  /** It has several pictures: it moves, or has pages. */
  readonly several: boolean
}

/**
 * Reads the header of an image and refuses it if it has too many pixels. Nothing is decoded. `type` is the type that
 * the content must have.
 */
export async function readFacts(source: string, pixels: number, type?: string): Promise<ImageFacts> {
  // The limit of sharp itself is off: its message does not say how large the image is.
  const metadata = await sharp(source, { limitInputPixels: false }).metadata()
  const { width = 0, height = 0, orientation = 1, pages = 1 } = metadata
  const format = formatName(metadata)
  if (format === undefined || (type !== undefined && format !== formatOf(type)))
    throw new PopulusError('notAnImage', {}, { cause: new Error(`found ${metadata.format}`) })
  if (width * height > pixels) throw new PopulusError('tooManyPixels', { width, height, limit: pixels })
  return { format, width, height, turned: orientation > 1, several: pages > 1 }
}

/** Opens an image whose facts were read before. A damaged one fails, as in Strapi. */
export function openImage(source: string, pixels: number): Sharp {
  return sharp(source, { limitInputPixels: pixels, sequentialRead: true })
}

/** For sharp, AVIF is a kind of HEIF. The other kinds are not handled. */
function formatName({ format, compression }: Metadata): FormatName | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return KNOWN.get(format)
}

const KNOWN: ReadonlyMap<string | undefined, FormatName> = new Map(
  (['jpeg', 'png', 'webp', 'tiff', 'gif', 'svg'] as const).map(name => [name, name]),
)
