/** The roles of administrators: made, limited to a field and to one's own entries, felt by a person, and deleted. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'
const PERSON = { email: 'ed@example.com', password: 'Correct-horse-3', firstname: 'Ed', lastname: 'Ito' }

const panel = startPanel()

it('a role is made and limited, and the person who has it sees the difference', async () => {
  panel.expect(/status of 40[04]/)
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /^Administrator roles/ }).click()
  await page.getByRole('row', { name: /Super Admin .* 1/ }).waitFor()
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Proofreaders')
  await page.getByRole('textbox', { name: 'Description' }).fill('They correct titles.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Proofreaders', level: 1 }).waitFor()

  const article = page.getByRole('group', { name: 'Article' })
  await article.getByRole('checkbox', { name: 'read' }).check()
  await article.getByRole('checkbox', { name: 'update' }).check()
  await article.getByRole('button', { name: 'Limits: none' }).click()
  await article.getByRole('checkbox', { name: 'summary: read' }).uncheck()
  await article.getByRole('checkbox', { name: 'French (fr): update' }).uncheck()
  await article.getByRole('checkbox', { name: 'they have created the entry: update' }).check()
  await article.getByRole('button', { name: 'Limits: some' }).waitFor()
  await page.getByRole('group', { name: 'Activity' }).getByRole('checkbox', { name: 'read' }).check()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('The role has been saved.').first().waitFor()

  const { data } = (await (await panel.send('GET', '/admin-roles')).json()) as {
    readonly data: readonly { readonly id: number; readonly code: string; readonly name: string }[]
  }
  const { id, code } = data.find(({ name }) => name === 'Proofreaders')!
  const { permissions } = (
    (await (await panel.send('GET', `/admin-roles/${id}`)).json()) as {
      readonly data: { readonly permissions: readonly Record<string, unknown>[] }
    }
  ).data
  const of = (action: string) => permissions.find(permission => String(permission.action).endsWith(action))
  expect(of('explorer.read')?.fields).not.toContain('summary')
  expect(of('explorer.update')).toMatchObject({ fields: null, locales: ['en'], conditions: ['admin::is-creator'] })
  expect(permissions.map(({ action }) => action)).toContain('admin::audit-logs.read')

  await panel.send('POST', '/admins', { ...PERSON, roles: [code] })
  const theirs = await panel.open(`${ARTICLES}/3`, { cookie: await panel.signIn(PERSON) })
  await theirs.getByText('You can read this entry but not change it.').waitFor()
  await theirs.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
  expect(await theirs.getByRole('textbox', { name: 'Summary' }).count()).toBe(0)
  await theirs.goto('/admin/activity')
  await theirs.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
  await theirs.goto('/admin/settings/roles')
  await theirs.getByRole('heading', { name: 'This page does not exist' }).waitFor()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the role Proofreaders?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText(/1 administrator has it/).waitFor()
})

it('a role that there was before is saved as it was, and Super Admin is locked', async () => {
  const before = await (await panel.send('GET', '/admin-roles/3')).json()
  const page = await panel.open('/settings/roles/3')
  await page.getByRole('group', { name: 'Article' }).getByRole('button', { name: 'Limits: some' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('The role has been saved.').first().waitFor()
  expect(await (await panel.send('GET', '/admin-roles/3')).json()).toEqual(before)
  await page.goto('/admin/settings/roles/1')
  await page.getByText('This role may do everything and cannot be changed.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
})
