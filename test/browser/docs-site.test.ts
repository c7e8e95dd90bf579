/** The documentation as a site: complete, without dead links, found by its search, readable in every width and colour. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocs, readGroups } from '../../scripts/build-docs.mjs'
import type { App } from '../../src/app.ts'
import { theBrowser } from '../support/browser.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SITE = join(ROOT, 'dist/docs')
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const WORLD = join(ROOT, 'test/fixtures/world')

const pagesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith(ending))

describe('the documentation', () => {
  let app: App
  let address: string
  let browser: Browser

  beforeAll(async () => {
    await buildDocs()
    app = await buildTestApp({ folder: WORLD, database: await freshDatabase('sqlite') })
    address = (await app.listen()).address
    browser = await theBrowser()
  })

  it('lists every page', () => {
    const groups = readGroups(readFileSync(join(ROOT, 'docs/README.md'), 'utf8'))
    const listed = groups.flatMap(({ pages }) => pages.map(({ path }) => path))
    expect([...listed, 'README.md'].sort()).toEqual([...pagesOf(join(ROOT, 'docs'), '.md')].sort())
  })

  it('has no dead links, and no two headings of a page have the same name', () => {
    const ids = new Map<string, readonly string[]>()
    for (const page of pagesOf(SITE, '.html')) {
      const text = readFileSync(join(SITE, page), 'utf8')
      ids.set(
        page,
        [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
      )
    }
    const dead = [...ids.keys()].flatMap(page => {
      const text = readFileSync(join(SITE, page), 'utf8')
      const links = [...text.matchAll(/href="([^"]*)"/g)]
        .map(([, href]) => href!)
        .filter(href => !/^https?:/.test(href))
      return links.filter(href => !leadsSomewhere(page, href, ids)).map(href => `${page}: ${href}`)
    })
    expect(dead).toEqual([])
  })

  it('is served with a strict policy, and not in production unless a setting says so', async () => {
    const found = await app.inject({ url: '/docs/reference/query.html' })
    expect([found.statusCode, found.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(found.headers['content-security-policy']).toContain("default-src 'none';script-src 'self'")
    expect((await app.inject({ url: '/docs' })).headers.location).toBe('docs/')
    for (const [server, status] of [
      [{}, 404],
      [{ docs: true }, 200],
    ] as const) {
      const production = await buildTestApp({
        folder: WORLD,
        database: await freshDatabase('sqlite'),
        development: false,
        server,
      })
      expect((await production.inject({ url: '/docs/' })).statusCode).toBe(status)
      expect((await production.inject({ url: '/' })).body.includes('href="/docs/"')).toBe(status === 200)
    }
  })

  it('is searched without a server program', async () => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    await page.goto(`${address}/docs/guides/backup.html`)
    await page.getByRole('searchbox').fill('morphToMany')
    await page.locator('#results a').first().waitFor()
    expect(await page.locator('#results a').first().textContent()).toMatch(/Schema files › Relations|morph/i)
    await page.getByRole('searchbox').fill('publicationState')
    await page
      .getByRole('link', { name: /publicationState/ })
      .first()
      .click()
    await page.waitForURL(/query-locale\.html#publicationstate/)
    expect(problems).toEqual([])
    await page.close()
  })

  // Each rule is checked in light, in dark, wide and narrow; colours in all four combinations.
  it.each([
    ['light', 1280, 'every rule'],
    ['dark', 1280, 'colours'],
    ['light', 360, 'colours'],
    ['dark', 360, 'every rule'],
  ] as const)('is accessible and fits (%s, %i pixels, %s)', async (colorScheme, width, what) => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
    for (const path of ['', 'reference/schema.html', 'guides/deployment.html']) {
      await page.goto(`${address}/docs/${path}`)
      expect({ path, wider: await widerThanScreen(page) }).toEqual({ path, wider: false })
      expect({ path, found: await axeFindings(page, what) }).toEqual({ path, found: [] })
    }
    await page.close()
  })
})

function leadsSomewhere(page: string, href: string, ids: ReadonlyMap<string, readonly string[]>): boolean {
  const [path = '', anchor] = href.split('#')
  if (/\.(css|js|svg)$/.test(path))
    return pagesOf(SITE, path.slice(path.lastIndexOf('.'))).includes(normalize(join(dirname(page), path)))
  const target = ids.get(path === '' ? page : normalize(join(dirname(page), path)))
  return target !== undefined && (anchor === undefined || target.filter(id => id === anchor).length === 1)
}

const widerThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function axeFindings(page: Page, what: 'every rule' | 'colours'): Promise<readonly string[]> {
  // The policy of the page allows no scripts of others.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const options = { resultTypes: ['violations'], ...(what === 'colours' ? { runOnly: ['color-contrast'] } : {}) }
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`,
  )
}
