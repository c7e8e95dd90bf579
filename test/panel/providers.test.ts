/** The providers of end users in Settings: set up by mouse and by keyboard, tried with a real provider, and hidden from those without the right. */
import { afterEach, beforeAll, expect, it } from 'vitest'
import { CLIENT, startOpenIdProvider } from '../identity/users/openid-provider.ts'
import { freePort } from '../support/servers/embedded-server.ts'
import { findingsInEachView, PHONE } from './support/axe.ts'
import { Panel } from './support/panel.ts'

const panel = new Panel()
const ADDRESS = '/settings/users-permissions/providers'
/** The pages of the provider are its own affair: they ask for a font from somewhere. */
const ELSEWHERE = [/another host/, /net::ERR_/]

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const redirects = [`${url}/api/connect/acme/callback`]
  const { issuer } = await startOpenIdProvider(redirects, { host: 'localhost' })
  await panel.start({ port, server: { url }, users: { providers: { acme: { issuer } } } })
})
afterEach(() => panel.finish())

it('sets a provider up, by mouse, and never shows its secret again', async () => {
  const page = await panel.open('/settings')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Providers/ })
    .click()
  await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor()
  const row = page.getByRole('row', { name: /github/ })
  await row.getByText('off').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'github' }).click()
  const dialog = page.getByRole('dialog', { name: 'github' })
  await dialog.getByText(`${panel.address}/api/connect/github/callback`).waitFor()
  await dialog.getByRole('switch', { name: 'Users may log in with it' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  panel.expect(/status of 400/)
  await dialog.getByText('This value is required.').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill('an id')
  await dialog.getByRole('textbox', { name: 'Client secret' }).fill('very secret')
  await dialog.getByRole('textbox', { name: 'Scopes' }).fill('user:email  read:user')
  expect(await findingsInEachView(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText('on').waitFor()
  await page.getByRole('button', { name: 'github' }).click()
  await dialog.getByText('A secret is stored.', { exact: false }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe('')
  expect(await dialog.getByRole('textbox', { name: 'Scopes' }).inputValue()).toBe('user:email read:user')
  expect(await page.content()).not.toContain('very secret')
})

it('tries a provider, by keyboard on a phone, and says what happened', async () => {
  panel.expect(...ELSEWHERE)
  const page = await panel.open(ADDRESS, { ...PHONE })
  await page.getByRole('button', { name: 'acme' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'acme' })
  await dialog.getByText('The settings of the server decide: issuer.').waitFor()
  await dialog.getByRole('textbox', { name: 'Client ID' }).focus()
  await page.keyboard.type(CLIENT.key)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const attempt = async () => {
    await page.getByRole('button', { name: 'acme' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Try it' }).focus()
    await page.keyboard.press('Enter')
  }
  await attempt()
  await page.locator('input[name=login]').fill('ann')
  await page.locator('input[name=password]').fill('any')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('acme did not accept this server.', { exact: false }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])

  await panel.send('PUT', '/providers/acme', { secret: CLIENT.secret })
  await page.goto(`/admin${ADDRESS}`)
  await attempt()
  await page.getByText('acme works.', { exact: false }).waitFor()
  await page.getByText('ann (ann@provider.test)').waitFor()
  const { meta } = (await (await panel.send('GET', '/users')).json()) as { meta: { pagination: { total: number } } }
  expect(meta.pagination.total).toBe(0)
})

it('is a page for those with the right: to look, or to change', async () => {
  const { data: role } = (await (
    await panel.send('POST', '/admin-roles', { name: 'Looker', description: '' })
  ).json()) as { data: { id: number; code: string } }
  const person = { email: 'lu@example.com', password: 'Correct-horse-4', firstname: 'Lu', roles: [role.code] }
  await panel.send('POST', '/admins', person)
  const cookie = await panel.signIn(person)
  const page = await panel.open(ADDRESS, { cookie })
  await page.getByRole('heading', { name: 'This page does not exist', level: 1 }).waitFor()
  const action = 'plugin::users-permissions.providers.read'
  const permissions = [{ action, subject: null, fields: null, locales: null, conditions: [] }]
  expect((await panel.send('PUT', `/admin-roles/${role.id}`, { permissions })).status).toBe(200)
  await page.reload()
  await page.getByRole('row', { name: /google/ }).waitFor()
  expect(await page.getByRole('button', { name: 'google' }).count()).toBe(0)
})
