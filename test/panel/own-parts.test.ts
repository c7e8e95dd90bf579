/** Parts of a project in the panel: those of the colour picker in the examples, and some that do not work. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CLIENTS, temporaryFolder } from '../support/databases.ts'
import { axeFindings, findingsInEachView, PHONE } from './support/axe.ts'
import { type Panel, startPanel } from './support/panel.ts'

const EXAMPLE = fileURLToPath(new URL('../../examples/colour-picker', import.meta.url))
const BRAND = 'api::brand.brand'
const BRANDS = `/content-manager/collection-types/${BRAND}`

/** The example with other files. */
function example(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'colours')
  cpSync(EXAMPLE, folder, { recursive: true, filter: path => !path.includes('.data') })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

async function createBrand(panel: Panel, data: object): Promise<number> {
  const answer = await panel.send('POST', `/content/${BRAND}`, { data })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function valuesOf(panel: Panel, id: number): Promise<Readonly<Record<string, unknown>>> {
  const answer = await panel.send('GET', `/content/${BRAND}/${id}`)
  return ((await answer.json()) as { data: { values: Record<string, unknown> } }).data.values
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' }).last().waitFor()
const note = (page: Page) => page.getByText(/^Custom field /)
const failure = (page: Page) => page.getByText(/^The project’s own code for the panel does not work/)

async function undoUntil(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click()
  // Slow typing is several acts.
  for (let tries = 0; tries < 20 && (await box(page, name).inputValue()) !== value; tries++)
    await page.keyboard.press('Control+z')
  expect(await box(page, name).inputValue()).toBe(value)
}

describe.each(CLIENTS)('an input of the project, on %s', client => {
  const panel = startPanel({ folder: EXAMPLE, client })

  it('is filled in by keyboard, undone and saved like any other', async () => {
    const id = await createBrand(panel, { name: 'Aspen', colour: '#112233', accent: '#445566' })
    const page = await panel.open(`${BRANDS}/${id}`)
    await expect.poll(() => box(page, 'Colour').inputValue()).toBe('#112233')
    await box(page, 'Name').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.type')).toBe('color')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('#ABCDEF')
    await page.getByText('Kept as your draft, not saved yet').waitFor()
    expect(await box(page, 'Colour').inputValue()).toBe('#ABCDEF')
    await undoUntil(page, 'Colour', '#112233')
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await box(page, 'Colour').fill('#abcdef')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await valuesOf(panel, id)).toMatchObject({ name: 'Aspen', colour: '#abcdef', accent: '#445566' })
    await page.reload()
    await expect.poll(() => box(page, 'Colour').inputValue()).toBe('#abcdef')
    expect(await note(page).count()).toBe(0)
    expect(await findingsInEachView(page)).toEqual([])
  })

  it('shows what the form finds wrong, and a custom field of Strapi', async () => {
    const id = await createBrand(panel, { name: 'Alder', accent: '#445566' })
    const page = await panel.open(`${BRANDS}/${id}`)
    await box(page, 'Colour').fill('red')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => box(page, 'Colour').getAttribute('aria-invalid')).toBe('true')
    const described = await box(page, 'Colour').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('does not have the expected format')
    expect(await axeFindings(page)).toEqual([])
    await box(page, 'Colour').fill('')
    await box(page, 'Accent').fill('#000001')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await valuesOf(panel, id)).toMatchObject({ colour: null, accent: '#000001' })
  })
})

describe('an input of the project outside of a form', () => {
  const panel = startPanel({ folder: EXAMPLE })
  const rows = (page: Page) => page.getByRole('table').getByRole('row')

  it('sets a value on many entries', async () => {
    const ids = [await createBrand(panel, { name: 'Yew 1' }), await createBrand(panel, { name: 'Yew 2' })]
    const page = await panel.open(`${BRANDS}?_q=Yew`)
    await page.getByRole('checkbox', { name: 'Select all entries' }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 entries' })
    for (const field of ['Colour', 'Accent']) {
      await dialog.getByRole('button', { name: 'Add a field' }).click()
      await page.getByRole('menuitem', { name: field, exact: true }).click()
    }
    await dialog.getByLabel('Colour (picker)').waitFor()
    await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#0a0b0c')
    await dialog.getByRole('textbox', { name: 'Accent', exact: true }).fill('#0d0e0f')
    expect(await findingsInEachView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 entries have been saved.').waitFor()
    for (const id of ids) expect(await valuesOf(panel, id)).toMatchObject({ colour: '#0a0b0c', accent: '#0d0e0f' })
  })

  it('is used in filters that compare a whole value, and not for parts of it', async () => {
    await createBrand(panel, { name: 'Elm', colour: '#00ff00' })
    const page = await panel.open(BRANDS)
    await page.getByRole('button', { name: 'Filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('colour')
    expect(await dialog.getByLabel(/picker/).count()).toBe(0)
    await dialog.getByRole('combobox', { name: 'Comparison' }).selectOption('$eq')
    await dialog.getByLabel('Value (picker)').waitFor()
    await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('#00ff00')
    expect(await findingsInEachView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await rows(page).filter({ hasText: 'Elm' }).waitFor()
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  it('shows values in the history, and cannot be changed there', async () => {
    const id = await createBrand(panel, { name: 'Oak', colour: '#111111' })
    expect((await panel.send('PUT', `/content/${BRAND}/${id}`, { data: { colour: '#222222' } })).status).toBe(200)
    const page = await panel.open(`${BRANDS}/${id}/history`)
    const boxes = page.getByRole('textbox', { name: 'Colour', exact: true })
    await boxes.nth(1).waitFor()
    expect(await Promise.all([0, 1].map(index => boxes.nth(index).inputValue()))).toEqual(['#111111', '#222222'])
    expect(await boxes.first().isDisabled()).toBe(true)
    expect(await page.locator('del').first().textContent()).toBe('111111')
    expect(await findingsInEachView(page)).toEqual([])
  })
})

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } }

describe('an input of the project beside another language', () => {
  const schema = {
    kind: 'collectionType',
    collectionName: 'brands',
    info: { singularName: 'brand', pluralName: 'brands', displayName: 'Brand' },
    ...LOCALIZED,
    attributes: {
      name: { type: 'string', ...LOCALIZED },
      colour: { type: 'string', options: { panel: 'colour' }, ...LOCALIZED },
    },
  }
  const path = 'src/api/brand/content-types/brand/schema.json'
  const folder = example({ [path]: JSON.stringify(schema), 'content/brand.json': '[]' })
  const panel = startPanel({ folder })

  it('shows the value there, and is copied', async () => {
    expect((await panel.send('POST', '/locales', { code: 'fr' })).status).toBe(201)
    const id = await createBrand(panel, { name: 'Lime', colour: '#00ff00' })
    const body = { data: { name: 'Tilleul' }, locale: 'fr', translationOf: id }
    const made = (await (await panel.send('POST', `/content/${BRAND}`, body)).json()) as { data: { id: number } }
    const page = await panel.open(`${BRANDS}/${made.data.id}`, { width: 1440 })
    await page.getByRole('complementary').getByRole('button', { name: 'Side by side' }).click()
    const there = page.getByRole('group', { name: /^Colour in English/ }).first()
    const shown = there.getByRole('textbox', { name: 'Colour in English (en)', exact: true })
    await shown.waitFor()
    expect(await shown.inputValue()).toBe('#00ff00')
    expect(await shown.isDisabled()).toBe(true)
    expect(await findingsInEachView(page)).toEqual([])
    await there.getByRole('button', { name: /Copy/ }).click()
    await expect.poll(() => box(page, 'Colour').inputValue()).toBe('#00ff00')
  })
})

describe('the parts of the example', () => {
  const panel = startPanel({ folder: EXAMPLE })
  const LOGIN = { email: 'ed@example.com', password: 'Correct-horse-3' }

  it('are a column of the list', async () => {
    const page = await panel.open(BRANDS)
    const cell = page.getByRole('row').filter({ hasText: 'Rowan' }).getByRole('cell', { name: '#b3361f' })
    await cell.locator('.colour-swatch').waitFor()
    const colours = `[...document.querySelectorAll('.colour-swatch')].map(one => getComputedStyle(one).backgroundColor)`
    expect(await page.evaluate<string[]>(colours)).toContain('rgb(179, 54, 31)')
    expect(await findingsInEachView(page)).toEqual([])
  })

  it('are a page in the menu and a card on Home', async () => {
    const page = await panel.open('/')
    const card = page.getByRole('heading', { name: 'Palette' }).locator('../..')
    await card.getByText('Poplar').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Colours' }).click()
    await page.getByRole('heading', { name: 'Colours', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/own/colours')
    await page.getByRole('main').getByText('Rowan').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
    await page.goto('/admin/settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('colours')
    await page.getByRole('option', { name: /^Colours/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Colours', level: 1 }).waitFor()
  })

  it('are in the menu of a phone', async () => {
    const page = await panel.open('/', PHONE)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Colours' }).click()
    await page.getByRole('heading', { name: 'Colours', level: 1 }).waitFor()
  })

  it('reach what the person may reach, and no more', async () => {
    const person = { ...LOGIN, firstname: 'Ed', lastname: 'Ito', roles: ['strapi-author'] }
    expect((await panel.send('POST', '/admins', person)).status).toBe(201)
    // Authors may read brands that they have made themselves: none yet.
    panel.expect(/^Failed to load resource/)
    const page = await panel.open('/', { cookie: await panel.signIn(LOGIN) })
    await page.getByRole('link', { name: 'Colours' }).click()
    await page.getByRole('heading', { name: 'Colours', level: 1 }).waitFor()
    await expect
      .poll(async () => (await failure(page).count()) + (await page.getByRole('main').getByRole('list').count()))
      .toBe(1)
    expect(await page.getByRole('main').getByText('Poplar').count()).toBe(0)
    await page.goto('/admin/')
    await page.getByRole('heading', { name: 'Hello Ed' }).waitFor()
    await page.getByRole('link', { name: 'Colours' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Palette' }).count()).toBe(0)
  })

  it('are not loaded before the log-in', async () => {
    const page = await panel.open('/auth/login', { signedIn: false })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter(url => url.includes('panel.js'))).toEqual([])
    expect(asked.length).toBeGreaterThan(2)
  })
})

describe('a file that throws when it is loaded', () => {
  const panel = startPanel({ folder: example({ 'populus/panel.js': 'export default {}\nthrow new Error("boom 1")' }) })

  it('is reported, and the panel works without it', async () => {
    const id = await createBrand(panel, { name: 'Birch', colour: '#112233', accent: '#445566' })
    const page = await panel.open(`${BRANDS}/${id}`)
    const message = page.getByRole('alert').filter({ hasText: 'does not work: boom 1' })
    await message.waitFor()
    await box(page, 'Colour').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await message.getByRole('button', { name: 'Close' }).click()
    await box(page, 'Colour').fill('#aabbcc')
    expect(await note(page).allInnerTexts()).toEqual([
      'Custom field colour: shown with a plain input.',
      'Custom field plugin::color-picker.color: shown with a plain input.',
    ])
    expect(await findingsInEachView(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await valuesOf(panel, id)).toMatchObject({ colour: '#aabbcc', accent: '#445566' })
    await page.goto('/admin/own/colours')
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  })
})

const BROKEN = `
const broken = message => () => { throw new Error(message) }
export default {
  fields: {
    colour: ({ element, value, onChange }) => {
      const button = document.createElement('button')
      button.textContent = 'old ' + value
      button.addEventListener('click', () => onChange('#000003'))
      element.append(button)
      return { update() { throw new Error('boom 2') } }
    },
    'plugin::color-picker.color': broken('boom 3'),
  },
  columns: { colour: broken('boom 4') },
  pages: [
    { name: 'late', title: 'Late', render: async () => { await null; throw new Error('boom 5') } },
    { name: 'shy', title: 'Shy', isShown: broken('boom 6'), render() {} },
    { name: 'html', title: '<img src=x onerror=alert(1)>', render({ element }) { element.textContent = '<b>' } },
  ],
  widgets: [{ name: 'card', title: 'Card', render: broken('boom 7') }],
}`

describe('parts that throw', () => {
  const panel = startPanel({ folder: example({ 'populus/panel.js': BROKEN }) })

  it('say so in their place, and leave a plain input', async () => {
    const id = await createBrand(panel, { name: 'Beech', colour: '#112233', accent: '#445566' })
    const page = await panel.open(`${BRANDS}/${id}`)
    await page.getByText('does not work: boom 3').waitFor()
    await page.getByRole('button', { name: 'old #112233' }).click()
    await page.getByText('does not work: boom 2').waitFor()
    await expect.poll(() => box(page, 'Colour').inputValue()).toBe('#000003')
    await box(page, 'Accent').fill('#000002')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await valuesOf(panel, id)).toMatchObject({ colour: '#000003', accent: '#000002' })
    expect(await axeFindings(page)).toEqual([])
  })

  it('leave lists, Home and other pages as they are', async () => {
    const page = await panel.open(BRANDS)
    const row = page.getByRole('row').filter({ hasText: 'Rowan' })
    await row.getByText('boom 4').waitFor()
    await row.getByText('#b3361f').waitFor()
    await page.goto('/admin/')
    await page.getByText('does not work: boom 7').waitFor()
    await page.getByRole('heading', { name: 'Next steps' }).waitFor()
    await page.getByRole('link', { name: 'Late' }).click()
    await page.getByText('does not work: boom 5').waitFor()
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).click()
    await page.getByRole('main').getByText('<b>', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Shy' }).count()).toBe(0)
    await page.goto('/admin/own/shy')
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
  })
})

it.each([
  ['null', 'the default export is not an object'],
  ['{ field: {} }', 'there is no field, only fields, columns, pages, widgets'],
  ['{ fields: { colour: 1 } }', 'fields.colour is not a function'],
  ['{ pages: {} }', 'pages is not a list'],
  [
    '{ pages: [{ name: "../x", title: "X", render() {} }] }',
    'pages[0].name is not made of small letters, digits and -',
  ],
  ['{ widgets: [{ name: "x", render() {} }] }', 'widgets[0].title is missing'],
  ['{ widgets: [{ name: "x", title: "X" }] }', 'widgets[0].render is not a function'],
  ['{ pages: [{ name: "x", title: "X", render() {} }, { name: "x", title: "Y", render() {} }] }', 'pages has x twice'],
])('%s is no panel', async (text, message) => {
  const { checkedPanel } = await import('../../admin/src/features/own/load-panel.ts')
  const panel: unknown = new Function(`return ${text}`)()
  expect(() => checkedPanel(panel)).toThrow(message)
})
