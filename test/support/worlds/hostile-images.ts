/** Images that are small as files and huge, endless or broken when they are decoded. */
import { crc32, deflateSync } from 'node:zlib'
import { picture } from './images.ts'

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Sixteen bits for each of four channels, in the order that shows the whole image first: nothing can be read line by line. */
export function interlacedPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const passes: readonly (readonly [x: number, y: number, stepX: number, stepY: number])[] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ]
  const bytes = passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [width, height] = [Math.ceil((side - x) / stepX), Math.ceil((side - y) / stepY)]
    return sum + (width * 8 + 1) * height
  }, 0)
  const data = deflateSync(Buffer.alloc(bytes), { level: 1 })
  return Buffer.concat([MAGIC, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A GIF of one pixel that changes many times. */
export function longGif(frames: number): Buffer {
  const start = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f9040001000000 2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex')
  const body = Buffer.alloc(frame.length * frames, frame)
  return Buffer.concat([start, body, Buffer.from([0x3b])])
}

/** Says that it is as large as a WebP can be. */
export async function wideWebp(): Promise<Buffer> {
  const file = await picture(8, 8).webp({ lossless: true }).toBuffer()
  const at = file.indexOf('VP8L') + 9
  // 14 bits for the width, 14 for the height.
  file.writeUInt32LE(((0x3fff << 14) | 0x3fff) >>> 0, at)
  return file
}

/** Every place that says how large it is says 60,000 x 60,000. */
export async function wideAvif(): Promise<Buffer> {
  const file = await picture(8, 8).avif({ effort: 0 }).toBuffer()
  for (let at = file.indexOf('ispe'); at !== -1; at = file.indexOf('ispe', at + 4)) {
    file.writeUInt32BE(60_000, at + 8)
    file.writeUInt32BE(60_000, at + 12)
  }
  return file
}

const TIFF_WIDTH = 256

/** A picture that is followed by itself. */
export async function endlessTiff(): Promise<Buffer> {
  const file = await picture(8, 8).tiff({ compression: 'none' }).toBuffer()
  const first = file.readUInt32LE(4)
  file.writeUInt32LE(first, first + 2 + file.readUInt16LE(first) * 12)
  return file
}

/** Eight pixels high, and said to be 2 ** 30 wide. */
export async function wideTiff(): Promise<Buffer> {
  const file = await picture(8, 8).tiff({ compression: 'none' }).toBuffer()
  const first = file.readUInt32LE(4)
  const entry = first + 2 + [0, 1, 2].find(index => file.readUInt16LE(first + 2 + index * 12) === TIFF_WIDTH)! * 12
  file.writeUInt16LE(4, entry + 2)
  file.writeUInt32LE(2 ** 30, entry + 8)
  return file
}

/** Each level shows the one below ten times, and nothing says how large the result is. */
export function useBomb(levels: number): string {
  const inner = Array.from({ length: levels }, (_, level) => {
    const uses = `<use href="#l${level}" x="1"/>`.repeat(10)
    return `<g id="l${level + 1}">${uses}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg"><g id="l0"><rect width="1" height="1"/></g>${inner.join('')}<use href="#l${levels}"/></svg>`
}

export const WHOLE: Readonly<Record<string, () => Promise<Buffer>>> = {
  'image/png': () => picture(300, 200).png().toBuffer(),
  'image/jpeg': () => picture(300, 200).jpeg().toBuffer(),
  'image/webp': () => picture(300, 200).webp().toBuffer(),
  'image/gif': () => picture(300, 200).gif().toBuffer(),
  'image/tiff': () => picture(300, 200).tiff().toBuffer(),
  'image/avif': () => picture(300, 200).avif({ effort: 0 }).toBuffer(),
  'image/svg+xml': async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>'),
}
