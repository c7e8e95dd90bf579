/** The Content-Type Builder in a browser, on a project under `populus dev`. */
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { findingsInEachView, PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const FILES = {
  'src/api/author/content-types/author/schema.json': {
    kind: 'collectionType',
    collectionName: 'authors',
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
    options: { draftAndPublish: false },
    attributes: { name: { type: 'string', required: true } },
  },
  'src/components/shared/seo.json': {
    collectionName: 'components_shared_seos',
    info: { displayName: 'Seo' },
    options: {},
    attributes: { title: { type: 'string' } },
  },
}

const BUILDER = '/plugins/content-type-builder'
const RECIPE = 'api::recipe.recipe'
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

interface Wish {
  readonly name: string
  readonly type: string
  readonly more?: (dialog: Locator) => Promise<void>
}

async function addAttribute(page: Page, { name, type, more }: Wish): Promise<void> {
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  const dialog = dialogOf(page, 'Add an attribute')
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  await dialog.getByLabel('Type').selectOption(type)
  await more?.(dialog)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Opens the review, returns it, and saves with `save`. */
async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const dialog = dialogOf(page, 'What will change')
  await dialog.getByRole('heading', { name: 'Files of the project' }).waitFor()
  return dialog
}

async function save(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The server uses the new types.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
}

describe.each(CLIENTS)('the builder on %s', client => {
  const panel = startPanel({ client, dev: FILES })
  const entry = async (id: number) => (await (await panel.send('GET', `/content/${RECIPE}/${id}`)).json()) as object

  test('makes a type with attributes and a relation, which can be used at once', async () => {
    const page = await panel.open(BUILDER)
    await page.getByRole('link', { name: 'New collection type' }).click()
    await page.getByLabel('Display name').fill('Recipe')
    expect(await page.getByLabel('Name in the API (singular)').inputValue()).toBe('recipe')
    await addAttribute(page, {
      name: 'title',
      type: 'string',
      more: dialog => dialog.getByRole('switch', { name: 'Required' }).check(),
    })
    await addAttribute(page, {
      name: 'minutes',
      type: 'integer',
      more: dialog => dialog.getByLabel('Minimum').fill('1'),
    })
    await addAttribute(page, {
      name: 'note',
      type: 'Long text (text)',
      more: dialog => dialog.getByText('Several lines without formatting.').waitFor(),
    })
    await addAttribute(page, {
      name: 'cook',
      type: 'relation',
      more: async dialog => {
        await dialog.getByLabel('Leads to').selectOption('api::author.author')
        await dialog.getByLabel('Name at the other end, in Author').fill('recipes')
      },
    })
    expect(await findingsInEachView(page)).toEqual([])
    const dialog = await review(page)
    const text = await dialog.textContent()
    expect(text).toContain('src/api/recipe/content-types/recipe/schema.json')
    expect(text).toContain('+       "mappedBy": "cook"')
    expect(text).toMatch(/create table "?recipes"?/i)
    expect(await findingsInEachView(page)).toEqual([])
    await save(page, dialog)
    await page.getByRole('heading', { name: 'Recipe', level: 1 }).waitFor()
    await page.goto(`/admin/content-manager/collection-types/${RECIPE}/create`)
    await page.getByLabel('Title').fill('Soup')
    await page.getByLabel('Note').fill('with salt')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.waitForURL(/api::recipe\.recipe\/1$/)
    expect(JSON.stringify(await entry(1))).toContain('with salt')
  })

  test('renames an attribute, and its content stays', async () => {
    const page = await panel.open(`${BUILDER}/${RECIPE}`)
    await page.getByRole('button', { name: 'Edit the attribute title' }).click()
    const dialog = dialogOf(page, 'Edit the attribute title')
    await dialog.getByLabel('Name', { exact: false }).first().fill('headline')
    await dialog.getByText('The content of title moves to the new name.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('was title').waitFor()
    const reviewed = await review(page)
    expect(await reviewed.textContent()).toContain('rename column "title" to "headline"')
    expect(await reviewed.getByText('Please confirm').count()).toBe(0)
    await save(page, reviewed)
    expect(JSON.stringify(await entry(1))).toContain('"headline":"Soup"')
  })

  test('shows what is lost with an attribute, and asks', async () => {
    const page = await panel.open(`${BUILDER}/${RECIPE}`)
    await page.getByRole('button', { name: 'Remove the attribute note' }).click()
    const dialog = await review(page)
    const button = dialog.getByRole('button', { name: 'Save' })
    const question = '1 value in recipes.note is lost to the API and the panel. It stays in the database.'
    await dialog.getByText(question).waitFor()
    expect(await button.isDisabled()).toBe(true)
    expect(await findingsInEachView(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: question }).check()
    await save(page, dialog)
    expect(JSON.stringify(await entry(1))).not.toContain('with salt')
  })

  test('says at once what is wrong, and keeps what was typed', async () => {
    panel.expect(/400/)
    const page = await panel.open(`${BUILDER}/create?kind=component`, PHONE)
    await page.getByLabel('Display name').fill('Seo')
    await page.getByLabel('Category').fill('shared')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialogOf(page, 'What will change').getByText('exists already').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Category').inputValue()).toBe('shared')
    await page.getByRole('link', { name: 'Content-Type Builder' }).first().click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'New component' }).waitFor()
  })

  test('keeps what is typed when the files are read again, also in vain', async () => {
    panel.expect(/500/)
    const page = await panel.open(`${BUILDER}/${RECIPE}`)
    const name = page.getByLabel('Display name')
    await name.fill('Dish')
    const readAgain = async (answer: (route: Route) => Promise<void>) => {
      await page.route('**/admin/api/schema/files', answer)
      const asked = page.waitForResponse('**/admin/api/schema/files')
      await page.evaluate("for (const kind of ['offline', 'online']) window.dispatchEvent(new Event(kind))")
      await asked
      await page.evaluate('new Promise(resolve => setTimeout(resolve, 300))')
      await page.unroute('**/admin/api/schema/files')
      expect(await name.inputValue()).toBe('Dish')
    }
    const error = { status: 500, name: 'InternalServerError', message: 'Internal Server Error', details: {} }
    await readAgain(route => route.fulfill({ status: 500, json: { data: null, error } }))
    await readAgain(async route => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, version: 'another' } } })
    })
  })

  test('keeps a limit as it is typed', async () => {
    const page = await panel.open(`${BUILDER}/${RECIPE}`)
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    const dialog = dialogOf(page, 'Add an attribute')
    await dialog.getByLabel('Name', { exact: false }).first().fill('weight')
    await dialog.getByLabel('Type').selectOption('decimal')
    for (const [label, keys] of [
      ['Minimum', '10.05'],
      ['Default value', '10.10'],
    ] as const) {
      await dialog.getByLabel(label).click()
      await page.keyboard.type(keys)
      expect(await dialog.getByLabel(label).inputValue()).toBe(keys)
    }
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const reviewed = await (await review(page)).textContent()
    expect(reviewed).toContain('"min": 10.05')
    expect(reviewed).toContain('"default": 10.1')
  })

  test('duplicates and deletes a type', async () => {
    const page = await panel.open(`${BUILDER}/${RECIPE}`)
    await page.getByRole('button', { name: 'Duplicate type' }).click()
    await page.getByLabel('Display name').fill('Cocktail')
    await save(page, await review(page))
    await page.getByRole('heading', { name: 'Cocktail', level: 1 }).waitFor()
    await page.getByText('headline').waitFor()
    await page.getByRole('button', { name: 'Delete type' }).click()
    const dialog = dialogOf(page, 'What will change')
    await dialog.getByText('file is removed').waitFor()
    await dialog.getByRole('button', { name: 'Delete type' }).click()
    await page.getByRole('link', { name: 'New single type' }).waitFor()
    expect(await page.getByText('Cocktail').count()).toBe(0)
  })
})

describe('a project without types', () => {
  const panel = startPanel({ dev: {} })

  test('shows its owner the way to the first one', async () => {
    const page = await panel.open('/')
    await page.getByText('1 collection type', { exact: true }).waitFor()
    expect(await page.getByText('Write something').count()).toBe(0)
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('link', { name: /^Describe your content/ }).click()
    await page.getByRole('heading', { name: 'New collection type' }).waitFor()
    // The field has the focus.
    await page.getByLabel('Display name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Talk')
    await addAttribute(page, { name: 'title', type: 'string' })
    await save(page, await review(page))
    await page.goto('/admin')
    await page.getByRole('link', { name: /^Write something/ }).click()
    await page.waitForURL(/api::talk\.talk\/create/)
  })
})
