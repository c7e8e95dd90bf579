/** The headers that protect the readers of a page, on everything that is sent as HTML or could be taken for it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { buildAdmin } from '../../scripts/build-admin.mjs'
import { buildDocs } from '../../scripts/build-docs.mjs'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

let app: App
beforeAll(async () => {
  await Promise.all([buildAdmin(), buildDocs()])
  app = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite'), server: { docs: true } })
})

/** Every kind of page, by the file that sends it. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'http/register-routes.ts': ['/'],
  'http/operations/docs-site.ts': ['/docs/', '/docs/index.html', '/docs/reference/query.html', '/docs/?q=<script>'],
  'http/admin/panel-files.ts': ['/admin', '/admin/', '/admin/auth/login', '/admin/x/<script>', '/admin/me?x=<img>'],
}

test('these are all the files that send pages', () => {
  const senders = readdirSync(join(SOURCE, 'http'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => `http/${name.replaceAll('\\', '/')}`)
    .filter(name => readFileSync(join(SOURCE, name), 'utf8').includes('text/html'))
  expect(senders.sort()).toEqual(Object.keys(PAGES).sort())
})

test.each(Object.values(PAGES).flat())(
  '%s runs nothing but its own files, and is shown in no frame of others',
  async url => {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map(part => part.trim().split(/ (.*)/) as [string, string]),
    )
    expect(policy['script-src'] ?? policy['default-src']).toMatch(/^'(self|none)'$/)
    expect(policy['default-src']).toMatch(/^'(self|none)'$/)
    expect(policy['object-src'] ?? policy['default-src']).toBe("'none'")
    expect(policy['base-uri']).toMatch(/^'(self|none)'$/)
    expect(policy['form-action']).toMatch(/^'(self|none)'$/)
    expect(policy['frame-ancestors']).toMatch(/^'(self|none)'$/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
      'cross-origin-opener-policy': 'same-origin',
    })
  },
)

test.each([
  'GET /<script>alert(1)</script>',
  'GET /api/<img src=x onerror=alert(1)>',
  'GET /api/articles?filters[<script>]=1',
  'GET /api/articles?populate=<script>',
  'GET /api/articles/<svg onload=alert(1)>',
  'GET /api/queries/<script>',
  'GET /api/connect/<script>',
  'GET /admin/api/<script>',
  'GET /admin/assets/<script>',
  'GET /uploads/<script>.html',
  'GET /docs/<script>.html',
  'POST /api/articles/<script>',
  'GET /api/openapi.json',
  'GET /_health',
])('%s is not a page, whatever is in it', async line => {
  const [method, url] = line.split(/ (.*)/) as ['GET' | 'POST', string]
  const { headers } = await app.inject({ method, url: encodeURI(url) })
  expect(headers['content-type'] ?? 'application/json').toMatch(/^(application\/json|text\/plain)/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  })
})
