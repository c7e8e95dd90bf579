/** The list of entries: find, filter, sort, page, and save the list as a view. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings, findingsInEachView } from './support/axe.ts'
import { layoutShifts, ONE_LINE } from './support/layout-shifts.ts'
import { startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

const panel = startPanel({ uploads: true })

const rows = (page: Page) => page.getByRole('table').getByRole('link').allTextContents()
const found = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const pathOf = (page: Page) => decodeURIComponent(page.url().split('/admin')[1]!)

it('shows its first rows with one request, and follows a search', async () => {
  const page = await panel.open('/')
  const asked: string[] = []
  page.on('request', request => request.url().includes('/admin/api/content/') && asked.push(request.url()))
  await page.getByRole('link', { name: 'Content Manager' }).click()
  await page.getByRole('link', { name: 'Article', exact: true }).click()
  await found(page, '66 entries found')
  expect((await rows(page)).length).toBe(25)
  expect(asked.length).toBe(1)

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('lighthouse')
  await found(page, '1 entry found')
  expect(pathOf(page)).toBe(`${ARTICLES}?_q=lighthouse`)
  await page.goBack()
  await found(page, '66 entries found')
  expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).inputValue()).toBe('')

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('no such words')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await found(page, '66 entries found')
})

it('filters with AND and OR, through relations, and its address restores it', async () => {
  const page = await panel.open(ARTICLES)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('combobox', { name: 'Which conditions must be met' }).selectOption('Any of these (OR)')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('rye')
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await second.getByRole('combobox', { name: 'Field', exact: true }).selectOption('author')
  await second.getByRole('combobox', { name: 'Field of author' }).selectOption('name')
  await second.getByRole('textbox', { name: 'Value' }).fill('ingrid')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  const group = dialog.getByRole('group', { name: 'Group 3' })
  await group.getByRole('combobox', { name: 'Field', exact: true }).selectOption('id')
  await group.getByRole('combobox', { name: 'Comparison' }).selectOption('is')
  await group.getByRole('spinbutton', { name: 'Value' }).fill('6')
  await page.keyboard.press('Enter')
  const chips = page.getByRole('region', { name: 'Active filters' })
  await chips.getByText('title contains (case insensitive) rye').waitFor()
  await chips.getByText('(id is 6)').waitFor()
  expect(await page.getByRole('button', { name: 'Filters (3)' }).and(page.locator(':focus')).count()).toBe(1)
  const address = pathOf(page)
  expect(address).toBe(
    `${ARTICLES}?filters[$or][0][title][$containsi]=rye&filters[$or][1][author][name][$containsi]=ingrid` +
      '&filters[$or][2][$and][0][id][$eq]=6',
  )
  const titles = await rows(page)
  expect(titles).toContain('A city is as good as its benches')
  expect(titles).toContain('A rye loaf that lasts all week')
  expect(await axeFindings(page)).toEqual([])

  const again = await panel.open(address)
  await again.getByRole('region', { name: 'Active filters' }).waitFor()
  await again.getByRole('table').waitFor()
  expect(await rows(again)).toEqual(titles)
  await again.getByRole('button', { name: 'Remove filter: (id is 6)' }).click()
  await again.getByRole('link', { name: 'A city is as good as its benches' }).waitFor({ state: 'hidden' })
})

it('sorts by its headers, has pages of any size, and goes back', async () => {
  const shown = 'columns[0]=id&columns[1]=title'
  const page = await panel.open(`${ARTICLES}?${shown}`)
  await page.getByRole('button', { name: 'ID', exact: true }).click()
  await page.getByRole('columnheader', { name: 'ID' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  expect(pathOf(page)).toBe(`${ARTICLES}?${shown}&sort=id:ASC`)
  await page.getByRole('cell', { name: '1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'ID', exact: true }).click()
  await page.getByRole('cell', { name: '66', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Go to page 2' }).click()
  await page.getByRole('cell', { name: '41', exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Entries per page' }).selectOption('50')
  await page.getByRole('cell', { name: '17', exact: true }).waitFor()
  expect(pathOf(page)).toBe(`${ARTICLES}?${shown}&sort=id:DESC&pageSize=50`)
  await page.goBack()
  await page.getByRole('cell', { name: '42', exact: true }).waitFor({ state: 'hidden' })
  expect(pathOf(page)).toBe(`${ARTICLES}?${shown}&sort=id:DESC&page=2`)
  expect((await rows(page)).length).toBe(25)

  // Of dates, the newest come first.
  await page.goto(`/admin${ARTICLES}`)
  await page.getByRole('button', { name: 'Updated at', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Updated at' }).and(page.locator('[aria-sort=descending]')).waitFor()
})

it('gives the title the free width, and remembers the widths of columns', async () => {
  const page = await panel.open(ARTICLES)
  const width = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())!.width
  await page.getByRole('table').getByRole('img').first().waitFor()
  expect(await width('Title')).toBeGreaterThan(await width('Author'))
  expect(await width('Title')).toBeGreaterThan(await width('Updated at'))
  const handle = page.getByRole('separator', { name: 'Width of Author' })
  await handle.focus()
  const before = await width('Author')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => width('Author')).toBeGreaterThan(before + 40)
  const box = (await handle.boundingBox())!
  const stored = page.waitForResponse(answer => answer.url().endsWith('/me/preferences'))
  await page.mouse.move(box.x + 12, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 72, box.y + 20)
  await page.mouse.up()
  await stored
  const chosen = await width('Author')
  expect(chosen).toBeGreaterThan(before + 90)
  expect(await findingsInEachView(page)).toEqual([])
  const again = await panel.open(ARTICLES)
  // What the keys have chosen may have been stored first.
  const widthAgain = async () => {
    await again.reload()
    const header = again.getByRole('columnheader', { name: 'Author' })
    await header.waitFor()
    return Math.round((await header.boundingBox())!.width)
  }
  await expect.poll(widthAgain, { interval: 1000 }).toBe(Math.round(chosen))
})

it('filters by a related entry that is picked, and by the last days', async () => {
  const page = await panel.open(ARTICLES)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('combobox', { name: 'Field', exact: true }).selectOption('author')
  // An entry is neither greater nor less than another one.
  const comparison = dialog.getByRole('combobox', { name: 'Comparison' })
  await expect
    .poll(() => comparison.locator('option').allTextContents())
    .toEqual(['is', 'is not', 'is not null', 'is null'])
  await dialog.getByRole('searchbox', { name: 'Search in Value' }).fill('idris')
  const person = dialog.getByRole('combobox', { name: 'Value', exact: true })
  const option = person.locator('option', { hasText: 'Idris' }).first()
  await option.waitFor({ state: 'attached' })
  await person.selectOption((await option.getAttribute('value'))!)
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await second.getByRole('combobox', { name: 'Field', exact: true }).selectOption('updatedAt')
  const days = second.getByRole('spinbutton', { name: 'Number of days' })
  expect(await days.inputValue()).toBe('7')
  expect(await axeFindings(page)).toEqual([])
  await days.press('Enter')
  const chips = page.getByRole('region', { name: 'Active filters' })
  await chips.getByText(/^Author is Idris/).waitFor()
  await chips.getByText('Updated at is in the last 7 days').waitFor()
  expect(pathOf(page)).toMatch(/\[author\]\[id\]\[\$eq\]=\d+&.*\[updatedAt\]\[\$last\]=7/)
  await page.getByText(/^\d+ entr(y|ies) found$/).waitFor()
})

it('shows other columns, and keeps them with the filters as a view', async () => {
  const page = await panel.open(`${ARTICLES}?status=draft`)
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Displayed fields' }).click()
  await page.getByRole('checkbox', { name: 'Summary' }).check()
  await page.getByRole('checkbox', { name: 'Author' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Summary' }).waitFor()
  await page.getByRole('columnheader', { name: 'Author' }).waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My drafts')
  await page.getByRole('combobox', { name: 'Visible to' }).selectOption('Everyone')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const tab = page.getByRole('link', { name: 'My drafts' })
  await tab.and(page.locator('[aria-current=page]')).waitFor()
  await page.getByRole('link', { name: 'All entries' }).click()
  await found(page, '66 entries found')
  await page.getByRole('columnheader', { name: 'Author' }).waitFor()
  await tab.click()
  await page.getByRole('columnheader', { name: 'Summary' }).waitFor()
  expect(pathOf(page)).toContain('status=draft')

  await page.getByRole('button', { name: 'Actions for the view My drafts' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await tab.waitFor({ state: 'hidden' })
})

it('is copied as a call of the content API', async () => {
  const page = await panel.open(`${ARTICLES}?sort=title:DESC&columns[0]=title&columns[1]=author&status=published`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as API call' }).click()
  await page.getByText('Copied: GET').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${panel.address}/api/articles?sort=title:desc&fields[0]=title&populate[0]=author`,
  )
})

it('is a list of cards on a phone', async () => {
  const page = await panel.open(ARTICLES, { width: 360, height: 740, theme: 'dark' })
  await page.getByRole('list', { name: 'Article entries' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title ↓')
  await page.waitForURL(/sort=title(:|%3A)DESC/)
  await page.getByRole('list', { name: 'Article entries' }).getByRole('listitem').first().getByRole('link').click()
  await page.waitForURL(/article\/\d+$/)
})

it('has columns, labels and an order that are configured for everybody', async () => {
  const page = await panel.open('/content-manager/collection-types/api::tag.tag')
  await page.getByRole('button', { name: 'Displayed fields' }).click()
  await page.getByRole('link', { name: 'Configure the view' }).click()
  await page.getByRole('heading', { name: 'Configure the view - Tag' }).waitFor()
  await page.getByRole('textbox', { name: 'Label for name' }).fill('Word')
  await page.getByRole('button', { name: 'Move slug up' }).click()
  await page.getByRole('combobox', { name: 'Entries per page' }).selectOption('50')
  await page.getByRole('combobox', { name: 'Default sort order' }).selectOption('Descending')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('columnheader', { name: 'Word' }).and(page.locator('[aria-sort=descending]')).waitFor()
  expect(await page.getByRole('columnheader').nth(1).textContent()).toBe('Slug')
  expect(await page.getByRole('combobox', { name: 'Entries per page' }).inputValue()).toBe('50')
})

it('says that it could not be loaded, and nothing else, until it can be', async () => {
  panel.expect(/500/)
  const page = await panel.open('/')
  await page.route('**/admin/api/content/**', route =>
    route.fulfill({ status: 500, headers: { 'x-populus-error': 'S401' }, json: { data: null, error: FAILED } }),
  )
  await page.getByRole('link', { name: 'Content Manager' }).click()
  await page.getByRole('link', { name: 'Article', exact: true }).click()
  await page.getByRole('alert').getByText('Something went wrong on the server.').waitFor()
  expect(await page.getByText('Loading').count()).toBe(0)
  await page.unroute('**/admin/api/content/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await found(page, '66 entries found')
})

const FAILED = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} }

it('moves no row with the first choice, nor by what comes later', async () => {
  const view = { uid: 'api::article.article', name: 'Guides', owner: 'me', query: { filters: { kind: 'guide' } } }
  expect((await panel.send('POST', '/saved-views', view)).status).toBe(201)
  const page = await panel.open(ARTICLES, { fresh: true })
  await page.getByRole('link', { name: 'Guides' }).waitFor()
  expect(await layoutShifts(page)).toBeLessThan(ONE_LINE)
  const row = page.getByRole('row').nth(5)
  const before = await row.boundingBox()
  await row.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected entries' })
  const { y, height } = (await bar.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(800)
  expect(await row.boundingBox()).toEqual(before)
  expect(await axeFindings(page)).toEqual([])
})
