/** The explorer: a request is built by ticking, read from an address, explained and saved. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

it('a request is built by ticking, and is an address, code and JSON', async () => {
  const page = await panel.open('/')
  await page.getByRole('link', { name: 'Explorer' }).click()
  await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Tag' })
  await page.getByRole('checkbox', { name: 'slug' }).uncheck()
  await page.getByRole('checkbox', { name: 'articles ›' }).check()
  const code = page.locator('pre')
  await code.getByText(/\/api\/tags\?.*populate\[articles\]=true/).waitFor()
  await code.getByText(/await client\.find\('tags', \{/).waitFor()
  await page
    .getByRole('region', { name: 'Answer' })
    .getByText(/"articles"/)
    .first()
    .waitFor()
  await page.getByText('Rows read').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  // The address of the page is the request.
  await page.reload()
  await expect.poll(() => page.getByRole('checkbox', { name: 'articles ›' }).first().isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'slug' }).first().isChecked()).toBe(false)
})

it('an address is read, and the tree follows; what is wrong with it is said', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/explorer')
  const address = page.getByRole('textbox', { name: 'Address or JSON' })
  await address.fill('http://localhost:1337/api/articles?populate=tags&fields=title&sort=title:desc')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'tags ›' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('combobox', { name: 'Sort by' }).first().inputValue()).toBe('title:desc')
  await address.fill('/api/nothing')
  await page.getByRole('button', { name: 'Read' }).click()
  await page.getByText(/there is no content type at/).waitFor()
  await address.fill('{"fields":["slug"]}')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect.poll(() => page.url()).toContain('slug')
})

it('says why an entry is missing, and saves the request under a name', async () => {
  const page = await panel.open('/explorer?url=/api/tags%3Ffilters[slug]=bread')
  await page.getByRole('spinbutton', { name: 'Its id' }).fill('2')
  await page.getByText('It is not in the answer.').waitFor()
  await page.getByText('filters[slug] leaves it out.').waitFor()
  await page.getByRole('button', { name: 'Save as a named query' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('from-explorer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'from-explorer', level: 1 }).waitFor()
})

it('works on a phone, and by keyboard', async () => {
  const page = await panel.open('/explorer?url=/api/tags', { width: 360, height: 740 })
  const box = page.getByRole('checkbox', { name: 'articles ›' })
  await box.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => page.url()).toContain('populate')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
