/** A form with 200 parts stays quick, and is right for everybody: small screens, dark, keyboards. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

const KEYS = 60
/** In milliseconds. */
const BAR = 50

/** From the key to the frame that shows it, for every key. */
const WATCH = `
  window.delays = []
  addEventListener('keydown', () => {
    const start = performance.now()
    requestAnimationFrame(() => setTimeout(() => window.delays.push(performance.now() - start)))
  }, true)`

async function longArticle(): Promise<number> {
  const blocks = Array.from({ length: 200 }, (_, index) => ({ __component: 'blocks.quote', text: `Quote ${index}` }))
  const answer = await panel.send('POST', '/content/api::article.article', { data: { title: 'Long', blocks } })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function delaysOf(page: Page, type: () => Promise<void>): Promise<number> {
  await page.evaluate('window.delays = []')
  await type()
  await page.waitForTimeout(300)
  const delays = (await page.evaluate<number[]>('window.delays')).toSorted((one, other) => one - other)
  expect(delays.length).toBeGreaterThanOrEqual(KEYS)
  return delays[Math.floor(delays.length * 0.95)]!
}

// Other tests run at the same time: one quiet moment in three tries is enough to show what the form itself needs.
it('shows a letter in 50 ms with 200 parts', { retry: 2 }, async () => {
  const id = await longArticle()
  const page = await panel.open(`/content-manager/collection-types/api::article.article/${id}`)
  await page.evaluate(WATCH)
  const zone = page.getByRole('region', { name: 'blocks', exact: true })
  const part = zone.getByRole('group', { name: 'Quote 1', exact: true })
  await part.getByRole('button', { expanded: false }).first().click()
  const typed = 'a'.repeat(KEYS)
  const field = part.getByRole('textbox', { name: 'text' })
  // A busy machine is slow for every page: what an input without a form needs at the same time is the measure then.
  const search = page.getByRole('searchbox', { name: 'Search for a type' })
  const plain = await delaysOf(page, () => search.pressSequentially(typed, { delay: 15 }))
  const inForm = await delaysOf(page, () => field.pressSequentially(typed, { delay: 15 }))
  expect(inForm).toBeLessThan(Math.max(BAR, plain * 3))
})

it('is right for everybody, with parts and editors', async () => {
  const page = await panel.open('/content-manager/collection-types/api::article.article/create')
  const zone = page.getByRole('region', { name: 'blocks', exact: true })
  await zone.getByRole('button', { name: 'Add a component to blocks' }).click()
  await zone.getByRole('button', { name: 'Rich text', exact: true }).click()
  await zone.getByRole('textbox', { name: 'body' }).waitFor()
  await page.getByRole('textbox', { name: 'facts' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})
