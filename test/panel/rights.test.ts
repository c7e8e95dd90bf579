/** Administrators with limited roles see what they may, and nothing that would be refused. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLE = 'api::article.article'
const ARTICLES = `/content-manager/collection-types/${ARTICLE}`
const EDITOR = { email: 'ed@example.com', password: 'Correct-horse-3', firstname: 'Ed', lastname: 'Ito' }

const panel = startPanel({ uploads: true })

interface Permission {
  readonly action: string
  readonly properties?: object
  readonly conditions?: readonly string[]
}

/** Replaces what the role Editor may do with articles. */
async function limit(permissions: readonly Permission[]): Promise<void> {
  await runOwn(panel.database, `delete from admin_permissions where subject = '${ARTICLE}'`)
  for (const { action, properties = {}, conditions = [] } of permissions) {
    const values = [
      `plugin::content-manager.explorer.${action}`,
      ARTICLE,
      JSON.stringify(properties),
      JSON.stringify(conditions),
    ]
    const [row] = await runOwn(
      panel.database,
      `insert into admin_permissions (action, subject, properties, conditions) values (${values.map(value => `'${value}'`).join()}) returning id`,
    )
    const [id] = Object.values(row as object) as number[]
    await runOwn(panel.database, `insert into admin_permissions_role_links (permission_id, role_id) values (${id}, 2)`)
  }
}

let session: string | undefined

async function openAsEditor(path: string): Promise<Page> {
  if (session === undefined) {
    const made = await panel.send('POST', '/admins', { ...EDITOR, roles: ['strapi-editor'] })
    expect(made.status).toBe(201)
    session = await panel.signIn(EDITOR)
  }
  return panel.open(path, { cookie: session })
}

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const there = (page: Page, role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name }).count()

it('shows the fields that may be read, and lets those be changed that may be changed', async () => {
  await limit([
    { action: 'read', properties: { fields: ['title', 'slug', 'summary'] } },
    { action: 'update', properties: { fields: ['summary'] } },
  ])
  const page = await openAsEditor(ARTICLES)
  await page.getByRole('table').waitFor()
  expect(await there(page, 'link', 'Create new entry')).toBe(0)
  await page.getByRole('button', { name: /^Actions for A city/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /Delete|Duplicate/ }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^A city/ }).click()
  await text(page, 'Summary').fill('Ed was here')
  expect(await text(page, 'Title').isDisabled()).toBe(true)
  expect(await page.getByText('Internal note').count()).toBe(0)
  expect(await text(page, 'Body').count()).toBe(0)
  expect(await there(page, 'button', /^(Publish|Unpublish|Delete this entry)$/)).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
})

it('keeps to the locales that a role may write', async () => {
  await limit([{ action: 'read' }, { action: 'update', properties: { locales: ['en'] } }])
  const page = await openAsEditor(`${ARTICLES}?locale=fr`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('You can read this entry but not change it.').waitFor()
  expect(await text(page, 'Title').isDisabled()).toBe(true)
  expect(await there(page, 'button', 'Save')).toBe(0)
})

it('has only entries of one’s own, if the role says so', async () => {
  await limit([
    { action: 'read', conditions: ['admin::is-creator'] },
    { action: 'create' },
    { action: 'update', conditions: ['admin::is-creator'] },
  ])
  const page = await openAsEditor(ARTICLES)
  await page.getByRole('link', { name: 'Create new entry' }).first().click()
  await text(page, 'Title').fill('By Ed')
  await page.getByText('Available', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/article\/\d+$/)
  await page.getByRole('link', { name: 'Article', exact: true }).first().click()
  await page.getByRole('status').filter({ hasText: '1 entry found' }).waitFor()
  await page.getByRole('link', { name: 'By Ed' }).waitFor()
  panel.expect(/status of 404/)
  await page.goto(`/admin${ARTICLES}/3`)
  await page.getByText('There is no such entry').waitFor()
})

it('names a related entry that may not be read by its id, and keeps it', async () => {
  await runOwn(panel.database, "delete from admin_permissions where subject = 'api::tag.tag'")
  await limit([{ action: 'read' }, { action: 'update' }])
  const page = await openAsEditor(`${ARTICLES}/1`)
  const tags = page.getByRole('list', { name: /tags/i })
  await tags.getByText('No permission to read').first().waitFor()
  await tags
    .getByText(/^#\d+$/)
    .first()
    .waitFor()
  const before = await tags.getByText(/^#\d+$/).count()
  expect(await tags.getByRole('button', { name: /^Open/ }).count()).toBe(0)
  await text(page, 'Summary').fill('Kept')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
  expect(await tags.getByText(/^#\d+$/).count()).toBe(before)
})

it('says why there is nothing to see, to people whose roles open no type', async () => {
  const role = (await (await panel.send('POST', '/admin-roles', { name: 'Newcomer' })).json()) as {
    readonly data: { readonly code: string }
  }
  const person = { ...EDITOR, email: 'new@example.com', firstname: 'Noa' }
  expect((await panel.send('POST', '/admins', { ...person, roles: [role.data.code] })).status).toBe(201)
  const page = await panel.open('/', { cookie: await panel.signIn(person) })
  await page.getByText('Your roles open no content type. Ask somebody who manages this panel.').waitFor()
  expect([await page.getByText('Next steps').count(), await there(page, 'link', 'Content-Type Builder')]).toEqual([
    0, 0,
  ])
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('link', { name: 'Content Manager' }).click()
  await page.getByText('You have access to no content yet').waitFor()
  await page.goto('/admin/plugins/content-type-builder')
  await page.getByText('This page does not exist').waitFor()
})
