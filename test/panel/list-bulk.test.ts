/** Actions on one and on many entries of a list. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { axeFindings } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const TAG = 'api::tag.tag'
const ARTICLE = 'api::article.article'
const listOf = (uid: string, search = '') => `/content-manager/collection-types/${uid}${search}`

/** On SQLite too by `npm run test:long`. */
const DATABASES = process.env.PANEL_WAYS === 'all' ? CLIENTS : (['postgres'] as const)

describe.each(DATABASES)('a list on %s', client => {
  const panel = startPanel({ client, uploads: true })

  async function create(uid: string, data: object): Promise<number> {
    const response = await panel.send('POST', `/content/${uid}`, { data })
    expect(response.status).toBe(201)
    return ((await response.json()) as { data: { id: number } }).data.id
  }

  const select = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check()
  const action = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name, exact: true }).click()

  it('publishes several entries, by keyboard alone, and takes them back', async () => {
    await create(TAG, { name: 'Moss', slug: 'moss' })
    await create(TAG, { name: 'Mist', slug: 'mist' })
    const page = await panel.open(listOf(TAG, '?_q=m&status=draft'))
    await page.getByRole('checkbox', { name: 'Select all entries' }).focus()
    await page.keyboard.press('Space')
    await page
      .getByRole('region', { name: 'Selected entries' })
      .getByRole('button', { name: 'Publish', exact: true })
      .focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirmation' })
    await dialog.getByRole('button', { name: 'Publish', exact: true, disabled: false }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 entries have been published.').waitFor()
    await page.getByText('Nothing found').waitFor()
    // The rows and the bar of their actions are gone: the focus is in what is left of the page.
    await page.getByRole('main').locator(':focus').waitFor()

    await page.getByRole('combobox', { name: 'State' }).selectOption('Published')
    await select(page, 'Moss')
    await action(page, 'Unpublish')
    await dialog.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await page.getByText('1 entry has been unpublished.').waitFor()
    await page.getByRole('link', { name: 'Moss' }).waitFor({ state: 'hidden' })
  })

  it('publishes none if one of them is incomplete, and says which', async () => {
    await create(TAG, { name: 'Fern', slug: 'fern' })
    await create(TAG, { name: 'Fog', slug: null })
    const page = await panel.open(listOf(TAG, '?_q=f&status=draft'))
    await page.getByRole('checkbox', { name: 'Select all entries' }).check()
    await action(page, 'Publish')
    const dialog = page.getByRole('dialog', { name: 'Confirmation' })
    await dialog.getByRole('link', { name: 'Fog' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('region', { name: 'Selected entries' }).getByText('2 entries selected').waitFor()
  })

  it('sets values on all entries of a list, also those of other pages', async () => {
    const page = await panel.open(listOf(ARTICLE, '?filters[kind]=essay&pageSize=10'))
    await page.getByRole('table').waitFor()
    const found = Number.parseInt((await page.getByRole('status').first().textContent())!, 10)
    expect(found).toBeGreaterThan(10)
    await page.getByRole('checkbox', { name: 'Select all entries' }).check()
    await page.getByRole('button', { name: `Select all ${found} entries in this list` }).click()
    await action(page, 'Edit')
    const dialog = page.getByRole('dialog', { name: `Edit ${found} entries` })
    // By keyboard: the arrows only go through the menu.
    const addField = async (name: string) => {
      const added = dialog.getByRole('button', { name: /^Remove / })
      const before = await added.count()
      await dialog.getByRole('button', { name: 'Add a field' }).press('Enter')
      await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await added.count()).toBe(before)
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
    }
    await addField('Reading time')
    await dialog.getByRole('spinbutton', { name: 'Reading time' }).fill('77')
    await addField('Featured')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${found} entries have been saved.`).waitFor()
    const search = 'filters[kind]=essay&filters[readingTime]=77&filters[featured]=true'
    const list = (await (await panel.send('GET', `/content/${ARTICLE}?${search}`)).json()) as { meta: unknown }
    expect(list.meta).toMatchObject({ pagination: { total: found } })
  })

  it('exports the chosen entries with the columns of the list', async () => {
    const page = await panel.open(listOf(ARTICLE, '?_q=rye&columns[0]=title&columns[1]=author&columns[2]=slug'))
    await select(page, 'A rye loaf that lasts all week')
    await action(page, 'Export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('articles.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^\uFEFFid,title,author,slug\r\n7,A rye loaf that lasts all week,[\w ]+,rye-for-the-week\r\n$/)
  })

  it('says what refers to an entry before it is deleted', async () => {
    const page = await panel.open(listOf('api::author.author'))
    const first = page.getByRole('table').getByRole('link').first()
    const name = (await first.textContent())!
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirmation' })
    await dialog.getByText(/references? will be lost/).waitFor()
    await dialog.getByRole('link').first().waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .and(page.locator(':focus'))
      .waitFor()

    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('1 entry has been deleted.').waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('table').locator(':focus').waitFor()
  })

  it('duplicates an entry and opens the copy', async () => {
    const page = await panel.open(listOf(ARTICLE, '?_q=rye'))
    await page.getByRole('button', { name: 'Actions for A rye loaf that lasts all week' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/article\/\d+$/)
    expect(page.url()).not.toMatch(/article\/7$/)
  })
})
