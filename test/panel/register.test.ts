/** The first administrator, from the address that the server prints. */
import { describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

describe.each(CLIENTS)('on %s', client => {
  const panel = startPanel({ administrator: false, client })

  it('leads from any page to the registration, which needs the code', async () => {
    panel.expect(/status of 40[13]/)
    const page = await panel.open('/', { signedIn: false })
    await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor()
    await page.getByRole('textbox', { name: 'One-time code' }).fill('WRONG')
    await page.getByRole('textbox', { name: 'First name' }).fill('Ana')
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(ADMINISTRATOR.password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('something else')
    await page.getByRole('button', { name: "Let's start" }).click()
    expect(await page.getByRole('alert').textContent()).toBe('The passwords do not match.')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: "Let's start" }).click()
    await page.getByText('The code is wrong or has expired.').waitFor()
  })

  it('registers with the code in the address, opens Home, and does so only once', async () => {
    const code = await panel.app.firstAdminCode()
    const page = await panel.open(`/auth/register-admin?code=${code}`, { signedIn: false, width: 360 })
    await page.getByRole('textbox', { name: 'First name' }).fill('Ana')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lee')
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(ADMINISTRATOR.password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(ADMINISTRATOR.password)
    await page.getByRole('button', { name: "Let's start" }).click()
    await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
    await page.getByRole('link', { name: 'Write something' }).waitFor()
    await page.goto(`/admin/auth/register-admin?code=${code}`)
    await page.getByRole('heading', { name: 'There is already an administrator' }).waitFor()
  })
})
