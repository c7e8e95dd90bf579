/** Images made for a test, as files in a temporary folder. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { temporaryFolder } from '../databases.ts'

/** A picture with a smooth part and a noisy part, the same every time. */
export function picture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)]
    seed = (seed * 1103515245 + 12345) % 2147483648
    const noise = x * 4 > width * 3 ? seed % 64 : 0
    pixels[at] = (x * 255) / width + noise
    pixels[at + 1] = (y * 255) / height
    pixels[at + 2] = 128
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

interface TwoColors {
  readonly width: number
  readonly height: number
  readonly left: string
  readonly right: string
  /** How much of the width is left: 0 to 1. */
  readonly share: number
}

/** A left part and a right part, of one colour each. */
export function twoColors({ width, height, left, right, share }: TwoColors): Sharp {
  const background = sharp({ create: { width, height, channels: 3, background: left } })
  const rest = { width: Math.round(width * (1 - share)), height, channels: 3 as const, background: right }
  return background.composite([{ input: { create: rest }, gravity: 'east' }])
}

/** Writes a file into a new folder and returns its path. */
export async function saved(content: Sharp | Buffer | string, name = 'image'): Promise<string> {
  const path = join(temporaryFolder(), name)
  await writeFile(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : await content.toBuffer())
  return path
}

/** A valid PNG of black pixels, one bit each: 30,000 x 30,000 of them take 110 KB, and gigabytes when decoded. */
export function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
