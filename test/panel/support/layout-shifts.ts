/** What moves on a page without the person. */
import type { Page } from 'playwright-core'

/**
 * A line of text that comes above everything else moves the whole window by its height, which is that of one line in 1280 pixels:
 * 0.016. Less than this is no line.
 */
export const ONE_LINE = 0.01

/** The part of the window that has moved, times the part of it by which it has moved, summed up since the page was opened. */
export async function layoutShifts(page: Page): Promise<number> {
  await page.waitForFunction("[...document.images].every(({ complete, loading }) => complete || loading === 'lazy')")
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  return page.evaluate<number>(`new Promise(resolve => {
    let sum = 0
    const observer = new PerformanceObserver(list => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 1000)
  })`)
}
