/** What an owner does, by keyboard alone: every control is reached by Tab, in the order of the page. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Workflow } from '../../src/admin-api/review/workflow-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { Keyboard } from './support/keyboard.ts'
import { startPanel } from './support/panel.ts'

const ARTICLE = 'api::article.article'
const TAG = 'api::tag.tag'
const PATIENT = { timeout: 240_000 }

/** On PostgreSQL too by `npm run test:long`. */
const DATABASES = process.env.PANEL_WAYS === 'all' ? CLIENTS : (['sqlite'] as const)

const button = (place: Pick<Page, 'getByRole'>, name: string) => place.getByRole('button', { name, exact: true })
const box = (place: Pick<Page, 'getByRole'>, name: string) => place.getByRole('textbox', { name })
const titled = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

describe.each(DATABASES)('without a mouse, on %s', client => {
  const panel = startPanel({ client, outgoing: { allow: ['127.0.0.1'] } })

  async function at(path: string): Promise<{ readonly page: Page; readonly keys: Keyboard }> {
    const page = await panel.open(path)
    return { page, keys: new Keyboard(page) }
  }

  async function data<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await panel.send(method, path, body)
    return ((await response.json()) as { data: Answer }).data
  }

  it('a role is changed, after a look at what it would mean', PATIENT, async () => {
    const { page, keys } = await at('/settings/users-permissions/roles')
    await keys.press(page.getByRole('link', { name: 'Public', exact: true }))
    await titled(page, 'Public')
    const find = page
      .getByRole('group', { name: 'Author', exact: true })
      .getByRole('checkbox', { name: 'find', exact: true })
    await keys.tick(find)
    await keys.write(box(page, 'Address'), '/api/articles?fields[0]=title&populate=author&filters[id]=3')
    await page.keyboard.press('Enter')
    await page.getByText('Loses author.').waitFor()
    expect(await page.locator('del', { hasText: '"author"' }).count()).toBe(1)
    expect(await page.locator('ins').count()).toBe(0)
    await keys.press(button(page, 'Save').nth(1))
    const status = async () => (await fetch(`${panel.address}/api/authors`)).status
    await expect.poll(status).toBe(403)
    await expect.poll(() => page.getByText('Loses author.').count()).toBe(0)
    await keys.tick(find)
    await keys.press(button(page, 'Save').nth(1))
    await expect.poll(status).toBe(200)
  })

  it('a token is made', PATIENT, async () => {
    const { page, keys } = await at('/settings/api-tokens')
    await keys.press(button(page, 'New token'))
    await keys.write(box(page, 'Name'), 'Website')
    await keys.choose(page.getByRole('combobox', { name: 'Token type' }), 'Custom')
    await keys.choose(page.getByRole('combobox', { name: 'Token duration' }), 'Unlimited')
    const articles = page.getByRole('group', { name: 'Article', exact: true })
    await keys.tick(articles.getByRole('checkbox', { name: 'find', exact: true }))
    await keys.press(button(page, 'Save'))
    const secret = page.getByRole('dialog', { name: 'Website' })
    const token = (await secret.locator('pre').first().textContent())!
    await keys.press(button(secret, 'I have copied it'))
    await titled(page, 'Website')
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${panel.address}/api/articles`, { headers })).status).toBe(200)
  })

  it('a person is invited', PATIENT, async () => {
    const { page, keys } = await at('/settings/users')
    await keys.press(button(page, 'Invite somebody'))
    const form = page.getByRole('dialog', { name: 'Invite somebody' })
    await keys.write(box(form, 'First name'), 'Eva')
    await keys.write(box(form, 'Email'), 'eva@example.com')
    await keys.tick(form.getByRole('checkbox', { name: 'Editor' }))
    await keys.press(button(form, 'Make invitation link'))
    const shown = page.getByRole('dialog', { name: 'Invitation for Eva' })
    expect(await shown.locator('pre').textContent()).toContain('/auth/')
    await keys.press(button(shown, 'I have copied it'))
    await page.getByRole('row', { name: /Eva .* Editor Inactive/ }).waitFor()
  })

  it('a locale is added', PATIENT, async () => {
    const { page, keys } = await at('/settings/internationalization')
    await keys.press(button(page, 'Add locale'))
    const add = page.getByRole('dialog', { name: 'Add locale' })
    await keys.write(add.getByRole('combobox', { name: 'Locale' }), 'ital')
    await page.getByRole('option', { name: 'Italian (it)', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await keys.press(button(add, 'Save'))
    await page.getByRole('cell', { name: 'it', exact: true }).waitFor()
  })

  it('a webhook is made', PATIENT, async () => {
    const { page, keys } = await at('/settings/webhooks')
    await keys.press(button(page, 'New webhook'))
    await keys.write(box(page, 'Name'), 'Builder')
    await keys.write(box(page, 'URL'), 'http://127.0.0.1:9/hook')
    await keys.tick(page.getByRole('checkbox', { name: 'entry.create' }))
    await keys.press(button(page, 'Save'))
    const secret = page.getByRole('dialog', { name: 'Signing secret' })
    await keys.press(button(secret, 'I have copied it'))
    await titled(page, 'Builder')
  })

  it('a workflow is made, its stages are put in order, and entries are moved together', PATIENT, async () => {
    const { page, keys } = await at('/settings/review-workflows')
    await keys.press(button(page, 'New workflow'))
    await keys.write(page.getByRole('textbox', { name: 'Name', exact: true }), 'Texts')
    await keys.tick(page.getByRole('checkbox', { name: 'Tag', exact: true }))
    await keys.press(button(page, 'Move up: Ready'))
    await keys.press(button(page, 'Edit Ready'))
    await keys.choose(page.getByRole('combobox', { name: 'Who may move entries into it: Ready' }), 'Only certain roles')
    await keys.tick(page.getByRole('list', { name: 'Stages' }).getByRole('checkbox', { name: 'Editor' }))
    await keys.press(button(page, 'Save'))
    await titled(page, 'Texts')
    const [made] = await data<readonly Workflow[]>('GET', '/workflows')
    expect(made?.stages.map(({ name, enter }) => [name, enter])).toEqual([
      ['To do', null],
      ['Ready', [2]],
      ['In review', null],
    ])

    await data('POST', `/content/${TAG}`, { data: { name: 'Moss', slug: 'moss' } })
    const list = await at(`/content-manager/collection-types/${TAG}?_q=Moss`)
    await list.keys.tick(list.page.getByRole('checkbox', { name: 'Select Moss' }))
    await list.keys.press(button(list.page.getByRole('region', { name: 'Selected entries' }), 'Move'))
    const dialog = list.page.getByRole('dialog', { name: 'Confirmation' })
    await list.keys.choose(dialog.getByRole('combobox', { name: 'Review stage' }), 'In review')
    await list.keys.press(dialog.getByRole('button', { name: 'Move', exact: true, disabled: false }))
    await list.page.getByText('1 entry has been moved.').waitFor()
    await list.page.getByRole('row', { name: /Moss.*In review/ }).waitFor()
    await list.keys.choose(list.page.getByRole('combobox', { name: 'Review stage' }), 'To do')
    await list.page.getByText('Nothing found').waitFor()
    await panel.send('DELETE', `/workflows/${made!.id}`)
  })

  it('a release is made from a list and published', PATIENT, async () => {
    const entry = { title: 'Plum cake', slug: 'plum-cake' }
    const { id } = await data<{ id: number }>('POST', `/content/${ARTICLE}`, { data: entry })
    const { page, keys } = await at(`/content-manager/collection-types/${ARTICLE}?_q=Plum cake`)
    await keys.tick(page.getByRole('checkbox', { name: 'Select Plum cake' }))
    await keys.press(button(page, 'Add to a release'))
    const dialog = page.getByRole('dialog', { name: 'Add to a release' })
    await keys.write(box(dialog, 'Name'), 'Autumn')
    await keys.press(button(dialog, 'Save'))
    await page.getByText('Added to Autumn.').waitFor()
    await keys.press(page.getByRole('link', { name: 'Releases', exact: true }))
    await keys.press(page.getByRole('main').getByRole('link', { name: 'Autumn' }))
    await titled(page, 'Autumn')
    await keys.press(button(page, 'Publish now'))
    await keys.press(button(page.getByRole('dialog', { name: 'Publish now' }), 'Publish now'))
    await page.getByText('The release has been published.').waitFor()
    expect(await data('GET', `/content/${ARTICLE}/${id}`)).toMatchObject({ status: 'published' })
  })
})

const AUTHOR = {
  kind: 'collectionType',
  collectionName: 'authors',
  info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
  options: { draftAndPublish: false },
  attributes: { name: { type: 'string', required: true } },
}

describe.each(DATABASES)('without a mouse, under populus dev on %s', client => {
  const panel = startPanel({ client, dev: { 'src/api/author/content-types/author/schema.json': AUTHOR } })

  it('a type with two attributes is made, reviewed and saved', PATIENT, async () => {
    const page = await panel.open('/plugins/content-type-builder')
    const keys = new Keyboard(page)
    await keys.press(page.getByRole('link', { name: 'New collection type' }))
    await keys.write(page.getByLabel('Display name'), 'Recipe')
    for (const [name, type] of [
      ['title', 'string'],
      ['minutes', 'integer'],
    ] as const) {
      await keys.press(button(page, 'Add an attribute'))
      const dialog = page.getByRole('dialog', { name: 'Add an attribute' })
      await keys.write(dialog.getByLabel('Name', { exact: false }).first(), name)
      const kind = dialog.getByLabel('Type')
      await keys.choose(kind, (await kind.locator(`option[value=${type}]`).textContent())!)
      await keys.press(button(dialog, 'Done'))
      await dialog.waitFor({ state: 'hidden' })
    }
    await keys.press(button(page, 'Review and save'))
    const review = page.getByRole('dialog', { name: 'What will change' })
    await review.getByRole('heading', { name: 'Files of the project' }).waitFor()
    await keys.press(button(review, 'Save'))
    await page.getByText('Saved. The server uses the new types.').waitFor()
    await titled(page, 'Recipe')
    const made = await panel.send('POST', '/content/api::recipe.recipe', { data: { title: 'Soup', minutes: 20 } })
    expect(made.status).toBe(201)
  })
})
