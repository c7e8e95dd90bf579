/** Custom fields that a plugin of Strapi has defined, in a project without an input for them: a plain input, a note, and no loss. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLIENTS, temporaryFolder } from '../support/databases.ts'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const SHOP = 'api::shop.shop'
const FIELDS = {
  colour: 'plugin::color-picker.color',
  tags: 'plugin::tagsinput.tags',
  story: 'plugin::ckeditor5.CKEditor',
  phone: 'plugin::acme.phone',
}
const VALUES = {
  colour: '#17694a',
  tags: [{ name: 'tea' }, { name: 'bread' }],
  story: '<p>Open <strong>daily</strong> &amp; late</p>',
  phone: '+41 44 000 00 00',
}

function project(): string {
  const folder = temporaryFolder()
  const schema = {
    collectionName: 'shops',
    info: { singularName: 'shop', pluralName: 'shops', displayName: 'Shop' },
    attributes: {
      name: { type: 'string' },
      ...Object.fromEntries(
        Object.entries(FIELDS).map(([name, customField]) => [name, { type: 'customField', customField }]),
      ),
    },
  }
  const file = join(folder, 'src/api/shop/content-types/shop/schema.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(schema))
  return folder
}

describe.each(CLIENTS)('custom fields without an input, on %s', client => {
  const panel = startPanel({ folder: project(), client })

  it('have a plain input of their type and a note, and keep their values', async () => {
    const made = await panel.send('POST', `/content/${SHOP}`, { data: { name: 'Mill', ...VALUES } })
    const { id } = ((await made.json()) as { data: { id: number } }).data
    const valuesNow = async () =>
      ((await (await panel.send('GET', `/content/${SHOP}/${id}`)).json()) as { data: { values: object } }).data.values
    const page = await panel.open(`/content-manager/collection-types/${SHOP}/${id}`)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    const notes = Object.values(FIELDS).map(field => `Custom field ${field}: shown with a plain input.`)
    await expect
      .poll(async () => (await page.getByText(/^Custom field /).allInnerTexts()).toSorted())
      .toEqual(notes.toSorted())
    expect(await page.getByRole('textbox', { name: 'Colour', exact: true }).inputValue()).toBe('#17694a')
    await page.getByRole('textbox', { name: 'Tags', exact: true }).getByText('"bread"').waitFor()
    await page.getByRole('textbox', { name: 'Story', exact: true }).waitFor()
    expect(await findingsInEachView(page)).toEqual([])

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Old mill')
    await page.keyboard.press('Control+s')
    await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
    expect(await valuesNow()).toMatchObject({ name: 'Old mill', ...VALUES })

    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#b3361f')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('none')
    await page.keyboard.press('Control+s')
    await expect.poll(valuesNow).toMatchObject({ ...VALUES, colour: '#b3361f', phone: 'none' })
    expect(asked.filter(url => url.includes('panel.js'))).toEqual([])
  })
})
