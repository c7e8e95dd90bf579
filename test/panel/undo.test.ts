/** Undo and redo in a form, by keyboard and by its buttons; deleted entries return from the message about them. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings, PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'
import { paste } from './support/paste.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

const panel = startPanel()

const text = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message })
const kept = (page: Page) => page.getByText('Kept as your draft, not saved yet').waitFor()

async function createArticle(data: object): Promise<number> {
  const answer = await panel.send('POST', '/content/api::article.article', { data })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function valuesOf(id: number): Promise<Record<string, unknown>> {
  const answer = await panel.send('GET', `/content/api::article.article/${id}`)
  return ((await answer.json()) as { data: { values: Record<string, unknown> } }).data.values
}

const quotes = (...words: string[]) => words.map(word => ({ __component: 'blocks.quote', text: word, source: word }))
const shown = (page: Page) => page.getByRole('group', { name: /^Quote \d$/ }).allInnerTexts()

it('undoes what was done to parts and fields, across the kept draft and a save', async () => {
  const id = await createArticle({ title: 'Undone', blocks: quotes('one', 'two') })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, /^title/i).fill('Undone twice')
  await page.getByRole('button', { name: 'Actions for Quote 1' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await kept(page)
  await button(page, 'Delete Quote 2').click()
  await expect.poll(() => shown(page)).toEqual([expect.stringContaining('two')])
  await button(page, 'Save').click()
  await toast(page, 'Saved').first().waitFor()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => shown(page)).toEqual([expect.stringContaining('two'), expect.stringContaining('one')])
  await page.keyboard.press('Control+z')
  await expect.poll(() => shown(page)).toEqual([expect.stringContaining('one'), expect.stringContaining('two')])
  await page.keyboard.press('Control+z')
  expect(await text(page, /^title/i).inputValue()).toBe('Undone')
  await page.keyboard.press('Control+Shift+z')
  expect(await text(page, /^title/i).inputValue()).toBe('Undone twice')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Save').click()
  await toast(page, 'Saved').last().waitFor()
  await expect.poll(async () => (await valuesOf(id)).blocks).toMatchObject([{ text: 'one' }, { text: 'two' }])
})

it('leaves the undo of the browser to text that is being typed', async () => {
  const id = await createArticle({ title: 'Typed', blocks: quotes('one') })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await button(page, 'Delete Quote 1').click()
  await text(page, /^title/i).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await page.keyboard.press('Control+z')
  await expect.poll(() => text(page, /^title/i).inputValue()).toBe('Typed')
  expect(await shown(page)).toEqual([])
  // The message belongs to the part, whatever was done since.
  await toast(page, 'Quote 1 deleted.').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shown(page)).toEqual([expect.stringContaining('one')])
})

it('leaves the message alone while somebody is at it', async () => {
  const id = await createArticle({ title: 'Slow reader', blocks: quotes('one') })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await button(page, 'Delete Quote 1').waitFor()
  await page.clock.install()
  await button(page, 'Delete Quote 1').click()
  const message = toast(page, 'Quote 1 deleted.')
  await message.getByRole('button', { name: 'Undo' }).focus()
  await page.clock.fastForward(60_000)
  await message.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => shown(page)).toEqual([expect.stringContaining('one')])
  await button(page, 'Delete Quote 1').click()
  await message.waitFor()
  await page.clock.fastForward(60_000)
  await message.waitFor({ state: 'hidden' })
})

it('takes back a quick paste without the words before and after it, and all of an empty field', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  const body = page.getByRole('textbox', { name: 'Body', exact: true })
  await body.click()
  await page.keyboard.type('typed ')
  await paste(page, { html: '<p><b>pasted</b></p>', text: 'pasted' })
  await expect.poll(() => body.textContent()).toBe('typed pasted')
  await page.keyboard.press('Control+z')
  await expect.poll(() => body.textContent()).toMatch(/^typed\s?$/)

  await text(page, /^summary/i).click()
  await page.keyboard.type('words ')
  await page.keyboard.insertText('more')
  await button(page, 'Undo').click()
  await expect.poll(() => text(page, /^summary/i).inputValue()).toBe('')
})

it('brings back discarded changes, by the menu on a phone', async () => {
  const id = await createArticle({ title: 'Discarded' })
  const page = await panel.open(`${ARTICLES}/${id}`, PHONE)
  await text(page, /^title/i).fill('Not discarded')
  await kept(page)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await toast(page, 'The changes have been discarded.').waitFor()
  expect(await text(page, /^title/i).inputValue()).toBe('Discarded')
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await expect.poll(() => text(page, /^title/i).inputValue()).toBe('Not discarded')
  await kept(page)
})

it('restores deleted entries from the message that says so', async () => {
  const id = await createArticle({ title: 'Deleted and back', slug: 'deleted-and-back' })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Delete this entry' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Entry deleted').getByRole('button', { name: 'Undo' }).click()
  await toast(page, '1 entry has been restored.').waitFor()
  expect(await valuesOf(id)).toMatchObject({ title: 'Deleted and back', slug: 'deleted-and-back' })

  await page.goto(`/admin${ARTICLES}?_q=Deleted+and+back`)
  await page.getByRole('button', { name: 'Actions for Deleted and back' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(page, '1 entry has been deleted.').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Deleted and back' }).waitFor()
  expect(await valuesOf(id)).toMatchObject({ title: 'Deleted and back' })
})
