/** Entries that go live together, and the calendar of what is planned. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { axeFindings, findingsInEachView, PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLE = 'api::article.article'
const TAG = 'api::tag.tag'
const MANAGER = '/content-manager'
const AUTHOR = { email: 'aron@example.com', password: 'Correct-horse-3', firstname: 'Aron' }

/** On SQLite too by `npm run test:long`. */
const DATABASES = process.env.PANEL_WAYS === 'all' ? CLIENTS : (['postgres'] as const)

describe.each(DATABASES)('releases on %s', client => {
  const panel = startPanel({ client })

  async function sent<Answer = { readonly id: number }>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await panel.send(method, path, body)
    const answer = (await response.json()) as { data: Answer }
    expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
    return answer.data
  }

  const article = (title: string) =>
    sent('POST', `/content/${ARTICLE}`, { data: { title, slug: title.toLowerCase().replaceAll(' ', '-') } })
  const tag = (name: string, slug: string | null) => sent('POST', `/content/${TAG}`, { data: { name, slug } })
  const status = async (uid: string, id: number) =>
    (await sent<{ readonly status: string }>('GET', `/content/${uid}/${id}`)).status
  const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add to a release' })

  it('entries are added from a list and from a form, checked, and published together', async () => {
    const { id: one } = await article('Apple tart')
    const { id: other } = await tag('Pear', 'pear')
    const page = await panel.open(`${MANAGER}/collection-types/${ARTICLE}?_q=Apple tart`)
    await page.getByRole('checkbox', { name: 'Select Apple tart' }).check()
    await page.getByRole('button', { name: 'Add to a release' }).click()
    const dialog = addDialog(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Autumn')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Added to Autumn.').waitFor()

    await page.goto(`/admin${MANAGER}/collection-types/${TAG}/${other}`)
    await page.getByRole('button', { name: 'Add to a release' }).click()
    await dialog.getByRole('combobox', { name: 'Release' }).selectOption('Autumn')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Autumn' }).click()
    await page.getByRole('heading', { name: 'Autumn', level: 1 }).waitFor()
    await page.getByRole('row', { name: /Apple tart Article.*Publish ready Draft/ }).waitFor()
    await page.getByRole('row', { name: /Pear Tag.*Publish ready Draft/ }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])

    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('The release has been published.').waitFor()
    await page.getByText(/Published .* by Ana Lee\.$/).waitFor()
    expect(await page.getByRole('button', { name: /Take out|Delete the release|Name and time/ }).count()).toBe(0)
    expect([await status(ARTICLE, one), await status(TAG, other)]).toEqual(['published', 'published'])
    await page.getByRole('main').getByRole('link', { name: 'Releases' }).last().click()
    await page.getByRole('region', { name: 'Published' }).getByRole('link', { name: 'Autumn' }).waitFor()
  })

  it('by keyboard alone: created with a time, refused with a reason, mended, renamed and deleted', async () => {
    panel.expect(/status of 400/)
    const [{ id: good }, { id: bad }] = [await article('Plum cake'), await tag('Fog', null)]
    const page = await panel.open(`${MANAGER}/releases`)
    const press = async (name: string, inside: Pick<Page, 'getByRole'> = page) => {
      await inside.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor()
    await press('Create a release')
    const form = page.getByRole('dialog', { name: 'Create a release' })
    await form.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Winter')
    await form.getByLabel('Publish at', { exact: true }).fill('2020-01-31T08:00')
    await page.keyboard.press('Enter')
    await form.getByText('Choose a time to come.').waitFor()
    await form.getByLabel('Publish at', { exact: true }).fill('2090-01-31T08:00')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Winter', level: 1 }).waitFor()
    const release = page.url().split('/').at(-1)!
    await sent('POST', `/releases/${release}/items`, { uid: ARTICLE, action: 'publish', ids: [good] })
    await sent('POST', `/releases/${release}/items`, { uid: TAG, action: 'publish', ids: [bad] })
    await page.reload()
    await page.getByRole('row', { name: /Fog.*refused ?slug: / }).waitFor()
    await press('Publish now')
    const question = page.getByRole('dialog', { name: 'Publish now' })
    await press('Publish now', question)
    await question.getByText(/^The release cannot be published: api::tag\.tag \d+: slug must be defined\.$/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await status(ARTICLE, good)).toBe('draft')
    await press('Take out Fog')
    await page.getByText('The entry has been taken out.').waitFor()
    await page.getByRole('row', { name: /Fog/ }).waitFor({ state: 'hidden' })
    await press('Name and time')
    const change = page.getByRole('dialog', { name: 'Name and time' })
    await change.getByRole('textbox', { name: 'Name' }).fill('Spring')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
    await press('Delete the release')
    await press('Delete the release', page.getByRole('dialog', { name: 'Delete the release' }))
    await page.getByText('The release has been deleted.').waitFor()
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor()
  })

  it('the calendar shows a month, leads to entries and releases, and is a list on a phone', async () => {
    const { id } = await article('Almanac')
    await sent('PUT', `/content/${ARTICLE}/${id}/schedule`, { publishAt: '2090-01-31T12:00:00Z' })
    const { id: release } = await sent<{ readonly id: string }>('POST', '/releases', {
      name: 'New year',
      at: '2090-01-01T12:00:00Z',
    })
    const page = await panel.open(`${MANAGER}/calendar?month=2089-12`)
    await page.getByRole('heading', { name: 'December 2089' }).waitFor()
    await page.getByRole('link', { name: 'Next month' }).focus()
    await page.keyboard.press('Enter')
    const month = page.getByRole('table', { name: 'January 2090' })
    await month.getByRole('cell', { name: /^31 .*publish\s*Almanac$/ }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await month.getByRole('link', { name: /Release\s*New year/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New year', level: 1 }).waitFor()
    await page.goBack()
    await page.setViewportSize(PHONE)
    await page.getByRole('heading', { name: /^Tuesday,? 31 January 2090$/ }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await page.getByRole('link', { name: /publish\s*Almanac/ }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin${MANAGER}/collection-types/${ARTICLE}/${id}`)
    await sent('DELETE', `/releases/${release}`)
  })

  it('who may publish nothing has no releases, and Strapi’s address leads to them', async () => {
    panel.expect(/status of 40[34]/)
    const page = await panel.open('/plugins/content-releases')
    await page.waitForURL(/\/admin\/content-manager\/releases$/)
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor()
    await sent('POST', '/admins', { ...AUTHOR, roles: ['strapi-author'] })
    const cookie = await panel.signIn(AUTHOR)
    const other = await panel.open(`${MANAGER}/releases`, { cookie })
    await other.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    expect(await other.getByRole('link', { name: 'Releases' }).count()).toBe(0)
  })
})
