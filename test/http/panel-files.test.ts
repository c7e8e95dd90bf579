/** How the panel's files are sent: the page with its policy, the files behind it, and what is not a page. */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../scripts/build-admin.mjs'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))

let app: App
beforeAll(async () => {
  await buildAdmin()
  app = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite') })
})

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ method: 'GET', url, headers })
const script = async () => /src="(\/admin\/assets\/[^"]+\.js)"/.exec((await get('/admin')).body)![1]!

describe('the page of the panel', () => {
  it.each([
    '/admin',
    '/admin/',
    '/admin/content-manager/collection-types/api::article.article?page=2',
    '/admin/auth/login',
  ])('is sent for %s', async url => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain('<div id="root"></div>')
  })

  it('may run only its own scripts, be framed by nobody, and style itself with a nonce that is used once', async () => {
    const [first, second] = [await get('/admin'), await get('/admin')]
    const policy = String(first.headers['content-security-policy'])
    const [, nonce] = /'nonce-([^']+)'/.exec(policy)!
    expect(policy.replace(nonce!, 'N')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; connect-src 'self'; " +
        "img-src 'self' data: blob: https:; media-src 'self' blob: https:; font-src 'self'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'",
    )
    expect(first.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(first.body).toContain(`nonce="${nonce}"`)
    expect(first.body).not.toMatch(/%NONCE%|<script>|<style|https?:/)
    expect(second.headers['content-security-policy']).not.toBe(policy)
  })

  it('may frame the pages of previews, and no others', async () => {
    const preview = {
      'api::article.article': 'https://site.example:8080/{locale}/{slug}?token={token}',
      'api::tag.tag': 'https://{locale}.site.example/tags/{name}',
    }
    const framing = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite'), admin: { preview } })
    const { headers } = await framing.inject({ method: 'GET', url: '/admin' })
    expect(headers['content-security-policy']).toContain(
      "; frame-src https://*.site.example https://site.example:8080; base-uri 'none'",
    )
  })
})

describe('the files of the panel', () => {
  it('may be kept for ever, because their names change with them', async () => {
    const { statusCode, headers } = await get(await script())
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(headers['content-type']).toMatch(/javascript/)
  })

  it.each(['br', 'gzip'])('are sent as %s if the browser takes it', async encoding => {
    const { headers, rawPayload } = await get(await script(), { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    const plain = await get(await script())
    expect(rawPayload.length * 2).toBeLessThan(plain.rawPayload.length)
  })
})

describe('what is not a page', () => {
  it.each([
    '/admin/api/nothing',
    '/admin/api',
    '/admin/assets/nothing.js',
    '/admin/ASSETS/nothing.js',
    '/administrator',
  ])('answers 404 for %s', async url => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('leads nowhere outside its folder', async () => {
    for (const url of ['/admin/assets/../index.html', '/admin/assets/..%2f.inputs', '/admin/assets/%2e%2e/index.html'])
      expect((await get(url)).body).not.toMatch(/^[0-9a-f]{64}$/)
  })

  it('refuses other methods', async () => {
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/admin' })
    expect([statusCode, headers.allow]).toEqual([405, 'HEAD, GET'])
  })
})
