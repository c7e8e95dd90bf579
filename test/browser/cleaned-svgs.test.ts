/**
 * Hostile vector images in a real browser, after cleaning: as a page of their own, without any of the headers that our server
 * adds, and as a part of a page. Nothing runs, nothing is asked of another host.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { cleanSvg } from '../../src/media/svg/clean-svg.ts'
import { EFFECTIVE, HOST, HOSTILE } from '../media/svg/hostile-svgs.ts'
import { theBrowser } from '../support/browser.ts'
import { cleanUp } from '../support/clean-up.ts'

/** Files that were not cleaned ask this host instead: the browser would have shown what is not found. */
const CONTROL = 'control.test'
const cleaned = Object.entries(HOSTILE).flatMap(([title, text]) => {
  try {
    return [[title, cleanSvg(text).text] as const]
  } catch {
    return []
  }
})
/** Part of an address, of the value of an entity, and of a script. */
const slug = (title: string) => title.replaceAll(/[^a-z0-9]+/gi, '-')
const mark = (text: string, host: string, title: string) => text.replaceAll(`${HOST}/`, `${host}/${slug(title)}/`)

const pages = new Map<string, { readonly type: string; readonly body: string }>()
for (const [title, text] of cleaned) {
  const body = mark(text, HOST, title)
  pages.set(`/alone/${slug(title)}`, { type: 'image/svg+xml', body })
  pages.set(`/inside/${slug(title)}`, { type: 'text/html', body: `<!doctype html><body>${body}` })
}
for (const [title, text] of Object.entries(EFFECTIVE))
  pages.set(`/raw/${slug(title)}`, { type: 'image/svg+xml', body: mark(text, CONTROL, title) })
pages.set('/', {
  type: 'text/html',
  body: `<!doctype html>${[...pages.keys()].map(path => `<iframe src="${path}" width="30" height="30"></iframe>`).join('')}`,
})

/** The titles of files that have asked for something, by host. */
const asked = { [HOST]: new Set<string>(), [CONTROL]: new Set<string>(), other: new Set<string>() }

beforeAll(async () => {
  const server = createServer((request, response) => {
    const page = pages.get(request.url!)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body)
  }).listen(0, '127.0.0.1')
  cleanUp(() => server.close())
  const context = await (await theBrowser()).newContext()
  const { port } = server.address() as AddressInfo
  const home = `127.0.0.1:${port}`
  await context.route('**/*', route => {
    const { host, pathname } = new URL(route.request().url())
    if (host === home) return route.continue()
    const seen = host === HOST || host === CONTROL ? asked[host] : asked.other
    seen.add(pathname.split('/')[1]!)
    return route.abort()
  })
  const page = await context.newPage()
  await page.goto(`http://${home}/`)
  // Links run when somebody clicks on them.
  await page.evaluate(`for (const { contentDocument } of document.querySelectorAll('iframe'))
    for (const link of contentDocument?.querySelectorAll('a, rect') ?? [])
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`)
})

test('what was not cleaned runs or loads, so that the test would notice', async () => {
  // They come last, so what was cleaned has had its time when all of them have asked.
  await expect.poll(() => Object.keys(EFFECTIVE).filter(title => !asked[CONTROL].has(slug(title)))).toEqual([])
})

test('what was cleaned does neither, alone or inside of a page', () => {
  expect([...asked[HOST]]).toEqual([])
  expect([...asked.other]).toEqual([])
  expect(cleaned.length).toBeGreaterThan(60)
})
