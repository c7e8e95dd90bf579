/** The headers of a tar archive: POSIX (pax), so `tar` lists and unpacks it. Only regular files. */
import { StartError } from '../../errors.ts'

export const BLOCK = 512

export interface TarEntry {
  readonly name: string
  readonly size: number
}

/** The header of an entry, with a pax header before it if the name does not fit into a plain one. */
export function tarHeader({ name, size }: TarEntry, seconds: number): Buffer {
  if (Buffer.byteLength(name) <= NAME_BYTES && isAscii(name)) return plainHeader(name, size, seconds, FILE)
  const record = paxRecord('path', name)
  return Buffer.concat([
    plainHeader('pax', record.length, seconds, PAX),
    record,
    Buffer.alloc(padding(record.length)),
    plainHeader('long-name', size, seconds, FILE),
  ])
}

const NAME_BYTES = 100
const FILE = '0'
const PAX = 'x'

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

function plainHeader(name: string, size: number, seconds: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, NAME_BYTES, 'utf8')
  header.write('0000600\0', 100)
  header.write('0000000\x000000000\0', 108)
  header.write(sizeText(size), 124, 12, 'latin1')
  header.write(`${seconds.toString(8).padStart(11, '0')}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Eleven octal digits: up to 8 GiB. Larger sizes are binary, as GNU tar writes them. */
function sizeText(size: number): string {
  if (size < 8 ** 11) return `${size.toString(8).padStart(11, '0')}\0`
  const bytes = Buffer.alloc(12)
  bytes[0] = 0x80
  bytes.writeBigUInt64BE(BigInt(size), 4)
  return bytes.toString('latin1')
}

/** The length of the record counts itself. */
function paxRecord(key: string, text: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${text}\n`)
  let length = rest + String(rest).length
  if (String(length).length !== String(rest).length) length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${text}\n`)
}

/** What the header says; `null` for the zeros at the end. `pax` is the text of the pax header before it. */
export function parseTarHeader(header: Buffer, pax: string | null): (TarEntry & { readonly isPax: boolean }) | null {
  if (header.every(byte => byte === 0)) return null
  const expected = Number.parseInt(header.toString('latin1', 148, 156), 8)
  const type = header.toString('latin1', 156, 157)
  if (checksum(header) !== expected || (type !== FILE && type !== PAX)) throw damaged('a header is wrong')
  const plain = header.toString('utf8', 0, NAME_BYTES).replace(/\0.*$/s, '')
  return { name: paxPath(pax) ?? plain, size: parseSize(header), isPax: type === PAX }
}

function parseSize(header: Buffer): number {
  const size =
    header[124] === 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(header.toString('latin1', 124, 136).replace(/[\0 ].*$/s, ''), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw damaged('a size is wrong')
  return size
}

function paxPath(pax: string | null): string | undefined {
  return pax === null ? undefined : /(?:^|\n)\d+ path=([^\n]*)\n/.exec(pax)?.[1]
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

/** How many zeros fill up the last block. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

export function damaged(reason: string): StartError {
  return new StartError('The archive is damaged', [reason, 'nothing was changed'])
}
