/** What a form says in words: labels, how much room a text has, what states mean, what the keyboard does. */
import { expect, it } from 'vitest'
import { axeFindings, findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

const panel = startPanel()

it('makes words of names, and shows how many characters are left', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  await page.getByRole('spinbutton', { name: 'Reading time', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add SEO', exact: true }).click()
  const title = page.getByRole('textbox', { name: 'Meta title', exact: true })
  await title.fill('Twelve chars')
  await page.getByText('max. 70 characters · 12/70').waitFor()
  expect(await page.getByText('readingTime').count()).toBe(0)
  expect(await page.getByText('API ID').count()).toBe(0)
})

it('explains the states of an entry', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  await page.getByRole('button', { name: 'What the states mean' }).click()
  const help = page.getByRole('dialog', { name: 'What the states mean' })
  await help.getByText('On the site, exactly as it is saved here.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
})

it('lists the shortcuts on a question mark, and leaves the sign to those who type it', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.pressSequentially('Why?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(await list.count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await list.getByText('Redo').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await title.inputValue()).toBe('Why?')
})
