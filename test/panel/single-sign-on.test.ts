/** Single sign-on in a browser, with a real provider on another site: by mouse, by keyboard, with a second factor, and what is refused. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { totpCode } from '../../src/identity/sign-in/totp.ts'
import { type Accounts, CLIENT, startOpenIdProvider } from '../identity/users/openid-provider.ts'
import { freePort } from '../support/servers/embedded-server.ts'
import { findingsInEachView } from './support/axe.ts'
import { browserDevice } from './support/browser-device.ts'
import { ADMINISTRATOR, Panel } from './support/panel.ts'

const panel = new Panel()
const accounts: Accounts = {
  ana: { email: ADMINISTRATOR.email, email_verified: true },
  eve: { email: ADMINISTRATOR.email, email_verified: false },
  /** Another account with the same address. */
  next: { email: ADMINISTRATOR.email, email_verified: true },
}

/** To browsers, the name and the address are two sites: no cookie for requests from the other comes along. */
const SITES = ['127.0.0.1', 'localhost'] as const

/** `byName`: the panel has the name, as passkeys need it, and the provider has not. */
async function startWithProvider(started: Panel, byName = false): Promise<void> {
  const port = await freePort()
  const [site, host] = byName ? SITES.toReversed() : SITES
  const url = `http://${site}:${port}`
  const redirects = [`${url}/admin/connect/company/callback`]
  const { issuer } = await startOpenIdProvider(redirects, { accounts, host })
  const company = { issuer, clientId: CLIENT.key, label: 'Example Ltd.' }
  await started.start({
    port,
    byName,
    server: { url },
    secrets: {
      jwt: 'one secret',
      apiTokenSalt: 'another',
      admin: 'a third one',
      singleSignOn: { company: CLIENT.secret },
    },
    admin: { singleSignOn: { company } },
  })
}

beforeAll(() => startWithProvider(panel))
afterEach(() => panel.finish())

/** The pages of the provider are its own affair: they ask for a font from somewhere. */
const ELSEWHERE = [/another host/, /net::ERR_/]

/** The provider's own pages: a log-in with any password, and a consent. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
}

it('leads to the provider and back to the page that was wanted, by mouse', async () => {
  panel.expect(...ELSEWHERE, /status of 401/)
  const page = await panel.open('/me?tab=1', { signedIn: false })
  const button = page.getByRole('button', { name: 'Continue with Example Ltd.' })
  await button.waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await button.click()
  await passProvider(page, 'ana')
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(page.url()).toBe(`${panel.address}/admin/me?tab=1`)
  const [cookie] = await page.context().cookies(`${panel.address}/admin`)
  expect(cookie).toMatchObject({ name: 'populus_admin', httpOnly: true, sameSite: 'Strict' })
})

it('says in plain words why somebody is refused, by keyboard', async () => {
  panel.expect(...ELSEWHERE)
  const page = await panel.open('/auth/login', { signedIn: false })
  const button = page.getByRole('button', { name: 'Continue with Example Ltd.' })
  await button.waitFor()
  await page.getByRole('button', { name: 'Log in with a passkey' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => button.evaluate(element => element.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await passProvider(page, 'eve')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toBe('The login provider does not say that your email address is verified.')
  expect(await findingsInEachView(page)).toEqual([])
  await page.goto('/admin/auth/login?problem=Q120')
  await button.waitFor()
  expect(await alert.count()).toBe(0)
})

it('leaves only the buttons where passwords are off, and goes on after a session has ended', async () => {
  panel.expect(...ELSEWHERE, /status of 40[01]/)
  const page = await panel.open('/auth/login', { signedIn: false })
  await page.route('**/admin/api/init', async route => {
    const answer = (await (await route.fetch()).json()) as { data: { signIn: object } }
    const signIn = { ...answer.data.signIn, passwords: false }
    await route.fulfill({ json: { data: { ...answer.data, signIn } } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Continue with Example Ltd.' }).click()
  await passProvider(page, 'ana')
  await page.getByRole('heading', { name: 'Hello Ana' }).waitFor()
  await page.goto('/admin/me')
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('Anna')
  await page.context().clearCookies({ name: 'populus_admin' })
  await page.getByRole('button', { name: 'Save' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Password' }).count()).toBe(0)
  expect(await findingsInEachView(page)).toEqual([])
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Continue with Example Ltd.' }).click(),
  ])
  // The provider still knows the person.
  await tab.getByRole('heading', { name: 'Hello Ana' }).waitFor()
  await tab.close()
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /Account: Anna/ }).waitFor()
})

function codeOf(base32: string): string {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), Math.floor(Date.now() / 30_000))
}

it('asks those who have a second factor for its code', async () => {
  panel.expect(...ELSEWHERE, /status of 401/)
  const { password } = ADMINISTRATOR
  const { data } = (await (await panel.send('POST', '/me/second-factor', { password })).json()) as {
    data: { secret: string }
  }
  const confirmed = await panel.send('PUT', '/me/second-factor', { code: codeOf(data.secret) })
  const { recoveryCodes } = ((await confirmed.json()) as { data: { recoveryCodes: readonly string[] } }).data
  const page = await panel.open('/auth/login?redirectTo=/admin/me', { signedIn: false })
  await page.getByRole('button', { name: 'Continue with Example Ltd.' }).click()
  await passProvider(page, 'ana')
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('000000')
  expect(await findingsInEachView(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong or was used before.', { exact: false }).waitFor()
  await code.fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  await panel.send('DELETE', '/me/second-factor', { password })
})

it('asks those who have a passkey for it', async () => {
  const named = new Panel()
  await startWithProvider(named, true)
  named.expect(...ELSEWHERE, /status of 401/)
  const page = await named.open('/me', { fresh: true })
  await browserDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.context().clearCookies()

  await page.goto('/admin/auth/login?redirectTo=/admin/me')
  await page.getByRole('button', { name: 'Continue with Example Ltd.' }).click()
  await passProvider(page, 'ana')
  await page.getByText('Confirm with your passkey.').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Use the passkey' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Passkeys' }).waitFor()
  expect(page.url()).toBe(`${named.address}/admin/me`)
  await named.finish()
})

it('lets somebody with another account at the provider in once the one before is forgotten', async () => {
  panel.expect(...ELSEWHERE)
  const door = await panel.open('/auth/login', { signedIn: false })
  await door.getByRole('button', { name: 'Continue with Example Ltd.' }).click()
  await passProvider(door, 'next')
  await door.getByText('There is no account for you here', { exact: false }).waitFor()

  const page = await panel.open('/settings/users')
  await page
    .getByRole('button', { name: /^Ann?a Lee/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('button', { name: 'Forget single sign-on' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Forget single sign-on' }).click()
  const question = page.getByRole('dialog', { name: 'Forget single sign-on' })
  await question.getByRole('button', { name: 'Forget single sign-on' }).click()
  await page.getByText('Forgotten.').waitFor()

  await door.getByRole('button', { name: 'Continue with Example Ltd.' }).click()
  await door.getByRole('heading', { name: /^Hello Ann?a/ }).waitFor()
})
