/** Accessibility findings of a page: WCAG 2.0 to 2.2, levels A and AA, and the best practices of axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** - `color-contrast: .title (Element has insufficient color contrast of 3.2 ...)`; empty if there are none. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(source)
  return page.evaluate<string[]>(`(async () => {
    // Menus and tooltips float above the page, outside of its landmarks.
    const isPopup = ({ target }) => document.querySelector(target.join(' '))?.closest('[data-portal]') !== null
    const { violations } = await axe.run(document, ${JSON.stringify(options)})
    return violations.flatMap(({ id, nodes }) =>
      nodes.filter(node => id !== 'region' || !isPopup(node)).map(node => id + ': ' + node.target.join(' ') + ' (' + node.failureSummary.split('\\n').slice(1).join(' ').trim() + ')'))
  })()`)
}

export const PHONE = { width: 360, height: 740 }

/** What a window of 1280 pixels shows at 200 %. */
const ZOOMED = { width: 640, height: 400 }

/**
 * In light, in dark, on a phone's width and zoomed, without loading the page again. Also finds pages that scroll sideways, and what
 * cannot be clicked at 200 %. Each rule is checked in light, in dark, wide and narrow; colours in all four combinations.
 */
export async function findingsInEachView(page: Page): Promise<readonly string[]> {
  const wide = page.viewportSize()!
  await showAll(page)
  const light = await axeFindings(page)
  await change(page, { colorScheme: 'dark' })
  const dark = await axeFindings(page, ['color-contrast'])
  await change(page, PHONE)
  const darkPhone = [...(await axeFindings(page)), ...(await overflow(page))]
  await change(page, { colorScheme: 'light' })
  const phone = await axeFindings(page, ['color-contrast'])
  await change(page, ZOOMED)
  const zoomed = [...(await overflow(page)), ...(await covered(page))]
  await page.setViewportSize(wide)
  return Object.entries({ light, dark, 'dark phone': darkPhone, phone, zoomed }).flatMap(([view, found]) =>
    found.map(finding => `${view}: ${finding}`),
  )
}

/** What is skipped while out of sight would still have the colours of the view before. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(`for (const element of document.querySelectorAll('main *'))
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'`)
}

async function change(page: Page, to: { colorScheme: 'light' | 'dark' } | { width: number; height: number }) {
  await ('width' in to ? page.setViewportSize(to) : page.emulateMedia(to))
  if ('colorScheme' in to) await page.locator(`html[data-mantine-color-scheme=${to.colorScheme}]`).waitFor()
  await painted(page)
}

/** Controls that something else lies on, wherever one scrolls. */
async function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const open = [...document.querySelectorAll('[role=dialog]')].filter(dialog => dialog.offsetParent !== null || dialog.getClientRects().length > 0).at(-1)
    const controls = [...(open ?? document).querySelectorAll('a[href]:not([href="#content"]), button, input, select, textarea')]
    return controls.filter(control => {
      if (control.disabled || control.closest('[hidden], [aria-hidden=true], [inert], details:not([open]) > :not(summary)') !== null || control.getClientRects().length === 0) return false
      const style = getComputedStyle(control)
      if (style.visibility === 'hidden' || style.pointerEvents === 'none') return false
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = control.labels?.[0]
      return hit === null || !(control.contains(hit) || hit.contains(control) || label?.contains(hit))
    }).map(control => 'cannot be clicked: ' + (control.getAttribute('aria-label') ?? control.textContent ?? '').trim() + ' ' + control.tagName)
  })()`)
}

/** A page follows the system's colours with its next frame. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')
}

async function overflow(page: Page): Promise<readonly string[]> {
  const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return pixels > 0 ? [`the page is ${pixels} pixels too wide`] : []
}
