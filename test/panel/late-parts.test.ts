/** Menus, popovers and dialogs are no part of the pages: they are loaded when the browser is idle, or with the first use. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Keyboard } from './support/keyboard.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const panel = startPanel()
const ARTICLES = '/content-manager/collection-types/api::article.article'
const LATE = /\/(dialog-window|drawer-window|opened-menu|opened-popover)-[^/]+\.js$/
const FAILED = /A part of the panel could not be loaded/

const account = (page: Page) => page.getByRole('button', { name: 'Account: Ana Lee' })
const menu = (page: Page) => page.getByRole('menuitem', { name: 'Profile' })

function loaded(page: Page): Promise<readonly string[]> {
  const names = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`
  return page.evaluate<string[]>(names).then(all => all.filter(name => LATE.test(name)))
}

/** A page that loads nothing on its own. */
const busyPage = (path: string) => panel.open(path, { fresh: true, idle: false })

/** A file of the panel is on its way until `arrive` is called. */
async function delay(
  page: Page,
  file: RegExp,
): Promise<{ readonly asked: Promise<void>; readonly arrive: () => void }> {
  const asked = signal()
  const arrived = signal()
  await page.route(file, async (route: Route) => {
    asked.give()
    await arrived.given
    await route.continue()
  })
  return { asked: asked.given, arrive: arrived.give }
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { given, give }
}

/** - `const mend = await lose(page, /menu/)`: nothing that matches arrives until `mend()` */
async function lose(page: Page, file: RegExp): Promise<() => Promise<void>> {
  panel.expect(/Failed to load resource/)
  await page.route(file, route => route.abort())
  return () => page.unroute(file)
}

describe('what opens over the page', () => {
  it('is loaded when the browser is idle', async () => {
    const page = await panel.open('/', { fresh: true })
    await expect.poll(async () => (await loaded(page)).length, { timeout: 60_000 }).toBe(4)
  })

  it('is loaded when the pointer or the focus comes to what opens it', async () => {
    const page = await busyPage('/')
    await page.waitForLoadState('networkidle')
    expect(await loaded(page)).toEqual([])
    await account(page).hover()
    await expect.poll(() => loaded(page)).toEqual([expect.stringContaining('opened-menu')])
    const other = await busyPage('/')
    await account(other).focus()
    await expect.poll(() => loaded(other)).toEqual([expect.stringContaining('opened-menu')])
  })
})

describe('a menu', () => {
  it('opens with the first key, as soon as its part is there', async () => {
    const page = await busyPage('/')
    const { asked, arrive } = await delay(page, /opened-menu/)
    await new Keyboard(page).press(account(page))
    await asked
    expect(await account(page).getAttribute('aria-haspopup')).toBe('menu')
    expect(await account(page).getAttribute('aria-expanded')).toBe('false')
    arrive()
    await menu(page).and(page.locator(':focus')).waitFor()
    expect(await account(page).getAttribute('aria-expanded')).toBe('true')
    expect(await page.getByRole('menu').getAttribute('id')).toBe(await account(page).getAttribute('aria-controls'))
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'hidden' })
    await account(page).and(page.locator(':focus')).waitFor()
    expect(await account(page).getAttribute('aria-expanded')).toBe('false')
  })

  it('does not open over what the person has gone on to', async () => {
    const page = await busyPage(ARTICLES)
    const { asked, arrive } = await delay(page, /opened-menu/)
    await account(page).click()
    await asked
    await page.getByRole('searchbox').first().focus()
    arrive()
    await expect.poll(() => loaded(page)).toEqual([expect.stringContaining('opened-menu')])
    await page.keyboard.type('bread')
    expect(await menu(page).count()).toBe(0)
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('bread')
  })

  it('says when its part does not come, and opens when it is asked for again', async () => {
    const page = await busyPage('/')
    const mend = await lose(page, /opened-menu/)
    await account(page).click()
    await page.getByRole('alert').filter({ hasText: FAILED }).waitFor()
    await mend()
    await account(page).click()
    await menu(page).waitFor()
  })
})

describe('a popover', () => {
  it('opens with the first key and gives the focus back', async () => {
    const page = await busyPage(ARTICLES)
    const button = page.getByRole('button', { name: 'Displayed fields' })
    await button.waitFor()
    const { asked, arrive } = await delay(page, /opened-popover/)
    await button.press('Enter')
    await asked
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    arrive()
    const first = page.getByRole('dialog', { name: 'Displayed fields' }).getByRole('checkbox').first()
    await first.and(page.locator(':focus')).waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
  })
})

describe('a dialog', () => {
  it('says when its part does not come, and can be closed or asked for again', async () => {
    const page = await busyPage('/settings/users')
    const invite = page.getByRole('button', { name: 'Invite somebody' })
    await invite.waitFor()
    const mend = await lose(page, /dialog-window/)
    await invite.press('Enter')
    const failed = page.getByRole('dialog', { name: 'Invite somebody' })
    await failed.getByText(FAILED).waitFor()
    await page.keyboard.press('Escape')
    await failed.waitFor({ state: 'hidden' })
    await invite.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await failed.getByText(FAILED).waitFor()
    await mend()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByRole('textbox', { name: 'First name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await invite.and(page.locator(':focus')).waitFor()
  })

  it('gives the focus to a field that comes later, so that what is typed arrives there', async () => {
    panel.expect(/status of 40[01]/)
    const page = await busyPage('/me')
    const setUp = page.getByRole('button', { name: 'Set it up' })
    await setUp.waitFor()
    const { asked, arrive } = await delay(page, /second-factor-setup/)
    await setUp.press('Enter')
    await asked
    const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
    await dialog.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('BUTTON')
    arrive()
    await dialog.getByRole('textbox', { name: 'Password' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(ADMINISTRATOR.password)
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Code' }).waitFor()
  })

  it('leaves the focus where the person has put it', async () => {
    const page = await busyPage('/me')
    const setUp = page.getByRole('button', { name: 'Set it up' })
    await setUp.waitFor()
    const { asked, arrive } = await delay(page, /second-factor-setup/)
    await setUp.press('Enter')
    await asked
    const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
    const close = dialog.getByRole('button', { name: 'Close' })
    await close.waitFor()
    await new Keyboard(page).to(close)
    arrive()
    await dialog.getByRole('textbox', { name: 'Password' }).waitFor()
    expect(await close.and(page.locator(':focus')).count()).toBe(1)
  })
})

it('signs in without the pages beside it', async () => {
  const page = await panel.open('/auth/login', { signedIn: false })
  await page.getByRole('textbox', { name: 'Password' }).waitFor()
  await page.waitForLoadState('networkidle')
  const names = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
  const other = /\/(register|forgot|reset|second-factor)-page|\/panel-app|\/dialog-window|\/opened-menu/
  expect(names.filter(name => other.test(name))).toEqual([])
})
