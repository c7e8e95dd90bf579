/** Where a day begins: what was edited and published last, one's own drafts, and what waits to be translated. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

it('lists what was edited and published last, and leads to it', async () => {
  const send = async (title: string) => {
    const answer = await panel.send('POST', '/content/api::article.article', { data: { title, slug: title } })
    return ((await answer.json()) as { data: { id: number } }).data.id
  }
  await send('still-a-draft')
  const id = await send('just-published')
  await panel.send('POST', `/content/api::article.article/${id}/publish`, {})
  const page = await panel.open('/')
  const card = (name: string) => page.getByRole('list', { name })
  await card('Last published')
    .getByRole('link', { name: /just-published/ })
    .waitFor()
  await card('My drafts')
    .getByRole('link', { name: /still-a-draft/ })
    .waitFor()
  expect(await card('My drafts').getByText('just-published').count()).toBe(0)
  expect(await card('Last edited').getByRole('listitem').count()).toBe(2)
  expect(await findingsInEachView(page)).toEqual([])
  await card('Last edited')
    .getByRole('link', { name: /just-published/ })
    .click()
  await page.waitForURL(new RegExp(`article/${id}$`))
})

it('leads to the translation that is missing', async () => {
  const page = await panel.open('/')
  const waiting = page.getByRole('list', { name: 'Waiting for translation' })
  await waiting
    .getByRole('listitem')
    .filter({ hasText: 'still-a-draft' })
    .getByRole('link', { name: /^Translate to French/ })
    .click()
  await page.waitForURL(/create.*locale.*fr/)
})
