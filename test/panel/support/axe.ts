/** Accessibility findings of a page: WCAG 2.0 to 2.2, levels A and AA, and the best practices of axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** - `color-contrast: .title (Element has insufficient color contrast of 3.2 ...)`; empty if there are none. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  await page.evaluate(source)
  return page.evaluate<string[]>(`(async () => {
    // Menus and tooltips float above the page, outside of its landmarks.
    const isPopup = ({ target }) => document.querySelector(target.join(' '))?.closest('[data-portal]') !== null
    const { violations } = await axe.run(document, ${JSON.stringify(options)})
    return violations.flatMap(({ id, nodes }) =>
      nodes.filter(node => id !== 'region' || !isPopup(node)).map(node => id + ': ' + node.target.join(' ') + ' (' + node.failureSummary.split('\\n').slice(1).join(' ').trim() + ')'))
  })()`)
}

export const PHONE = { width: 360, height: 740 }

/**
 * In light, in dark, on a phone's width and zoomed, without loading the page again. Also finds pages that scroll sideways. Starts
 * and ends with a light, wide page.
 */
export async function findingsInEachView(page: Page): Promise<readonly string[]> {
  const wide = page.viewportSize()!
  const light = await axeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  // Only the colours are others.
  const dark = await axeFindings(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  await painted(page)
  const phone = [...(await axeFindings(page)), ...(await overflow(page))]
  // What a window of 1280 pixels shows at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  const zoomed = await overflow(page)
  await page.setViewportSize(wide)
  return Object.entries({ light, dark, phone, zoomed }).flatMap(([view, found]) =>
    found.map(finding => `${view}: ${finding}`),
  )
}

/** A page follows the system's colours with its next frame. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')
}

async function overflow(page: Page): Promise<readonly string[]> {
  const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return pixels > 0 ? [`the page is ${pixels} pixels too wide`] : []
}
