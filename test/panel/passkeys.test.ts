/** Passkeys, in a browser with a device of its own: added, used as a second factor and instead of a password, renamed, removed. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { browserDevice } from './support/browser-device.ts'
import { ADMINISTRATOR, Panel, startPanel } from './support/panel.ts'

const panel = startPanel({ byName: true })

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/admin/auth/login')
}

const greeting = (page: Page) => page.getByRole('heading', { name: 'Hello Ana' })

async function addPasskey(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
}

describe('a passkey', () => {
  let codes: readonly string[] = []

  it('is added, and serves as a second factor and alone', async () => {
    panel.expect(/status of 40[01]/)
    const page = await panel.open('/me', { fresh: true })
    const { knowsPerson } = await browserDevice(page)
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await page.keyboard.press('Enter')
    await dialog.getByText('The current password is wrong.').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
    await page.keyboard.press('Enter')
    codes = (await dialog.locator('pre').textContent())!.split('\n')
    expect(codes.length).toBe(10)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    const table = page.getByRole('table', { name: 'Passkeys' })
    await table.getByRole('cell', { name: 'My laptop', exact: true }).waitFor()
    await page.getByText('10 recovery codes are left.').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    // The device has one already.
    await addPasskey(page, 'Again')
    await dialog.getByText('This device already has a passkey.').waitFor()

    // After the password, by keyboard.
    await logOut(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ADMINISTRATOR.password)
    await page.keyboard.press('Enter')
    await page.getByText('Confirm with your passkey.').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the passkey' }).focus()
    await page.keyboard.press('Enter')
    await greeting(page).waitFor()

    // Without the password, by keyboard.
    await logOut(page)
    const alone = page.getByRole('button', { name: 'Log in with a passkey' })
    await knowsPerson(false)
    await alone.click()
    await page.getByText('The browser has not got a passkey.', { exact: false }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await knowsPerson(true)
    await alone.focus()
    await page.keyboard.press('Enter')
    await greeting(page).waitFor()
  })

  it('is renamed and removed with the password, and replaced by a recovery code', async () => {
    panel.expect(/status of 40[01]/)
    const door = await panel.open('/auth/login', { signedIn: false })
    await door.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
    await door.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
    await door.keyboard.press('Enter')
    await door.getByRole('button', { name: 'Enter a code instead' }).click()
    await door.getByRole('button', { name: 'Use a passkey instead' }).waitFor()
    await door.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
    expect(await findingsInEachView(door)).toEqual([])
    await door.keyboard.press('Enter')
    await greeting(door).waitFor()

    await door.goto('/admin/me')
    await door.getByText('9 recovery codes are left.').waitFor()
    await door.getByRole('button', { name: 'Rename My laptop' }).click()
    const rename = door.getByRole('dialog', { name: 'Rename My laptop' })
    await rename.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
    await rename.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
    await door.keyboard.press('Enter')
    await door.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor()
    await door.getByRole('button', { name: 'Remove Old laptop' }).click()
    const remove = door.getByRole('dialog', { name: 'Remove Old laptop' })
    await remove.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await remove.getByRole('button', { name: 'Remove' }).click()
    await remove.getByText('The current password is wrong.').waitFor()
    expect(await findingsInEachView(door)).toEqual([])
    await remove.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
    await remove.getByRole('button', { name: 'Remove' }).click()
    await door.getByRole('table', { name: 'Passkeys' }).waitFor({ state: 'detached' })
  })
})

it('is enough where the server asks for a second factor', async () => {
  const strict = new Panel()
  await strict.start({ admin: { secondFactor: 'required' }, byName: true, client: 'postgres' })
  strict.expect(/status of 403/)
  const page = await strict.open('/content-manager', { fresh: true })
  const instead = page.getByRole('button', { name: 'Use a passkey instead' })
  // The page goes on to this one by itself.
  await instead.waitFor()
  await browserDevice(page)
  await instead.click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Phone')
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  expect(await findingsInEachView(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await greeting(page).waitFor()
  await strict.finish()
})
