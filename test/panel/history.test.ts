/** Earlier versions of an entry, the trash, who has changed what, and what is planned. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLE = 'api::article.article'
const MANAGER = '/content-manager'
const ARTICLES = `${MANAGER}/collection-types/${ARTICLE}`
const EDITOR = { email: 'ed@example.com', password: 'Correct-horse-3', firstname: 'Ed', lastname: 'Ito' }

const panel = startPanel()

async function sent<Answer = { readonly id: number }>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await panel.send(method, path, body)
  const answer = (await response.json()) as { data: Answer }
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
  return answer.data
}

const newArticle = (title: string, values: object = {}) =>
  sent('POST', `/content/${ARTICLE}`, {
    data: { title, slug: title.toLowerCase().replaceAll(' ', '-'), ...values },
  })

it('a field of an earlier version is brought back, then all of it', async () => {
  const { id } = await newArticle('A warm day', { summary: 'Tea in the garden' })
  const place = `/content/${ARTICLE}/${id}`
  await sent('PUT', place, { data: { title: 'A cold day' } })
  await sent('PUT', place, { data: { summary: 'Cake in the garden' } })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History of “A cold day”', level: 1 }).waitFor()
  await page.getByText('3 versions').waitFor()
  const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('link')
  expect(await versions.count()).toBe(3)
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByRole('group', { name: 'Summary' }).waitFor()
  expect(await changes.locator('del').allTextContents()).toEqual(['Tea'])
  expect(await changes.locator('ins').allTextContents()).toEqual(['Cake'])
  expect(await findingsInEachView(page)).toEqual([])

  await versions.last().click()
  await changes.getByRole('group', { name: 'Title' }).waitFor()
  await changes.getByRole('button', { name: 'Restore Title' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore Title' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('A warm day')
  expect(await page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Cake in the garden')

  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('4 versions').waitFor()
  await versions.last().click()
  await page.getByRole('combobox', { name: 'Compare with' }).waitFor()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Tea in the garden')
})

it('a version shows what it has changed, also in parts and relations, by names', async () => {
  const [tag] = await sent<readonly { readonly id: number; readonly title: string }[]>('GET', '/content/api::tag.tag')
  const home = `/content/api::homepage.homepage/single`
  const { values } = await sent<{ readonly values: { readonly blocks: readonly object[] } }>('GET', home)
  const quote = { __component: 'blocks.quote', text: 'Nobody reads this' }
  await sent('PUT', home, { data: { blocks: [quote, ...values.blocks] } })
  const page = await panel.open(`${MANAGER}/single-types/api::homepage.homepage`)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('group', { name: /^Blocks › Quote 1$/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Changes' }).getByRole('group').count()).toBe(1)
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').first().click()
  await page.getByRole('group', { name: /^Blocks › Quote 1$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0)

  const { id } = await newArticle('With a tag')
  await sent('PUT', `/content/${ARTICLE}/${id}`, { data: { tags: { connect: [{ id: tag!.id }] } } })
  await page.goto(`/admin${ARTICLES}/${id}/history`)
  expect(await page.getByRole('group', { name: 'Tags' }).locator('ins').textContent()).toBe(tag!.title)
})

it('an entry that was deleted is brought back, with another slug if its own is taken', async () => {
  panel.expect(/status of 400/)
  const { id } = await newArticle('Thrown away')
  await sent('DELETE', `/content/${ARTICLE}/${id}`)
  await newArticle('Thrown away')
  const page = await panel.open(MANAGER)
  await page.getByRole('link', { name: 'Trash' }).first().click()
  await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Article')
  const row = page.getByRole('row', { name: /Thrown away/ })
  await row.waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await row.getByRole('button', { name: 'Restore Thrown away' }).click()
  const dialog = page.getByRole('dialog', { name: 'Thrown away' })
  await dialog.getByText('thrown-away', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await dialog.getByText('Another entry already has this value.').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'slug' }).fill('found-again')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The trash is empty').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Slug' }).inputValue()).toBe('found-again')
})

it('an entry in the trash is deleted for good', async () => {
  const { id } = await newArticle('Never again')
  await sent('DELETE', `/content/${ARTICLE}/${id}`)
  const page = await panel.open(`${MANAGER}/trash`)
  await page
    .getByRole('row', { name: /Never again/ })
    .getByRole('button', { name: 'Delete for good' })
    .click()
  const question = page.getByRole('dialog', { name: 'Delete “Never again” for good?' })
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('Deleted for good.').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /Never again/ }).count()).toBe(0)
  await page.getByRole('main').locator(':focus').waitFor()
})

it('who has changed what is searched by action, type, person and day', async () => {
  await newArticle('In the news')
  await sent('POST', '/content/api::tag.tag', { data: { name: 'News', slug: 'news' } })
  const page = await panel.open('/settings/audit-logs')
  await page.waitForURL(/\/admin\/activity$/)
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Activity' }).and(page.locator('[aria-current=page]')).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Tag')
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('row', { name: /Ana Lee .* created News Tag/ }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Action' }).selectOption('deleted')
  await page.getByText('No changes found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('table').getByRole('button', { name: 'Ana Lee' }).first().click()
  await page.waitForURL(/by=admin(%3A|:)\d+$/)
  await page.getByLabel('From', { exact: true }).fill('2030-01-01')
  await page.getByText('No changes found').waitFor()
})

it('an entry is planned to be published, and the plan is changed and removed', async () => {
  panel.expect(/status of 400/)
  const { id } = await newArticle('For later')
  const page = await panel.open(`${ARTICLES}/${id}`)
  await page.getByText('No time is set.').waitFor()
  await page.getByRole('button', { name: 'Set a time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule' })
  await dialog.getByLabel('Publish at', { exact: true }).fill('2020-01-31T08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose a time to come.').waitFor()
  await dialog.getByLabel('Publish at', { exact: true }).fill('2090-01-31T08:00')
  await dialog.getByLabel('Unpublish at', { exact: true }).fill('2090-02-28T08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The schedule has been saved.').waitFor()
  await page.getByText(/31 Jan 2090/).waitFor()

  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await page.getByRole('heading', { name: 'Schedule', level: 1 }).waitFor()
  const day = page.getByRole('region', { name: /^Tuesday,? 31 January 2090$/ })
  await day.getByRole('link', { name: 'For later' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await day.getByRole('button', { name: 'Change For later' }).click()
  await dialog.getByRole('button', { name: 'Clear Publish at' }).click()
  await dialog.getByRole('button', { name: 'Clear Unpublish at' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing is planned').waitFor()
})

it('what a role may not open does not exist for it', async () => {
  panel.expect(/status of 40[34]/)
  await sent('POST', '/admins', { ...EDITOR, roles: ['strapi-editor'] })
  const cookie = await panel.signIn(EDITOR)
  const page = await panel.open('/activity', { cookie })
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  await page.goto('/admin/')
  await page.getByRole('link', { name: 'Media Library' }).waitFor()
  expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Tra')
  await page.getByRole('option', { name: /Trash/ }).waitFor()
  await page.getByRole('combobox').fill('Activity')
  await page.getByText('No results for “Activity”.').waitFor()
  const answer = await fetch(`${panel.address}/admin/api/activity`, { headers: { 'x-populus-admin': '1', cookie } })
  expect(answer.status).toBe(403)
})
