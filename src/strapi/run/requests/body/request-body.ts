/** Reads the body of a request for a project's code, as `koa-body` does: `ctx.request.body` and `ctx.request.files`. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { PopulusError } from '../../../../errors.ts'
import { discardBody } from '../../../../media/forms/discard-body.ts'
import type { QueryLimits } from '../../../../query/limits.ts'
import { parseText } from '../../../../query/parse-text.ts'
import { type FormLimits, readForm } from './request-form.ts'

export interface BodyLimits extends FormLimits {
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
  try {
    return await readByType(ctx, limits)
  } catch (error) {
    discardBody(ctx.req)
    throw error
  }
}

async function readByType(ctx: Context, limits: BodyLimits): Promise<ReadBody> {
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
  for await (const part of request.iterator({ destroyOnReturn: false })) {
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
