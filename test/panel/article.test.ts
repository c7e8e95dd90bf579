/** A whole article in two languages, with pictures, a gallery and five parts: by mouse, by keyboard alone, and on a phone. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Client } from '../support/databases.ts'
import { PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

/** How a person does things. */
interface Way {
  readonly press: (control: Locator) => Promise<void>
  readonly save: (page: Page) => Promise<void>
}

const pointer: Way = {
  press: control => control.click(),
  save: page => page.getByRole('button', { name: 'Save', exact: true }).click(),
}

const keyboard: Way = {
  press: async control => {
    await reach(control)
    await control.page().keyboard.press('Enter')
  },
  save: page => page.keyboard.press('Control+S'),
}

/** With the Tab key, as far as one page of controls goes: forwards, and back if it is behind. */
async function reach(control: Locator): Promise<void> {
  await control.waitFor()
  const page = control.page()
  const isThere = () => control.evaluate(element => element.matches(':focus'))
  const isBehind = await control.evaluate(element => {
    const active = element.ownerDocument.activeElement
    return active !== null && (active.compareDocumentPosition(element) & 2) !== 0
  })
  for (let stops = 0; stops < 160; stops += 1) {
    if (await isThere()) return
    await page.keyboard.press(isBehind ? 'Shift+Tab' : 'Tab')
  }
  throw new Error('The Tab key does not lead there')
}

type Case = readonly [name: string, client: Client, way: Way, width: number]

/** With the mouse by `npm run test:long`; other tests of the form use it everywhere. */
const CASES: readonly Case[] = [
  ...(process.env.PANEL_WAYS === 'all' ? [['by mouse', 'sqlite', pointer, 1280] satisfies Case] : []),
  ['by keyboard alone, on PostgreSQL', 'postgres', keyboard, 1280],
  ['on a phone', 'sqlite', pointer, PHONE.width],
]

describe.each(CASES)('an article, %s', (name, client, { press, save }, width) => {
  const panel = startPanel({ uploads: true, client })

  async function write(field: Locator, words: string): Promise<void> {
    await (press === keyboard.press ? reach(field) : field.click())
    await field.page().keyboard.type(words)
  }

  async function pick(opener: Locator, files: readonly string[]): Promise<void> {
    await press(opener)
    const picker = opener.page().getByRole('dialog', { name: 'Add new assets' })
    for (const file of files) await press(picker.getByRole('button', { name: new RegExp(`^${file}`) }))
    await press(picker.getByRole('button', { name: 'Finish' }))
    await picker.waitFor({ state: 'detached' })
    await opener.and(opener.page().locator(':focus')).waitFor()
  }

  async function writeParts(page: Page): Promise<void> {
    const zone = page.getByRole('region', { name: 'Blocks', exact: true })
    const palette = zone.getByRole('region', { name: 'Add a component to blocks' })
    const parts = ['Hero', 'Rich text', 'Quote', 'Gallery', 'Call to action']
    for (const [index, part] of parts.entries()) {
      await press(zone.getByRole('button', { name: 'Add a component to blocks' }))
      await press(palette.getByRole('button', { name: part, exact: true }))
      const group = zone.getByRole('group', { name: `${part} ${index + 1}`, exact: true })
      const field = part === 'Gallery' ? 'Title' : part === 'Rich text' ? 'Body' : part === 'Quote' ? 'Text' : 'Heading'
      await write(group.getByRole('textbox', { name: field, exact: true }), `${part} of ${name}`)
    }
    const images = zone.getByRole('group', { name: 'Images', exact: true })
    await pick(images.getByRole('button', { name: /^Click to add/ }), ['night-train', 'coffee-table'])
  }

  const stored = async (id: number) => {
    const answer = await panel.send('GET', `/content/api::article.article/${id}`)
    return ((await answer.json()) as { data: { values: Record<string, unknown>; status: string } }).data
  }
  const idOf = (page: Page) => Number(/article\/(\d+)$/.exec(page.url())?.[1])

  it('is written, saved, translated and published', async () => {
    const page = await panel.open(ARTICLES, { width, height: 800 })
    await press(page.getByRole('link', { name: 'Create new entry' }))
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await write(title, `Lisbon ${client}`)
    await page.getByText('Available', { exact: true }).waitFor()
    await write(page.getByRole('textbox', { name: 'Body', exact: true }), 'It rained for nine days.')
    const cover = page.getByRole('group', { name: 'Cover' }).getByRole('button', { name: /^Click to/ })
    await pick(cover, ['painted-rooftops'])
    const gallery = page.getByRole('group', { name: 'Gallery', exact: true }).getByRole('button', { name: /^Click to/ })
    await pick(gallery.first(), ['city-at-dusk', 'evening-coast'])
    await write(page.getByRole('combobox', { name: 'Author' }), 'priya')
    await page.getByRole('option', { name: /^Priya/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Selected for author' }).waitFor()
    await writeParts(page)
    await save(page)
    await page.waitForURL(/article\/\d+$/)
    const english = idOf(page)

    await press(page.getByRole('complementary').getByRole('link', { name: /^French/ }))
    await page.waitForURL(/locale\]=fr/)
    await press(page.getByRole('button', { name: 'Fill in from another locale' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Fill in' }))
    await expect.poll(() => title.inputValue()).toBe(`Lisbon ${client}`)
    await write(title, ' en hiver')
    await page.getByText('Available', { exact: true }).waitFor()
    await press(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.waitForURL(/article\/\d+$/)
    await page.getByText('Published', { exact: true }).first().waitFor()

    const french = await stored(idOf(page))
    expect(french).toMatchObject({ status: 'published', values: { title: expect.stringContaining('en hiver') } })
    const { values, status } = await stored(english)
    expect(status).toBe('draft')
    expect(values).toMatchObject({
      title: `Lisbon ${client}`,
      body: 'It rained for nine days.',
      cover: { name: expect.stringMatching(/^painted-rooftops/) },
      gallery: [{ name: expect.stringMatching(/^city/) }, { name: expect.stringMatching(/^evening/) }],
      author: { count: 1 },
      blocks: [
        { heading: `Hero of ${name}` },
        { body: `Rich text of ${name}` },
        { text: `Quote of ${name}` },
        { title: `Gallery of ${name}`, images: [{ id: expect.any(Number) }, { id: expect.any(Number) }] },
        { heading: `Call to action of ${name}` },
      ],
    })
    expect((french.values.blocks as readonly unknown[]).length).toBe(5)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })
})
