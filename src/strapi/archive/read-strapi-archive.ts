/** Reads an archive of `strapi export`: `.tar.gz`, or `.tar.gz.enc` with a key. */
import { createDecipheriv, scryptSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { StartError } from '../../errors.ts'
import { type ArchiveEntry, fileBytes, readTar } from '../../transfer/archive/read-archive.ts'

export interface StrapiArchive {
  readonly file: string
  /** `null` if it is not encrypted. */
  readonly key: string | null
}

/** What Strapi uses. Every archive that is encrypted with the same key begins alike; that is Strapi's choice. */
export const STRAPI_CIPHER = 'aes-128-ecb'
export const strapiKey = (key: string): Buffer => scryptSync(key, '', 16)

/** The entries in their order. Throws StartError for what is not an archive, or not with this key. */
export async function* archiveEntries({ file, key }: StrapiArchive): AsyncGenerator<ArchiveEntry> {
  if (file.endsWith('.enc') && key === null) throw new StartError(`${file} is encrypted`, ['give its key with --key'])
  try {
    yield* readTar(key === null || !file.endsWith('.enc') ? fileBytes(file) : decrypted(file, key))
  } catch (error) {
    if (key === null || !(error instanceof StartError)) throw error
    throw new StartError(`Cannot read ${file}`, ['the key is wrong, or the archive is damaged'])
  }
}

async function* decrypted(file: string, key: string): AsyncGenerator<Buffer> {
  const decipher = createDecipheriv(STRAPI_CIPHER, strapiKey(key), null)
  const input = Readable.from(fileBytes(file), { objectMode: false })
  input.on('error', error => decipher.destroy(error))
  for await (const bytes of input.pipe(decipher)) yield bytes as Buffer
}

/** The values of the lines of one kind: `entities`, `links`, `configuration`. */
export async function* archiveLines(archive: StrapiArchive, kind: string): AsyncGenerator<unknown> {
  for await (const entry of archiveEntries(archive))
    if (entry.name.startsWith(`${kind}/`) && entry.name.endsWith('.jsonl')) yield* linesIn(entry)
}

async function* linesIn(entry: ArchiveEntry): AsyncGenerator<unknown> {
  let rest: Buffer[] = []
  for await (const bytes of entry.content()) {
    let start = 0
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
      yield* parsed(entry, Buffer.concat([...rest, bytes.subarray(start, end)]))
      rest = []
      start = end + 1
    }
    rest.push(Buffer.from(bytes.subarray(start)))
  }
  yield* parsed(entry, Buffer.concat(rest))
}

function* parsed({ name }: ArchiveEntry, line: Buffer): Generator<unknown> {
  const text = line.toString('utf8')
  if (text.trim() === '') return
  try {
    yield JSON.parse(text)
  } catch {
    throw new StartError(`A line of ${name} in the archive is not JSON`)
  }
}
