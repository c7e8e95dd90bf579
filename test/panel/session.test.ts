/** Getting in and out: log in, log out, a session that ends, and the page that one wanted. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMINISTRATOR, startPanel } from './support/panel.ts'

const panel = startPanel()
const REFUSED = /status of 401/

async function logIn(page: Page, password: string = ADMINISTRATOR.password): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

it('asks for the log-in, shows the server’s refusal, and then opens the page that was wanted', async () => {
  panel.expect(REFUSED)
  const page = await panel.open('/me?tab=1', { signedIn: false })
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/auth/login')
  await logIn(page, 'not the password')
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('The email or the password is wrong.')
  await logIn(page)
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(page.url()).toBe(`${panel.address}/admin/me?tab=1`)
  expect(await page.evaluate('document.cookie')).toBe('')
  const [cookie] = await page.context().cookies(`${panel.address}/admin`)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/admin' })
})

it('leads to no other site after the log-in', async () => {
  const page = await panel.open(`/auth/login?redirectTo=${encodeURIComponent('https://example.com/admin/')}`, {
    signedIn: false,
  })
  await logIn(page)
  await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
  expect(page.url()).toBe(`${panel.address}/admin/`)
})

it('has a session that other sites cannot use', async () => {
  const post = await fetch(`${panel.address}/admin/api/logout`, { method: 'POST', headers: { cookie: panel.cookie } })
  expect(post.status).toBe(403)
})

it('logs out, by keyboard alone', async () => {
  panel.expect(REFUSED)
  const page = await panel.open('/auth/login', { signedIn: false })
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.keyboard.type(ADMINISTRATOR.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account: Ana Lee' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Logout' })
  await item.waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => item.evaluate(element => element.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.goto('/admin/me')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
})

it('asks for the password over the page when the session has ended, and then goes on', async () => {
  panel.expect(REFUSED)
  const page = await panel.open('/content-manager', { cookie: await panel.signIn(ADMINISTRATOR) })
  const add = page.getByRole('button', { name: 'Add Category to favourites' })
  await add.waitFor()
  // Whatever the page loads by itself must be there: it would be refused, too.
  await page.getByRole('table').waitFor()
  const address = page.url()
  await page.context().clearCookies()
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(ADMINISTRATOR.email)
  await page.keyboard.press('Escape')
  expect([await dialog.isVisible(), page.url()]).toEqual([true, address])
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.keyboard.press('Enter')
  await dialog.getByText('The email or the password is wrong.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const remove = page.getByRole('button', { name: 'Remove Category from favourites' })
  await expect.poll(() => remove.evaluate(element => element.matches(':focus'))).toBe(true)
  const { data } = (await (await panel.send('GET', '/me/preferences')).json()) as { data: object }
  expect(data).toEqual({ favourites: ['api::category.category'] })
})

it('ends every session of the person', async () => {
  panel.expect(REFUSED)
  const cookie = await panel.signIn(ADMINISTRATOR)
  const page = await panel.open('/me', { cookie })
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out everywhere' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const opener = page.getByRole('button', { name: 'Log out everywhere' })
  expect(await opener.evaluate(element => element.matches(':focus'))).toBe(true)
  await opener.click()
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect((await panel.send('GET', '/me')).status).toBe(401)
})
