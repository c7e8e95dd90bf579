/**
 * Addresses of private files that work for a limited time, as Strapi gives them out: of files in media fields, and of all
 * files in answers of the management API. Registers nothing if files are public.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { MediaProvider } from '../../media/providers/provider.ts'
import { FILE_MARK } from '../../plan/file-mark.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'

type Sign = (url: string) => Promise<string>

export function signAddresses(server: FastifyInstance, provider: MediaProvider): void {
  if (provider.signedUrl === undefined) return
  const known = { hash: '', ext: '', mime: '', path: null, providerMetadata: null }
  const sign: Sign = url => provider.signedUrl!({ ...known, url })
  server.addHook('onSend', async (request, reply, payload) => {
    if (!isJson(reply) || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
    const signed = await (request.url.startsWith('/admin/api/') ? signAll : signMarked)(payload.toString(), sign)
    reply.removeHeader('content-length')
    return signed
  })
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('application/json')
}

/** From the last mark to the first: a file may contain entries, and these may contain files. */
async function signMarked(json: string, sign: Sign): Promise<string> {
  let signed = json
  for (let at = signed.lastIndexOf(FILE_MARK); at !== -1; at = signed.lastIndexOf(FILE_MARK)) {
    const start = at - 1
    const end = objectEnd(signed, start)
    const file: unknown = JSON.parse(`{${signed.slice(at + 1, end)}`)
    signed = signed.slice(0, start) + JSON.stringify(await signFile(file, sign)) + signed.slice(end)
  }
  return signed
}

async function signAll(json: string, sign: Sign): Promise<string> {
  return json.includes('"url":') ? JSON.stringify(await signWithin(JSON.parse(json), sign)) : json
}

async function signWithin(value: unknown, sign: Sign): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(item => signWithin(item, sign)))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(async ([name, member]) => [name, await signWithin(member, sign)] as const)
  return withSignedUrl(Object.fromEntries(await Promise.all(members)), sign)
}

/** With its formats. The attributes of an entry are one level deeper. */
async function signFile(file: unknown, sign: Sign): Promise<unknown> {
  if (!isObject(file)) return file
  if (isObject(file.attributes)) return { ...file, attributes: await signFile(file.attributes, sign) }
  if (!isObject(file.formats)) return withSignedUrl(file, sign)
  const formats = Object.entries(file.formats).map(async ([name, format]) => {
    return [name, isObject(format) ? await withSignedUrl(format, sign) : format] as const
  })
  return withSignedUrl({ ...file, formats: Object.fromEntries(await Promise.all(formats)) }, sign)
}

async function withSignedUrl(holder: JsonObject, sign: Sign): Promise<JsonObject> {
  return typeof holder.url === 'string' ? { ...holder, url: await sign(holder.url) } : holder
}

/** Behind the brace that closes the object at `start`. */
function objectEnd(json: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < json.length; at += 1) {
    const char = json[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return json.length
}
