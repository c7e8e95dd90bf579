/** Finding one's way: menus, favourites, the palette, the language, the theme, and addresses that do not exist. */
import { describe, expect, it } from 'vitest'
import { Keyboard } from './support/keyboard.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

describe('the menus', () => {
  it('lead to the types, marked where one is', async () => {
    const page = await panel.open('/')
    await page.getByRole('link', { name: 'Content Manager' }).click()
    const menu = page.getByRole('navigation', { name: 'Content Manager' })
    await menu.getByRole('link', { name: 'Category' }).click()
    await page.waitForURL('**/admin/content-manager/collection-types/api::category.category')
    expect(await menu.getByRole('link', { name: 'Category' }).getAttribute('aria-current')).toBe('page')
    expect(await menu.getByRole('heading').allTextContents()).toEqual([
      'Content Manager',
      expect.stringMatching(/^Collection Types\d$/),
      'Single Types1',
    ])
    await menu.getByRole('link', { name: 'Homepage' }).click()
    await page.waitForURL('**/admin/content-manager/single-types/api::homepage.homepage')
  })

  it('are behind a button on a phone', async () => {
    const page = await panel.open('/', { width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Content Manager' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'Tag' }).click()
    await page.waitForURL('**/collection-types/api::tag.tag')
  })

  it('can be skipped by keyboard', async () => {
    const page = await panel.open('/')
    await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toContain('Write something')
  })
})

describe('another page', () => {
  it('is announced, and its heading has the focus unless something else does', async () => {
    const page = await panel.open('/content-manager/collection-types/api::tag.tag')
    const keys = new Keyboard(page)
    const link = page.getByRole('table').getByRole('link').first()
    const name = (await link.textContent())!
    await keys.press(link)
    const heading = page.getByRole('heading', { name, level: 1 })
    await heading.and(page.locator(':focus')).waitFor()
    const said = page.getByRole('status').filter({ hasText: name }).first()
    await said.waitFor()
    // The menu stays, and so does the focus in it.
    const category = page.getByRole('navigation', { name: 'Content Manager' }).getByRole('link', { name: 'Category' })
    await keys.press(category)
    await page
      .getByRole('status')
      .filter({ hasText: /^Category$/ })
      .waitFor()
    await category.and(page.locator(':focus')).waitFor()
    // A new entry begins with its first field.
    await keys.press(page.getByRole('link', { name: 'Create new entry' }))
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor()
  })

  it('is not what a search, a page or a filter makes of a list', async () => {
    const page = await panel.open(
      '/content-manager/collection-types/api::tag.tag?pageSize=10&filters[name][$notNull]=true',
    )
    const next = page.getByRole('button', { name: 'Next page' })
    await new Keyboard(page).press(next)
    await page.waitForURL(/page=2/)
    await next.and(page.locator(':focus')).waitFor()
    // The last filter goes, and its row with it.
    await new Keyboard(page).press(page.getByRole('button', { name: 'Clear all' }))
    await page.getByRole('main').locator(':focus').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).count()).toBe(0)
  })
})

describe('the palette', () => {
  it('leaves keys to input methods, and what is typed in a dialog alone', async () => {
    const page = await panel.open('/settings/users')
    await page.getByRole('button', { name: 'Invite somebody' }).waitFor()
    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox', { name: 'Search types, entries, files and actions' })
    await input.fill('categ')
    await page.getByRole('option', { name: 'Category' }).first().waitFor()
    // Enter takes a word; Safari tells by its code alone.
    for (const part of [{ isComposing: true }, { keyCode: 229 }])
      await input.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...part })
    expect(await input.inputValue()).toBe('categ')
    expect(page.url()).toContain('/settings/users')
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Eva')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('!')
    expect(await input.count()).toBe(0)
    expect(await dialog.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Eva!')
  })

  it('does what the open form can do, and forgives one wrong letter', async () => {
    const page = await panel.open('/content-manager/collection-types/api::tag.tag/create')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('From the palette')
    await page.keyboard.press('Control+K')
    const input = page.getByRole('combobox', { name: 'Search types, entries, files and actions' })
    await input.fill('artcile')
    await page.getByRole('option', { name: 'Create new entry: Article' }).waitFor()
    await input.fill('svae')
    await page.getByRole('option', { name: /^Save/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/tag\/\d+$/)
    await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
  })

  it('goes to a type by keyboard alone, and gives the focus back when it is closed', async () => {
    const page = await panel.open('/me')
    const search = page.getByRole('button', { name: 'Search' })
    await search.focus()
    await page.keyboard.press('Enter')
    const input = page.getByRole('combobox', { name: 'Search types, entries, files and actions' })
    await input.waitFor()
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'hidden' })
    await expect.poll(() => search.evaluate(element => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Control+k')
    await input.fill('categ')
    await page.getByRole('option', { name: 'Category', exact: false }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/collection-types/api::category.category')
  })

  it('starts a new entry', async () => {
    const page = await panel.open('/me')
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search types' }).fill('new entry: tag')
    await page.getByRole('option', { name: 'Create new entry: Tag' }).click()
    await page.waitForURL('**/collection-types/api::tag.tag/create')
  })
})

describe('the profile', () => {
  it('changes the language and the theme at once, and for other browsers too', async () => {
    const page = await panel.open('/me', { fresh: true })
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(18, 23, 20)')
    await page.getByRole('combobox', { name: 'Interface language' }).selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
    const other = await panel.open('/', { fresh: true })
    await other.getByRole('heading', { name: 'Hallo Ana' }).waitFor()
    expect(await other.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(18, 23, 20)')
    await panel.send('PUT', '/me/preferences', { language: null, theme: null })
  })
})

describe('an address', () => {
  it('that does not exist gets a page that leads home', async () => {
    const page = await panel.open('/no/such/page')
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
  })

  it('of an older Strapi leads to the same place', async () => {
    const page = await panel.open('/content-manager/collectionType/api::tag.tag')
    await page.waitForURL('**/admin/content-manager/collection-types/api::tag.tag')
  })
})
