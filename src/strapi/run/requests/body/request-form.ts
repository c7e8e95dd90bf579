/**
 * Reads a form with files for a project's code, as `koa-body` does. The limits and errors are those of the server's own
 * forms (`http/uploads/receive-form`).
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { PopulusError } from '../../../../errors.ts'

export interface FormLimits {
  /** Bytes of a body that is no form, and of all fields of a form together. */
  readonly bodySize: number
  /** Bytes of one file. */
  readonly fileSize: number
  readonly formFields: number
  readonly formFiles: number
}

/** By name. A name that comes twice has a list. */
type FormValues = Record<string, unknown>

interface FormParts {
  readonly body: FormValues
  readonly files: FormValues
}

export interface ReadForm extends FormParts {
  /** Removes the files. */
  readonly done: () => Promise<void>
}

/** Files are kept in a folder of their own until the answer is complete. */
export async function readForm(request: IncomingMessage, limits: FormLimits): Promise<ReadForm> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-form-'))
  const done = () => rm(folder, { recursive: true, force: true })
  try {
    return { ...(await receiveParts(request, folder, limits)), done }
  } catch (error) {
    await done()
    throw error instanceof PopulusError ? error : badForm((error as Error).message)
  }
}

async function receiveParts(request: IncomingMessage, folder: string, limits: FormLimits): Promise<FormParts> {
  const parser = openParser(request, limits)
  const body: FormValues = {}
  const files: FormValues = {}
  const stored: Promise<void>[] = []
  let length = 0
  const fail = (error: Error) => void parser.destroy(error)
  // Without a value, whatever its types say, if the part has a charset that nobody knows.
  parser.on('field', (name, value: string | undefined, { valueTruncated }) => {
    length += Buffer.byteLength(value ?? '')
    if (value === undefined) fail(badForm('a field has an unknown charset'))
    else if (valueTruncated || length > limits.bodySize)
      fail(new PopulusError('bodyTooLarge', { limit: limits.bodySize }))
    else if (name !== undefined) addTo(body, name, value)
  })
  parser.on('file', (name: string | undefined, stream, { filename = '', mimeType }) => {
    const path = join(folder, String(stored.length))
    const file = { path, name: filename, type: mimeType, size: 0, hash: null, lastModifiedDate: new Date() }
    const saved = saveFile(stream, file, limits)
    saved.catch(fail)
    stored.push(saved)
    addTo(files, name ?? '', file)
  })
  parser.on('filesLimit', () => fail(new PopulusError('tooManyFiles', { limit: limits.formFiles })))
  parser.on('fieldsLimit', () => fail(new PopulusError('tooManyFields', { limit: limits.formFields })))
  try {
    await parsed(request, parser)
    await Promise.all(stored)
    return { body, files }
  } catch (error) {
    parser.destroy()
    await Promise.allSettled(stored)
    throw error
  }
}

function openParser(request: IncomingMessage, limits: FormLimits): busboy.Busboy {
  return busboy({
    headers: request.headers,
    defParamCharset: 'utf8',
    limits: {
      fieldSize: limits.bodySize,
      fields: limits.formFields,
      files: limits.formFiles,
      // The parser counts a file of exactly this size as too large.
      fileSize: limits.fileSize + 1,
      headerPairs: 100,
    },
  })
}

/** Not `pipeline`, which closes the connection after an error, so that the client never sees the answer. */
function parsed(request: IncomingMessage, parser: busboy.Busboy): Promise<void> {
  const gone = () => {
    if (!request.complete) parser.destroy(new PopulusError('clientGone'))
  }
  return new Promise<void>((resolve, reject) => {
    // It may report several errors of one form.
    parser.on('error', reject)
    parser.once('close', resolve)
    request.on('error', gone)
    request.once('close', gone)
    request.pipe(parser)
  }).finally(() => {
    request.off('close', gone)
    request.unpipe(parser)
  })
}

interface StoredFile {
  readonly path: string
  readonly name: string
  size: number
}

async function saveFile(stream: Readable, file: StoredFile, { fileSize }: FormLimits): Promise<void> {
  const target = createWriteStream(file.path, { flags: 'wx', mode: 0o600 })
  const tooLarge = new PopulusError('fileTooLarge', { name: file.name, limit: `${fileSize} bytes` })
  stream.once('limit', () => stream.destroy(tooLarge))
  try {
    await pipeline(stream, target)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : noRoom(error)
  }
  file.size = target.bytesWritten
}

/** A full disk is no mistake of the client. */
function noRoom(cause: unknown): PopulusError {
  return new PopulusError('storageUnavailable', { provider: 'temporary files' }, { cause })
}

/** Defined, not assigned: a client may name a field `__proto__`. */
function addTo(values: FormValues, name: string, value: unknown): void {
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  if (Array.isArray(known)) known.push(value)
  else {
    const all = known === undefined ? value : [known, value]
    Object.defineProperty(values, name, { value: all, enumerable: true, writable: true, configurable: true })
  }
}

function badForm(problem: string): PopulusError {
  return new PopulusError('badForm', { problem })
}
