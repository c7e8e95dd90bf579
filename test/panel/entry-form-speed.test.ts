/** A form with 200 parts stays quick, and is right for everybody: small screens, dark, keyboards. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

const KEYS = 60
/** In milliseconds, for a key and the frame that shows it. */
const BAR = 50

/** The processor time of the page for one key, in milliseconds: what others do meanwhile does not count. */
async function timePerKey(page: Page, field: Locator): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const time = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  const before = await time()
  await field.pressSequentially('a'.repeat(KEYS), { delay: 15 })
  await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
  return ((await time()) - before) / KEYS
}

async function longArticle(): Promise<number> {
  const blocks = Array.from({ length: 200 }, (_, index) => ({ __component: 'blocks.quote', text: `Quote ${index}` }))
  const answer = await panel.send('POST', '/content/api::article.article', { data: { title: 'Long', blocks } })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

it('takes less than 50 ms to show a letter with 200 parts', async () => {
  const id = await longArticle()
  const page = await panel.open(`/content-manager/collection-types/api::article.article/${id}`)
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  const part = zone.getByRole('group', { name: 'Quote 1', exact: true })
  await part.getByRole('button', { expanded: false }).first().click()
  const time = await timePerKey(page, part.getByRole('textbox', { name: 'Text' }))
  expect(time).toBeGreaterThan(0)
  expect(time).toBeLessThan(BAR)
})

it('is right for everybody, with parts and editors', async () => {
  const page = await panel.open('/content-manager/collection-types/api::article.article/create')
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  await zone.getByRole('button', { name: 'Add a component to blocks' }).click()
  await zone.getByRole('button', { name: 'Rich text', exact: true }).click()
  expect(await zone.getByRole('textbox', { name: 'Body' }).getAttribute('aria-required')).toBe('true')
  await page.getByRole('textbox', { name: 'Facts' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})
