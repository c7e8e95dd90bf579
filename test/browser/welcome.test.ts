/** The page at `/` in a real browser, as somebody sees it who has just started the example. */
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../scripts/build-admin.mjs'
import { theBrowser } from '../support/browser.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const BLOG = fileURLToPath(new URL('../../examples/blog', import.meta.url))

describe('the start page', () => {
  let browser: Browser
  let address: string

  beforeAll(async () => {
    // The page links to the panel.
    await buildAdmin()
    const app = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite') })
    address = (await app.listen()).address
    browser = await theBrowser()
  })

  it('names the content types and says which are not public', async () => {
    const page = await browser.newPage()
    await page.goto(address)
    expect(await page.getByRole('link', { name: 'Article' }).first().isVisible()).toBe(true)
    expect(await page.getByText('not public').count()).toBe(1)
  })

  it('leads to queries that answer', async () => {
    const page = await browser.newPage()
    await page.goto(address)
    const links = await page.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href')!))
    const queries = links.filter(link => link.includes('?'))
    expect(queries.length).toBeGreaterThan(1)
    for (const link of links) {
      // The panel leads on to another page, which would get in the way of the next link.
      const target = await browser.newPage()
      expect([link, (await target.goto(new URL(link, address).href))?.status()]).toEqual([link, 200])
      await target.close()
    }
  })

  it('loads without an error in the console', async () => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(error.message))
    await page.goto(address)
    expect(problems).toEqual([])
  })

  it('shows the pictures of the example', async () => {
    const page = await browser.newPage()
    await page.goto(`${address}/`)
    const drawn = await page.evaluate<number>(`(async () => {
      const answer = await (await fetch('/api/articles?fields[0]=id&populate[cover][fields][0]=url')).json()
      const image = new Image()
      image.src = answer.data[0].attributes.cover.data.attributes.url
      await image.decode()
      return image.naturalWidth
    })()`)
    expect(drawn).toBeGreaterThan(500)
  })
})
