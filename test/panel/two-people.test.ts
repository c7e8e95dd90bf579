/** Two people in one entry: each sees what the other did, nobody publishes what they have not seen, and a deleted entry comes back. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startPanel } from './support/panel.ts'
import { saved } from './support/saved.ts'
import { slowLine } from './support/slow-line.ts'

const ARTICLE = 'api::article.article'
const ARTICLES = `/content-manager/collection-types/${ARTICLE}`
const EVA = { email: 'eva@example.com', password: 'Correct-horse-3', firstname: 'Eva', lastname: 'Ito' }
const THEO = { email: 'theo@example.com', password: 'Correct-horse-4', firstname: 'Theo', lastname: 'May' }

const panel = startPanel()

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await saved(page)
}

const cookies = new Map<string, string>()

async function cookieOf(person: typeof EVA, role: string): Promise<string> {
  const known = cookies.get(person.email)
  if (known !== undefined) return known
  expect((await panel.send('POST', '/admins', { ...person, roles: [role] })).status).toBe(201)
  const cookie = await panel.signIn(person)
  cookies.set(person.email, cookie)
  return cookie
}

/** Theo is an author, who sees what he has written himself; Eva an editor. */
async function together(): Promise<{ readonly eva: Page; readonly theo: Page; readonly id: number }> {
  const theo = await panel.open(`${ARTICLES}/create`, { cookie: await cookieOf(THEO, 'strapi-author') })
  await text(theo, 'Title').fill('Harbour')
  await theo.getByText('Available', { exact: true }).waitFor()
  await save(theo)
  await theo.waitForURL(/article\/\d+$/)
  const id = Number(theo.url().split('/').at(-1))
  const eva = await panel.open(`${ARTICLES}/${id}`, { cookie: await cookieOf(EVA, 'strapi-editor') })
  await eva.getByRole('status').getByText('Also editing this entry: Theo May').waitFor()
  return { eva, theo, id }
}

interface Stored {
  readonly status: string
  readonly values: Readonly<Record<string, unknown>>
}

async function stored(id: number): Promise<Stored> {
  const answer = (await (await panel.send('GET', `/content/${ARTICLE}/${id}`)).json()) as { data: Stored }
  return answer.data
}

it('a form without unsaved work shows what the other has saved, and one with unsaved work says so', async () => {
  const { eva, theo, id } = await together()
  await text(theo, 'Summary').fill('By Theo')
  await save(theo)
  await expect.poll(() => text(eva, 'Summary').inputValue()).toBe('By Theo')
  await eva.getByText('Theo May has changed this entry. You see the new version.').waitFor()

  await text(theo, 'Internal note').fill('Not saved yet')
  await text(eva, 'Summary').fill('By Eva')
  await save(eva)
  await theo.getByRole('status').getByText('Eva Ito has changed this entry while you had it open.').waitFor()
  panel.expect(/409/)
  await save(theo)
  await expect
    .poll(async () => (await stored(id)).values)
    .toMatchObject({ summary: 'By Eva', internalNote: 'Not saved yet' })
  // What was shown is shown: nothing is left to say.
  await theo.getByText('Eva Ito has changed this entry while you had it open.').waitFor({ state: 'detached' })
})

it('what the one does moves nothing under the hands of the other', async () => {
  const theo = await panel.open(`${ARTICLES}/create`, { cookie: await cookieOf(THEO, 'strapi-author') })
  await text(theo, 'Title').fill('Quay')
  await theo.getByText('Available', { exact: true }).waitFor()
  await save(theo)
  await theo.waitForURL(/article\/\d+$/)
  const id = Number(theo.url().split('/').at(-1))
  await text(theo, 'Summary').fill('Not saved')
  await theo.getByText('Kept as your draft, not saved yet').waitFor()
  const place = () => text(theo, 'Summary').boundingBox()
  const before = await place()
  const eva = await panel.open(`${ARTICLES}/${id}`, { cookie: await cookieOf(EVA, 'strapi-editor') })
  await theo.getByText('Also editing this entry: Eva Ito').waitFor()
  expect(await place()).toEqual(before)
  await text(eva, 'Title').focus()
  await theo.getByText('Also in this field: Eva Ito').waitFor()
  expect(await place()).toEqual(before)
  await text(eva, 'Internal note').fill('By Eva')
  await save(eva)
  await theo.getByText('Eva Ito has changed this entry while you had it open.').waitFor()
  expect(await place()).toEqual(before)
})

it('nobody publishes what they have not seen', async () => {
  const { eva, theo, id } = await together()
  // The change feed of a network in trouble.
  await eva.route(/\/admin\/api\/changes/, route => route.abort())
  panel.expect(/ERR_FAILED/, /409/)
  await eva.reload()
  await text(eva, 'Summary').fill('By Eva')
  await text(theo, 'Title').fill('Unfinished words')
  await save(theo)
  await button(eva, 'Publish').click()
  await eva.getByText('Theo May has changed this entry meanwhile. Read it again, then publish it.').waitFor()
  expect(await text(eva, 'Title').inputValue()).toBe('Unfinished words')
  expect((await stored(id)).status).toBe('draft')
  await button(eva, 'Publish').click()
  await expect.poll(async () => (await stored(id)).status).toBe('published')
  expect((await stored(id)).values).toMatchObject({ title: 'Unfinished words', summary: 'By Eva' })
})

it('nobody publishes what came while an earlier save was on its way', async () => {
  const { eva, theo, id } = await together()
  panel.expect(/409/)
  const line = await slowLine(eva, 'PUT', `/${id}`)
  await text(eva, 'Summary').fill('By Eva')
  await eva.keyboard.press('Control+s')
  await line.isWaiting()
  await text(theo, 'Title').fill('Unfinished words')
  await save(theo)
  await eva.keyboard.press('Control+Enter')
  await eva.waitForResponse(/\/checks$/)
  line.answer()
  await eva.getByText('has changed this entry meanwhile. Read it again, then publish it.').waitFor()
  expect(await stored(id)).toMatchObject({ status: 'draft', values: { title: 'Unfinished words', summary: 'By Eva' } })
  await eva.keyboard.press('Control+Enter')
  await expect.poll(async () => (await stored(id)).status).toBe('published')
})

it('an entry that is deleted while somebody writes comes back with what they wrote', async () => {
  const { eva, theo, id } = await together()
  await text(theo, 'Summary').fill('Typed before')
  await button(eva, 'Delete this entry').click()
  const question = eva.getByRole('dialog', { name: 'Confirmation' })
  await question.getByText('Also editing this entry: Theo May').waitFor()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await eva.waitForURL(/article\.article$/)
  await theo.getByRole('alert').getByText('Eva Ito has deleted this entry.').waitFor()
  await text(theo, 'Summary').fill('Typed before and after')
  panel.expect(/404/)
  await theo.keyboard.press('Control+s')
  await theo.getByText('Not found. It may have been deleted.').waitFor()
  await button(theo, 'Restore').click()
  await theo.getByText('The entry has been restored.').waitFor()
  await save(theo)
  expect((await stored(id)).values).toMatchObject({ title: 'Harbour', summary: 'Typed before and after' })
})

it('the address of a deleted entry says who deleted it, and brings it back', async () => {
  const { eva, theo, id } = await together()
  await text(theo, 'Summary').fill('Saved')
  await save(theo)
  await expect.poll(() => text(eva, 'Summary').inputValue()).toBe('Saved')
  await button(eva, 'Delete this entry').click()
  await eva.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await eva.waitForURL(/article\.article$/)
  panel.expect(/404/)
  await theo.goto(`/admin${ARTICLES}/${id}`)
  await theo.getByRole('heading', { name: 'This entry was deleted' }).waitFor()
  await theo.getByText(/^Eva Ito deleted “Harbour” .* It is in the trash\.$/).waitFor()
  await button(theo, 'Restore').click()
  await expect.poll(() => text(theo, 'Summary').inputValue()).toBe('Saved')
  await theo.goto(`/admin${ARTICLES}/999999`)
  await theo.getByRole('heading', { name: 'There is no such entry' }).waitFor()
  await theo.getByRole('link', { name: 'To the list' }).click()
  await theo.getByRole('table').waitFor()
})
