/** Two people in one text, and a network that fails: the form brings their work together, and leaves everybody where they write. */
import { fileURLToPath } from 'node:url'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const PROJECT = fileURLToPath(new URL('../content/write/project', import.meta.url))

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()

interface Opened {
  readonly id: number
  readonly values: Readonly<Record<string, unknown>>
}

/** The server does what is asked, and nobody hears of it. */
const unanswered = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

describe('an article', () => {
  const panel = startPanel()
  const ARTICLES = '/content-manager/collection-types/api::article.article'
  const path = '/content/api::article.article'

  const answer = async (response: Promise<Response>) => ((await (await response).json()) as { data: Opened }).data
  const stored = (id: number) => answer(panel.send('GET', `${path}/${id}`))
  const write = (id: number, data: object) => answer(panel.send('PUT', `${path}/${id}`, { data }))

  async function openArticle(data: object): Promise<{ page: Page; id: number }> {
    const { id } = await answer(panel.send('POST', path, { data: { title: 'Together', ...data } }))
    const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
    await text(page, 'Body').waitFor()
    return { page, id }
  }

  it('is merged by paragraph while it is written, and the cursor stays', async () => {
    const { page, id } = await openArticle({ body: '# Tea\n\nFirst.\n\nSecond.\n\n* one\n* two\n\nLast.' })
    await text(page, 'Body').getByText('Second.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mine')
    await write(id, {
      body: '# Green tea\n\nNew, theirs.\n\nFirst.\n\nSecond.\n\n* one\n* two\n* three\n\nLast.',
    })
    panel.expect(/409/)
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.keyboard.type(', still here.')
    await expect.poll(() => text(page, 'Body').textContent()).toContain('Second. Mine, still here.')
    const theirs = '# Green tea\n\nNew, theirs.\n\nFirst.\n\nSecond.'
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await stored(id)).values.body)
      .toBe(`${theirs} Mine, still here.\n\n* one\n* two\n* three\n\nLast.`)
    // What the other has written is not undone here.
    for (let count = 0; count < 5; count += 1) await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored(id)).values.body).toBe(`${theirs}\n\n* one\n* two\n* three\n\nLast.`)
  })

  it('is merged in source and in plain text too, and the cursor stays', async () => {
    const { page, id } = await openArticle({ body: 'First.\n\nSecond.', summary: 'One.\n\nTwo.' })
    await button(page, 'Source').click()
    await text(page, 'Body').getByText('Second.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mine')
    await write(id, { body: 'First, theirs.\n\nSecond.' })
    panel.expect(/409/)
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.keyboard.type('.')
    await text(page, 'Summary').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Mine')
    await write(id, { summary: 'One, theirs.\n\nTwo.' })
    await page.keyboard.press('Control+s')
    await expect.poll(() => text(page, 'Summary').inputValue()).toBe('One, theirs.\n\nTwo. Mine')
    await page.keyboard.type('.')
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => (await stored(id)).values)
      .toMatchObject({ body: 'First, theirs.\n\nSecond. Mine.', summary: 'One, theirs.\n\nTwo. Mine.' })
  })

  it('asks about the paragraph that both changed, and keeps the others whatever is chosen', async () => {
    const { page, id } = await openArticle({ summary: 'One.\n\nTwo.\n\nThree.' })
    await text(page, 'Summary').fill('One, mine.\n\nTwo.\n\nThree, mine.')
    await write(id, { summary: 'One, theirs.\n\nTwo, theirs.\n\nThree.' })
    panel.expect(/409/)
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'Two versions of the same entry' })
    await dialog.getByRole('button', { name: 'Use these and save' }).click()
    await saved(page)
    expect((await stored(id)).values.summary).toBe('One, mine.\n\nTwo, theirs.\n\nThree, mine.')
  })

  it('shows in a long text what is to be decided', async () => {
    const long = 'Nobody has changed these words. '.repeat(40)
    const { page, id } = await openArticle({ body: `${long}End.` })
    await text(page, 'Body').getByText('End.').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Mine')
    await write(id, { body: `${long}End. Theirs` })
    panel.expect(/409/)
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'Two versions of the same entry' })
    await dialog.getByRole('radio', { name: /^Your version ….*End\. ?Mine$/ }).waitFor()
    await dialog.getByRole('radio', { name: /Theirs$/ }).check()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use these and save' }).click()
    await saved(page)
    expect((await stored(id)).values.body).toBe(`${long}End. Theirs`)
  })

  it('asks again after a reload about what was not decided', async () => {
    const { page, id } = await openArticle({ summary: 'One.' })
    // Only this browser keeps it: a save by the same person elsewhere ends what the server keeps.
    panel.expect(/ERR_FAILED/)
    await page.route(/\/admin\/api\/drafts\//, route => route.abort())
    await text(page, 'Summary').fill('Mine.')
    await page.waitForTimeout(1000)
    await write(id, { summary: 'Theirs.' })
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Two versions of the same entry' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Save').click()
    await dialog.waitFor()
    expect((await stored(id)).values.summary).toBe('Theirs.')
    await page.reload()
    await dialog.getByRole('radio', { name: 'Ana Lee’s version' }).check()
    await dialog.getByRole('button', { name: 'Use these' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await text(page, 'Summary').inputValue()).toBe('Theirs.')
  })

  it('is saved once, and without a question, when the answer to a save is lost', async () => {
    const page = await panel.open(`${ARTICLES}/create`, { fresh: true })
    panel.expect(/ERR_FAILED/, /409/)
    await text(page, 'Title').fill('Quillwort')
    await page.getByText('Available', { exact: true }).waitFor()
    await page.route(/\/content\/api(::|%3A%3A)article\.article$/, unanswered, { times: 1 })
    await button(page, 'Save').click()
    await page.getByText('The server cannot be reached.').first().waitFor()
    await text(page, 'Title').fill('Quillwort, and changed')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/article\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    await expect.poll(async () => (await stored(id)).values.title).toBe('Quillwort, and changed')
    const { data } = (await (await panel.send('GET', `${path}?_q=Quillwort`)).json()) as { data: readonly unknown[] }
    expect(data.length).toBe(1)

    await page.route(/\/content\/api(::|%3A%3A)article\.article\/\d+$/, unanswered, { times: 1 })
    const parts = page.getByRole('region', { name: 'Blocks' })
    await parts.getByRole('button', { name: 'Add a component to blocks' }).click()
    await page
      .getByRole('region', { name: 'Add a component to blocks' })
      .getByRole('button', { name: /^Quote/ })
      .click()
    await parts.getByRole('textbox', { name: 'Text' }).fill('Once')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored(id)).values.blocks).toMatchObject([{ text: 'Once' }])
    await parts.getByRole('textbox', { name: 'Text' }).fill('Once, and changed')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored(id)).values.blocks).toMatchObject([{ text: 'Once, and changed' }])
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('blocks', () => {
  const panel = startPanel({ folder: PROJECT })

  it('are merged paragraph by paragraph, and the cursor stays', async () => {
    const paragraph = (words: string) => ({ type: 'paragraph', children: [{ type: 'text', text: words }] })
    const data = { title: 'Together', code: 'T1', story: ['one', '–', 'two', '–', 'three'].map(paragraph) }
    const made = (await (await panel.send('POST', '/content/api::item.item', { data })).json()) as { data: Opened }
    const { id } = made.data
    const page = await panel.open(`/content-manager/collection-types/api::item.item/${id}`, { fresh: true })
    await text(page, 'Story').getByText('two').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' mine')
    const story = ['ONE', 'new', '–', 'two', '–', 'THREE'].map(paragraph)
    await panel.send('PUT', `/content/api::item.item/${id}`, { data: { story } })
    panel.expect(/409/)
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.keyboard.type('!')
    await page.keyboard.press('Control+s')
    await expect
      .poll(async () => {
        const answer = await panel.send('GET', `/content/api::item.item/${id}`)
        return ((await answer.json()) as { data: Opened }).data.values.story
      })
      .toEqual(['ONE', 'new', '–', 'two mine!', '–', 'THREE'].map(paragraph))
  })
})
