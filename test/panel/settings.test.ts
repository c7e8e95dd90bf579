/** Settings: its pages at the addresses of Strapi v4, in the menu and in the palette, for those who may open them. */
import { expect, it } from 'vitest'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()
const EDITOR = { email: 'ed@example.com', password: 'Correct-horse-3', firstname: 'Ed', lastname: 'Ito' }

/** The address of each page, and its title. */
const PLACES = [
  ['/settings/users-permissions/roles', 'Roles'],
  ['/settings/users-permissions/users', 'Users'],
  ['/settings/users-permissions/providers', 'Providers'],
  ['/settings/users-permissions/advanced-settings', 'Registration'],
  ['/settings/users-permissions/email-templates', 'Email templates'],
  ['/settings/email', 'Sending email'],
  ['/settings/api-tokens', 'API Tokens'],
  ['/settings/users', 'Administration panel users'],
  ['/settings/roles', 'Administrator roles'],
  ['/settings/internationalization', 'Internationalization'],
  ['/settings/review-workflows', 'Review workflows'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/queries', 'Named queries'],
  ['/settings/media-library', 'Media Library'],
  ['/settings/application-infos', 'Project'],
  ['/settings/backups', 'Backups'],
  ['/settings/transfers', 'Import and export'],
] as const

it('leads to every page', async () => {
  const page = await panel.open('/settings')
  for (const [address, title] of PLACES) {
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/admin${address}`)
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  }
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(PLACES.length)
})

it('leads from Strapi’s /settings/users/1 to the administrators', async () => {
  const page = await panel.open('/settings/users/1')
  await page.getByRole('heading', { name: 'Administration panel users', level: 1 }).waitFor()
})

it('is found by typing', async () => {
  const page = await panel.open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('api tok')
  await page.getByRole('option', { name: /API Tokens/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API Tokens', level: 1 }).waitFor()
})

it('has nothing for an editor: no card, no result, no page', async () => {
  await panel.send('POST', '/admins', { ...EDITOR, roles: ['strapi-editor'] })
  const cookie = await panel.signIn(EDITOR)
  const page = await panel.open('/', { cookie })
  await page.getByRole('link', { name: 'Write something' }).waitFor()
  expect(await page.getByRole('link', { name: 'Give access' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  for (const [address] of PLACES) expect(await page.locator(`a[href="/admin${address}"]`).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('api tok')
  await page.getByText('No results for “api tok”.').waitFor()
  for (const address of ['/settings', ...PLACES.map(([each]) => each)]) {
    await page.goto(`/admin${address}`)
    await page.getByRole('heading', { name: 'This page does not exist', level: 1 }).waitFor()
  }
})

it('has the pages that a role opens, with what it may do there', async () => {
  await panel.send('POST', '/webhooks', { name: 'Site', url: 'https://192.0.43.7/', events: ['entry.create'] })
  for (const action of ['plugin::i18n.locale.create', 'admin::webhooks.read']) {
    const [row] = await runOwn(
      panel.database,
      `insert into admin_permissions (action, properties, conditions) values ('${action}', '{}', '[]') returning id`,
    )
    const [id] = Object.values(row as object) as number[]
    await runOwn(panel.database, `insert into admin_permissions_role_links (permission_id, role_id) values (${id}, 2)`)
  }
  const page = await panel.open('/settings', { cookie: await panel.signIn(EDITOR) })
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().waitFor()
  expect(await cards.count()).toBe(2)
  await page.getByRole('link', { name: 'Internationalization' }).click()
  await page.getByRole('button', { name: 'Add locale' }).waitFor()
  await page.getByRole('cell', { name: 'en', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^(Edit|Delete) / }).count()).toBe(0)
  await page.goto('/admin/settings/webhooks')
  await page.getByRole('link', { name: 'Site' }).click()
  await page.getByText('Nothing has been sent yet.').waitFor()
  expect(await page.getByRole('button', { name: /^(Save|Delete|New secret|Send test)$/ }).count()).toBe(0)
})
