/** The documentation under `/docs`, as `scripts/build-docs.mjs` built it. Its pages load nothing from elsewhere. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { packageFile } from '../../util/package-file.ts'

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';" +
  "form-action 'none';frame-ancestors 'self'"

/** False in a checkout in which nobody has built it yet. */
export const hasDocsSite = (): boolean => existsSync(join(packageFile('dist/docs'), 'index.html'))

export async function registerDocsSite(server: FastifyInstance): Promise<void> {
  if (!hasDocsSite()) return
  await server.register(async site => {
    // After the headers that all answers have.
    site.addHook('onSend', async (_request, reply) => {
      // A new version of the package has other pages at the same addresses.
      reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
    })
    site.get('/docs', (request, reply) => {
      // The links of the page are relative, so the slash counts here.
      if (!/^[^?]*\/(\?|$)/.test(request.url)) return reply.redirect('docs/', 302)
      return reply.type('text/html; charset=utf-8').send(readFileSync(join(packageFile('dist/docs'), 'index.html')))
    })
    await site.register(serveStatic, {
      root: packageFile('dist/docs'),
      prefix: '/docs/',
      decorateReply: false,
      cacheControl: false,
    })
  })
}
