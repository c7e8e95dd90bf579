/** Reads the body of a request for a project's code, as `koa-body` does: `ctx.request.body` and `ctx.request.files`. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import createError from 'http-errors'
import type { Context } from 'koa'
import { PopulusError } from '../../../errors.ts'
import type { QueryLimits } from '../../../query/limits.ts'
import { parseText } from '../../../query/parse-text.ts'

export interface BodyLimits {
  /** Bytes of a body that is no form with files. */
  readonly bodySize: number
  /** Bytes of one file. */
  readonly fileSize: number
  readonly query: QueryLimits
}

export interface ReadBody {
  readonly body: unknown
  readonly files: Record<string, unknown> | undefined
  /** The body as it came, unless it is a form with files. */
  readonly text?: string
  /** Removes the files of a form. */
  readonly done: () => Promise<void>
}

const NOTHING_LEFT = async (): Promise<void> => undefined

/** Only these methods have a body for the code. */
const WITH_BODY = ['POST', 'PUT', 'PATCH']

export async function readBody(ctx: Context, limits: BodyLimits): Promise<ReadBody> {
  const plain = (body: unknown, text?: string): ReadBody => ({
    body,
    files: undefined,
    done: NOTHING_LEFT,
    ...(text === undefined ? {} : { text }),
  })
  if (!WITH_BODY.includes(ctx.method)) return plain({})
  if (ctx.is('multipart')) return readForm(ctx.req, limits)
  if (!ctx.is('json', 'application/*+json', 'urlencoded', 'text/*')) return plain({})
  const text = await readText(ctx.req, limits)
  if (ctx.is('json', 'application/*+json')) return plain(parseJson(text), text)
  if (ctx.is('urlencoded')) return plain(parseText(text, { ...limits.query, queryLength: limits.bodySize }), text)
  return plain(text, text)
}

async function readText(request: IncomingMessage, { bodySize }: BodyLimits): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > bodySize) throw new PopulusError('bodyTooLarge', { limit: bodySize })
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  if (!/^\s*[[{]/.test(text)) throw badRequest(new Error('invalid JSON, only supports object and array'))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(error as SyntaxError)
  }
}

function badRequest(error: Error): Error {
  return Object.assign(error, { status: 400 })
}

/** Files are kept in a folder of their own until the answer is complete. */
async function readForm(request: IncomingMessage, limits: BodyLimits): Promise<ReadBody> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-form-'))
  const done = () => rm(folder, { recursive: true, force: true })
  const body: Record<string, unknown> = {}
  const files: Record<string, unknown> = {}
  const stored: Promise<void>[] = []
  try {
    const form = busboy({ headers: request.headers, limits: { fileSize: limits.fileSize, fieldSize: limits.bodySize } })
    form.on('field', (name, value) => addTo(body, name, value))
    form.on('file', (name, stream, { filename, mimeType }) => {
      const path = join(folder, String(stored.length))
      const file = { path, name: filename, type: mimeType, size: 0, hash: null, lastModifiedDate: new Date() }
      stream.on('data', (part: Buffer) => {
        file.size += part.length
      })
      stored.push(pipeline(stream, createWriteStream(path)).then(() => refuseCut(stream, limits)))
      addTo(files, name, file)
    })
    await pipeline(request, form)
    await Promise.all(stored)
    return { body, files, done }
  } catch (error) {
    await Promise.allSettled(stored)
    await done()
    throw error instanceof PopulusError ? error : createError(400, (error as Error).message)
  }
}

function refuseCut(stream: { readonly truncated?: boolean }, { fileSize }: BodyLimits): void {
  if (stream.truncated === true) throw new PopulusError('bodyTooLarge', { limit: fileSize })
}

/** A name that comes twice has a list. */
function addTo(values: Record<string, unknown>, name: string, value: unknown): void {
  if (!Object.hasOwn(values, name)) Object.defineProperty(values, name, { value, enumerable: true, writable: true })
  else values[name] = [values[name], value].flat()
}
