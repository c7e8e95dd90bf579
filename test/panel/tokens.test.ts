/** API tokens: made, shown once, tried, changed, made again and deleted. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

const read = async (token: string, path = '/api/articles') =>
  (await fetch(`${panel.address}${path}`, { headers: { authorization: `Bearer ${token}` } })).status

it('a token is made by keyboard, shown once, tried, and works until it is deleted', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: 'API Tokens' }).click()
  await page.getByText('There are no API tokens yet').waitFor()
  await page.getByRole('button', { name: 'New token' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.type('Website')
  await page.keyboard.press('Enter')
  const secret = page.getByRole('dialog', { name: 'Website' })
  await secret.getByText('Copy the token now.').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.keyboard.press('Escape')
  const token = (await secret.locator('pre').first().textContent())!
  expect(token).toMatch(/^[0-9a-f]{256}$/)
  expect(await secret.locator('pre').nth(1).textContent()).toContain(`-H "Authorization: Bearer ${token}"`)
  await secret.getByRole('button', { name: 'Try it' }).click()
  await secret.getByText(/^200 · [\d,]+ bytes · \d+ ms$/).waitFor()
  expect(await read(token)).toBe(200)
  await secret.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('heading', { name: 'Website', level: 1 }).waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page
    .getByRole('dialog', { name: 'Regenerate the token Website?' })
    .getByRole('button', { name: 'Regenerate' })
    .click()
  const again = (await secret.locator('pre').first().textContent())!
  expect([await read(token), await read(again)]).toEqual([401, 200])
  await secret.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the token Website?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There are no API tokens yet').waitFor()
  expect(await read(again)).toBe(401)
})

it('a token of one’s own choice may do what is ticked', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/settings/api-tokens/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('App')
  await page.getByRole('combobox', { name: 'Token type' }).selectOption('Custom')
  await page.getByRole('combobox', { name: 'Token duration' }).selectOption('Unlimited')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/needs at least one action/)
    .first()
    .waitFor()
  const articles = page.getByRole('group', { name: 'Article', exact: true })
  await articles.getByRole('checkbox', { name: 'find', exact: true }).check()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('dialog', { name: 'App' })
  const token = (await secret.locator('pre').first().textContent())!
  await secret.getByRole('button', { name: 'I have copied it' }).click()
  expect([await read(token), await read(token, '/api/articles/1'), await read(token, '/api/authors')]).toEqual([
    200, 403, 403,
  ])
  await page.getByRole('heading', { name: 'App', level: 1 }).waitFor()
  await articles.getByRole('checkbox', { name: 'Article' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill('My app')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'My app', level: 1 }).waitFor()
  expect(await read(token, '/api/articles/1')).toBe(200)
  await page.getByRole('link', { name: 'API Tokens' }).click()
  await page.getByRole('link', { name: 'My app' }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
})

it('says what is wrong with a name, and what does not exist', async () => {
  panel.expect(/status of 400/)
  await panel.send('POST', '/tokens', { name: 'Twice', type: 'read-only' })
  const page = await panel.open('/settings/api-tokens/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Twice')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('There is already an API token with the name Twice').waitFor()
  await page.goto('/admin/settings/api-tokens/987654')
  await page.getByText('This token does not exist').waitFor()
})
