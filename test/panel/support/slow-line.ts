/** A request that takes as long as the test wants. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The first request for an entry with this method and end of its address waits until it is told to go on. */
export async function slowLine(page: Page, method: string, end: string) {
  let answer = () => {}
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  let sent = 0
  await page.route(
    url => url.pathname.includes('/admin/api/content/') && url.pathname.endsWith(end),
    async route => {
      if (route.request().method() === method && ++sent === 1) await slow
      await route.continue()
    },
  )
  return { answer: () => answer(), sent: () => sent, isWaiting: () => expect.poll(() => sent).toBe(1) }
}
