/**
 * Reads a `multipart/form-data` body as it arrives. Files go to temporary files, so that any size takes little memory;
 * fields are limited like a JSON body.
 */
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import type { Limits } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import type { ReceivedFile } from '../upload/received-file.ts'
import { noRoom } from '../upload/workspaces.ts'
import { humanSize } from './human-size.ts'

export interface FormField {
  readonly name: string
  readonly value: string
}

/** Both in the order of the form. */
export interface ReceivedForm {
  readonly fields: readonly FormField[]
  readonly files: readonly ReceivedFile[]
}

export interface FormOptions {
  readonly limits: Pick<Limits, 'bodySize' | 'formFiles' | 'formFields'>
  /** Largest file, in bytes. */
  readonly sizeLimit: number
  /** Where the files are written. The caller removes it. */
  readonly folder: string
  /** Begins to watch the client, and calls `stop` if it is gone or too slow. Returns the end of the watch. */
  readonly watch: (stop: (why: PopulusError) => void) => () => void
}

const LONGEST_FIELD_NAME = 1000

/** Fails with an entry of the error table. Then nothing is written to the folder any more. */
export async function receiveForm(request: IncomingMessage, options: FormOptions): Promise<ReceivedForm> {
  const parser = openParser(request, options)
  const fields: FormField[] = []
  const files: Promise<ReceivedFile>[] = []
  const { limits } = options
  let length = 0
  const fail = (error: unknown) => void parser.destroy(error as Error)
  // Without a value, whatever its types say, if the part has a charset that nobody knows.
  parser.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) => {
    length += Buffer.byteLength(value ?? '')
    if (value === undefined) fail(badForm('a field has an unknown charset'))
    else if (valueTruncated || length > limits.bodySize)
      fail(new PopulusError('bodyTooLarge', { limit: limits.bodySize }))
    else if (nameTruncated) fail(badForm('a field has a very long name'))
    else if (name !== undefined) fields.push({ name, value })
  })
  parser.on('file', (field: string | undefined, stream, { filename, mimeType }) => {
    const path = join(options.folder, String(files.length))
    const given = { field: field ?? '', name: clientName(filename), mime: mimeType, path }
    const saved = saveFile(stream, given, options.sizeLimit)
    saved.catch(fail)
    files.push(saved)
  })
  parser.on('filesLimit', () => fail(new PopulusError('tooManyFiles', { limit: limits.formFiles })))
  parser.on('fieldsLimit', () => fail(new PopulusError('tooManyFields', { limit: limits.formFields })))
  try {
    await parsed(request, parser, options)
  } catch (error) {
    parser.destroy()
    await Promise.allSettled(files)
    throw error instanceof PopulusError ? error : badForm((error as Error).message)
  }
  return { fields, files: await Promise.all(files) }
}

function openParser(request: IncomingMessage, { limits, sizeLimit }: FormOptions): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      // Names with folders are refused later, not shortened.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        fieldNameSize: LONGEST_FIELD_NAME,
        fieldSize: limits.bodySize,
        fields: limits.formFields,
        files: limits.formFiles,
        // The parser counts a file of exactly this size as too large.
        fileSize: sizeLimit + 1,
        headerPairs: 100,
      },
    })
  } catch (error) {
    throw badForm((error as Error).message)
  }
}

/** Resolves when the parser has seen the whole form, and all its files have been read. */
function parsed(request: IncomingMessage, parser: busboy.Busboy, { watch }: FormOptions): Promise<void> {
  const end = watch(why => parser.destroy(why))
  return new Promise<void>((resolve, reject) => {
    // It may report several errors of one form, and goes on after them.
    parser.on('error', reject)
    parser.once('close', resolve)
    request.pipe(parser)
  }).finally(() => {
    end()
    request.unpipe(parser)
  })
}

async function saveFile(stream: Readable, given: Omit<ReceivedFile, 'size'>, sizeLimit: number): Promise<ReceivedFile> {
  const file = createWriteStream(given.path, { flags: 'wx', mode: 0o600 })
  const tooLarge = new PopulusError('fileTooLarge', { name: given.name, limit: humanSize(sizeLimit) })
  stream.once('limit', () => stream.destroy(tooLarge))
  try {
    await pipeline(stream, file)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : noRoom(error)
  }
  return Object.freeze({ ...given, size: file.bytesWritten })
}

/** Old browsers send the whole path on their computer. */
function clientName(filename: string | undefined): string {
  const name = filename ?? ''
  return name.slice(name.lastIndexOf('\\') + 1).replace(/%22/g, '"')
}

function badForm(problem: string): PopulusError {
  return new PopulusError('badForm', { problem })
}
