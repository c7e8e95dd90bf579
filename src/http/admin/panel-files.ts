/**
 * The admin panel under `/admin`, as `scripts/build-admin.mjs` built it. Every address of the panel gets the same page; its
 * script decides what to show. The page may run nothing but the panel's own files.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PreviewAddresses } from '../../config/settings/setting-tests.ts'
import { PopulusError } from '../../errors.ts'
import { packageFile } from '../../util/package-file.ts'
import { replyWithError } from '../error-reply.ts'

const ROOT = packageFile('dist/admin')
/** Where the build left room for the nonce of a request. */
const NONCE = /%NONCE%/g
/** Below `/admin`, these have their own routes: what is missing there is missing. */
const NOT_PAGES = /^\/admin\/(api|assets)(\/|$)/i
const YEAR_SECONDS = 31_536_000

/** Does nothing in a checkout in which nobody has built the panel yet. `preview`: addresses of pages that the panel shows beside forms. */
export async function registerPanel(server: FastifyInstance, preview: PreviewAddresses): Promise<void> {
  if (!existsSync(join(ROOT, 'index.html'))) return
  const page = readFileSync(join(ROOT, 'index.html'), 'utf8')
  const framed = framedOrigins(Object.values(preview))
  await server.register(serveStatic, {
    root: join(ROOT, 'assets'),
    prefix: '/admin/assets/',
    decorateReply: false,
    preCompressed: true,
    // The names of these files contain a hash of what is in them.
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    index: false,
  })
  server.get('/admin/icon.svg', (_request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .send(readFileSync(join(ROOT, 'icon.svg'))),
  )
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    if (NOT_PAGES.test(request.url)) return replyWithError(new PopulusError('notFound'), request, reply)
    const nonce = randomBytes(16).toString('base64')
    return reply.headers(pageHeaders(nonce, framed)).send(page.replace(NONCE, nonce))
  }
  for (const url of ['/admin', '/admin/*']) server.get(url, handler)
}

/** `https://{locale}.example.org/{slug}` is any page of `https://*.example.org`. */
function framedOrigins(addresses: readonly string[]): readonly string[] {
  const origins = addresses.map(address => {
    const { origin } = new URL(address.replace(/^(https?:\/\/)\{\w+\}\./, '$1any.').replace(/[{}]/g, ''))
    return /^https?:\/\/\{\w+\}\./.test(address) ? origin.replace('//any.', '//*.') : origin
  })
  return [...new Set(origins)].sort()
}

/** Files in other stores and previews may come from elsewhere, so pictures and media may; scripts and styles never. */
function pageHeaders(nonce: string, framed: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The kit makes some styles in the browser.
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    ...(framed.length === 0 ? [] : [`frame-src ${framed.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}
