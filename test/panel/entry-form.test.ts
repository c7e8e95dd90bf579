/** Writing an entry: relations in place, nothing lost, two people, publishing. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

const panel = startPanel({ uploads: true })

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message }).first().waitFor()
const kept = (page: Page) => page.getByText('Kept as your draft, not saved yet').waitFor()

interface Opened {
  readonly id: number
  readonly version: string
  readonly status: string
  readonly values: Record<string, unknown>
}

async function opened(id: number): Promise<Opened> {
  return ((await (await panel.send('GET', `/content/api::article.article/${id}`)).json()) as { data: Opened }).data
}

async function createArticle(title: string): Promise<number> {
  const answer = await panel.send('POST', '/content/api::article.article', { data: { title } })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

it('offers nothing that was found for other words while the search goes on', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  const related = page.getByRole('combobox', { name: 'Related' })
  const options = page.getByRole('option').filter({ visible: true })
  await related.click()
  await expect.poll(() => options.count()).toBeGreaterThan(2)
  // Also for those who do not see the list.
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ results$/ })
    .waitFor()
  await page.route(/_q=/, () => undefined)
  await related.pressSequentially('no such article')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Create “no such article”'])
})

it('writes an article, with a tag that is created in place, and publishes it', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  const asked: string[] = []
  page.on('request', request => request.url().includes('/admin/api/content/') && asked.push(request.url()))
  await text(page, 'Title').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('A walk along the coast')
  await page.getByText('Available', { exact: true }).waitFor()
  expect(await text(page, 'Slug').inputValue()).toBe('a-walk-along-the-coast')
  await text(page, 'Body').click()
  await page.keyboard.type('Salt and wind.')
  await button(page, 'Bold').click()
  await page.keyboard.type('Cold')
  await button(page, 'Source').click()
  await button(page, 'Preview mode').click()
  await page.getByRole('region', { name: 'Preview of body' }).getByText('Cold').waitFor()

  await page.getByRole('combobox', { name: 'Tags' }).fill('coastlines')
  await page.getByRole('option', { name: 'Create “coastlines”' }).click()
  const drawer = page.getByRole('dialog', { name: 'Create an entry: Tag' })
  await drawer.getByText('Available', { exact: true }).waitFor()
  expect(await drawer.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('coastlines')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Selected for tags' }).getByText('coastlines').waitFor()

  await page
    .getByRole('group', { name: 'Cover' })
    .getByRole('button', { name: /^Click to add an asset/ })
    .click()
  const picker = page.getByRole('dialog', { name: 'Add new assets' })
  await picker.getByRole('searchbox', { name: 'Search assets' }).fill('coast')
  await picker.getByRole('button', { name: /^evening-coast/ }).click()
  await picker.getByRole('button', { name: 'Finish' }).click()
  await page
    .getByRole('list', { name: 'Selected for cover' })
    .getByText(/^evening-coast/)
    .waitFor()

  await button(page, 'Publish').click()
  await toast(page, 'Published')
  await page.waitForURL(/article\/\d+$/)
  expect(asked.filter(url => /article\/\d+(\?|$)/.test(url))).toEqual([])
  const { status, values } = await opened(Number(page.url().split('/').at(-1)))
  expect(status).toBe('published')
  expect(values).toMatchObject({
    title: 'A walk along the coast',
    slug: 'a-walk-along-the-coast',
    body: 'Salt and wind.**Cold**',
    tags: { count: 1, items: [{ title: 'coastlines' }] },
  })
})

it('says before publishing what is missing, and jumps to it', async () => {
  const id = await createArticle('Not finished')
  const page = await panel.open(`${ARTICLES}/${id}`)
  // What the page asks for the first time does not count.
  await text(page, 'Title').waitFor()
  const asked: string[] = []
  page.on('request', request => request.url().includes('/admin/api/content/') && asked.push(request.url()))
  await page.reload()
  await text(page, 'Title').waitFor()
  // The plan is beside the form, and asked for by itself.
  expect(asked.filter(url => !url.endsWith('/schedule'))).toHaveLength(1)
  await text(page, 'Slug').fill('')
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  await zone.getByRole('button', { name: 'Add a component to blocks' }).click()
  await zone.getByRole('button', { name: 'Quote', exact: true }).click()
  await zone.getByRole('group', { name: 'Quote 1' }).getByRole('button', { expanded: true }).click()
  await button(page, 'Publish').click()
  const problems = page.getByRole('region', { name: '2 problems' })
  await problems.getByRole('button', { name: 'slug: This value is required.' }).waitFor()
  await problems.getByRole('button', { name: 'blocks › 1 › text: This value is required.' }).click()
  const field = zone.getByRole('textbox', { name: 'Text' })
  await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  expect((await opened(id)).status).toBe('draft')
})

it('keeps what is written through a reload, and asks before it is left', async () => {
  const id = await createArticle('Kept')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').fill('not saved')
  await kept(page)
  await page.reload()
  await page.getByText(/Unsaved changes from/).waitFor()
  expect(await text(page, 'Summary').inputValue()).toBe('not saved')
  expect((await opened(id)).values.summary).toBe(null)

  await page.getByRole('link', { name: 'Author', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Stay' }).last().click()
  expect(await text(page, 'Summary').inputValue()).toBe('not saved')
  await button(page, 'Discard changes').click()
  expect(await text(page, 'Summary').inputValue()).toBe('')
  await expect
    .poll(
      async () =>
        ((await (await panel.send('GET', `/drafts/api::article.article/${id}`)).json()) as { data: unknown }).data,
    )
    .toBe(null)
})

it('keeps a new entry too, and what is written while the server is away', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  await text(page, 'Title').fill('On the server')
  await kept(page)
  await page.context().setOffline(true)
  panel.expect(/ERR_INTERNET_DISCONNECTED/)
  await text(page, 'Summary').fill('in the browser')
  await page.getByText('Draft kept in this browser').waitFor()
  await page.waitForTimeout(400)
  await page.context().setOffline(false)
  await kept(page)
  await page.reload()
  await page.getByText(/Unsaved changes from/).waitFor()
  expect(await text(page, 'Title').inputValue()).toBe('On the server')
  expect(await text(page, 'Summary').inputValue()).toBe('in the browser')
})

it('is one form in two tabs', async () => {
  const id = await createArticle('Two tabs')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').waitFor()
  const other = await page.context().newPage()
  await other.goto(`/admin${ARTICLES}/${id}`)
  await text(other, 'Summary').fill('from the other tab')
  await expect.poll(() => text(page, 'Summary').inputValue()).toBe('from the other tab')
  await text(page, 'Title').fill('Two tabs, one form')
  await expect.poll(() => text(other, 'Title').inputValue()).toBe('Two tabs, one form')
})

it('shows both versions when two people changed the same field, and merges the rest', async () => {
  const id = await createArticle('Both')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').fill('mine')
  await page.getByRole('spinbutton', { name: 'Reading time' }).fill('4')
  const { version } = await opened(id)
  const theirs = await panel.send('PUT', `/content/api::article.article/${id}`, {
    data: { summary: 'theirs', internalNote: 'also theirs' },
  })
  expect(theirs.status).toBe(200)
  expect(((await theirs.json()) as { data: Opened }).data.version).not.toBe(version)
  panel.expect(/409/)
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of the same entry' })
  const field = dialog.getByRole('group', { name: 'Summary' })
  await field.getByText('mine').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await text(page, 'Summary').inputValue()).toBe('mine')
  expect((await opened(id)).values.summary).toBe('theirs')
  await button(page, 'Save').click()
  await field.getByRole('radio', { name: 'Ana Lee’s version' }).check()
  await dialog.getByRole('button', { name: 'Use these and save' }).click()
  await toast(page, 'Saved')
  expect((await opened(id)).values).toMatchObject({ summary: 'theirs', internalNote: 'also theirs', readingTime: 4 })
})

it('merges what two people wrote in different paragraphs of one text', async () => {
  const id = await createArticle('Paragraphs')
  const write = (summary: string) => panel.send('PUT', `/content/api::article.article/${id}`, { data: { summary } })
  await write('First.\n\nSecond.')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').fill('First, by me.\n\nSecond.')
  await write('First.\n\nSecond, by somebody else.')
  panel.expect(/409/)
  await button(page, 'Save').click()
  await toast(page, 'Saved')
  expect((await opened(id)).values.summary).toBe('First, by me.\n\nSecond, by somebody else.')
  expect(await text(page, 'Summary').inputValue()).toBe('First, by me.\n\nSecond, by somebody else.')
})

it('leaves a published entry published if nothing was changed', async () => {
  const id = await createArticle('Untouched')
  await panel.send('POST', `/content/api::article.article/${id}/publish`, {})
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Title').press('Control+S')
  await toast(page, 'Saved')
  expect((await opened(id)).status).toBe('published')
})

it('does not take the own parts of a live entry for those of somebody else', async () => {
  const id = await createArticle('Parts')
  await panel.send('POST', `/content/api::article.article/${id}/publish`, {})
  const quotes = ['one', 'two'].map(words => ({ __component: 'blocks.quote', text: words }))
  const page = await panel.open(`${ARTICLES}/${id}`)
  await panel.send('PUT', `/content/api::article.article/${id}`, { data: { blocks: quotes }, pending: true })
  await page.reload()
  const parts = page.getByRole('region', { name: 'Blocks' })
  await parts.getByRole('button', { name: 'Actions for Quote 1' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await kept(page)
  await page.reload()
  await parts.getByText('(2)').waitFor()
  await parts.getByRole('button', { name: 'Delete Quote 1' }).click()
  await parts.getByText('(1)').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await parts.getByText('(2)').waitFor()
  await kept(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await button(page, 'Save').click()
  await toast(page, 'Saved')
})

it('says what refers to an entry before it is deleted', async () => {
  const answer = await panel.send('POST', '/content/api::tag.tag', { data: { name: 'Referred', slug: 'referred' } })
  const { data: tag } = (await answer.json()) as { data: { id: number } }
  const data = { title: 'Refers to a tag', tags: { connect: [{ id: tag.id }] } }
  await panel.send('POST', '/content/api::article.article', { data })
  const page = await panel.open(`/content-manager/collection-types/api::tag.tag/${tag.id}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Delete this entry' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Refers to a tag' }).waitFor()
  const question = await page.getByRole('dialog').textContent()
  expect(question).toContain('(Article, tags)')
  expect(question).toContain('It goes to the trash, and can be restored from there.')
})

it('keeps the changes of a live entry apart until they are published', async () => {
  const id = await createArticle('Live')
  await panel.send('PUT', `/content/api::article.article/${id}`, { data: { slug: 'live' } })
  await panel.send('POST', `/content/api::article.article/${id}/publish`, {})
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Title').fill('Live, and better')
  await page.keyboard.press('Control+S')
  await toast(page, 'Saved')
  await page.getByText('Modified').first().waitFor()
  expect((await opened(id)).values.title).toBe('Live')
  await page.reload()
  await expect.poll(() => text(page, 'Title').inputValue()).toBe('Live, and better')
  await text(page, 'Title').press('Control+Enter')
  await toast(page, 'Published')
  expect(await opened(id)).toMatchObject({ status: 'published', values: { title: 'Live, and better' } })
  await button(page, 'Unpublish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await toast(page, 'Unpublished')
  await page.getByRole('complementary').getByRole('button', { name: 'Delete this entry' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(/api::article\.article$/)
  expect((await panel.send('GET', `/content/api::article.article/${id}`)).status).toBe(404)
})

it('shows who else is in the entry, and what they saved', async () => {
  const id = await createArticle('Together')
  const bo = { email: 'bo@example.com', password: 'Correct-horse-2' }
  const made = await panel.send('POST', '/admins', {
    ...bo,
    firstname: 'Bo',
    lastname: 'Ek',
    roles: ['strapi-super-admin'],
  })
  expect(made.status).toBe(201)
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Title').waitFor()
  const mine = panel.cookie
  panel.cookie = await panel.signIn(bo)
  const other = await panel.open(`${ARTICLES}/${id}`)
  panel.cookie = mine
  await other.getByText('Also editing this entry: Ana Lee').waitFor()
  await text(other, 'Summary').fill('by Bo')
  await page.getByText('Also in this field: Bo Ek').waitFor()
  await button(other, 'Save').click()
  await toast(other, 'Saved')
  await page.getByText('Bo Ek has changed this entry. You see the new version.').waitFor()
  await expect.poll(() => text(page, 'Summary').inputValue()).toBe('by Bo')
})

it('asks for the password over the form when the session has ended, and loses nothing', async () => {
  const id = await createArticle('Ended')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').waitFor()
  await panel.send('DELETE', '/me/sessions')
  panel.expect(/401/)
  await text(page, 'Summary').fill('written without a session')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await dialog.waitFor({ state: 'detached' })
  await kept(page)
  await button(page, 'Save').click()
  await toast(page, 'Saved')
  panel.cookie = await panel.signIn(ADMINISTRATOR)
  expect((await opened(id)).values.summary).toBe('written without a session')
})

it('shows the answer that clients get, and why something is missing', async () => {
  const id = await createArticle('Seen by clients')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await page.getByRole('tab', { name: 'API' }).click()
  await page.getByText(`GET /api/articles/${id}?populate=*`).waitFor()
  await page.getByRole('region', { name: 'Answer' }).getByText('"error"').waitFor()
  await page.getByRole('heading', { name: 'What is missing, and why' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})
