/** A form with every kind of attribute: what is written in it is what is stored. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { startPanel } from './support/panel.ts'
import { saved } from './support/saved.ts'

const PROJECT = fileURLToPath(new URL('../content/write/project', import.meta.url))
const ITEMS = '/content-manager/collection-types/api::item.item'

const panel = startPanel({ folder: PROJECT })

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor()
}
const idOf = (page: Page) => Number(/item\/(\d+)/.exec(page.url())![1])

async function stored(id: number): Promise<Record<string, unknown>> {
  const answer = await panel.send('GET', `/content/api::item.item/${id}`)
  return ((await answer.json()) as { data: { values: Record<string, unknown> } }).data.values
}

it('stores every kind of value as it was written', async () => {
  const page = await panel.open(`${ITEMS}/create`)
  await text(page, 'Title').fill('Every kind')
  await text(page, 'Code').fill('A1')
  await text(page, 'Text').fill('two\nlines')
  await text(page, 'Mail').fill('a@example.com')
  await page.getByLabel('Secret', { exact: true }).fill('hush-hush')
  await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('b')
  await page.getByRole('spinbutton', { name: 'rank' }).fill('7')
  await text(page, 'Views').fill('9007199254740993')
  await page.getByRole('spinbutton', { name: 'score' }).fill('1.5')
  await page.getByRole('spinbutton', { name: 'price' }).fill('19.99')
  await page.getByRole('switch', { name: 'flag' }).click()
  await page.getByLabel('Day', { exact: true }).fill('2026-02-28')
  await page.getByLabel('Clock', { exact: true }).fill('09:30')
  await page.getByLabel('At', { exact: true }).fill('2026-02-28T09:30')
  await text(page, 'Data').fill('{"a": [1, 2]}')
  await text(page, 'Words').fill('["x"]')

  const story = text(page, 'Story')
  await story.click()
  await page.keyboard.type('Plain ')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+B')
  await page.keyboard.press('Enter')
  const kind = page.getByRole('toolbar', { name: 'Formatting for story' }).getByRole('button', { name: /^Block type/ })
  const chooseBlock = async (name: string) => {
    await kind.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await story.and(page.locator(':focus')).waitFor()
    await page
      .getByRole('button', { name: `Block type: ${name}` })
      .first()
      .waitFor()
  }
  await chooseBlock('Heading 2')
  await page.keyboard.type('A heading')
  await page.keyboard.press('Enter')
  await chooseBlock('Bulleted list')
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  await save(page)
  await page.waitForURL(/item\/\d+$/)

  expect(await stored(idOf(page))).toMatchObject({
    title: 'Every kind',
    code: 'A1',
    text: 'two\nlines',
    mail: 'a@example.com',
    secret: null,
    kind: 'b',
    rank: 7,
    views: '9007199254740993',
    score: 1.5,
    price: 19.99,
    flag: true,
    day: '2026-02-28',
    // As Strapi answers, each database in its way.
    clock: panel.database.client === 'postgres' ? '09:30:00' : '09:30:00.000',
    at: '2026-02-28T09:30:00.000Z',
    data: { a: [1, 2] },
    words: ['x'],
    story: [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Plain ' },
          { type: 'text', text: 'bold', bold: true },
        ],
      },
      { type: 'heading', level: 2, children: [{ type: 'text', text: 'A heading' }] },
      {
        type: 'list',
        format: 'unordered',
        children: [
          { type: 'list-item', children: [{ type: 'text', text: 'first' }] },
          { type: 'list-item', children: [{ type: 'text', text: 'second' }] },
        ],
      },
    ],
  })
  expect(await axeFindings(page)).toEqual([])
})

/** What is typed, key by key, and the number that it is. */
const DECIMALS: readonly (readonly [field: string, keys: string, value: number | null])[] = [
  ['price', '10.05', 10.05],
  ['score', '-0.5', -0.5],
  ['price', '10.10', 10.1],
  ['score', '1e3', 1000],
  ['price', '0.05', 0.05],
  ['score', '100.001', 100.001],
]

it('leaves numbers as they are typed, and stores what they mean', async () => {
  const page = await panel.open(`${ITEMS}/create`)
  await text(page, 'Title').fill('Decimals')
  const field = (name: string) => page.getByRole('spinbutton', { name })
  for (const [name, keys, value] of DECIMALS) {
    await field(name).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(keys)
    expect(await field(name).inputValue()).toBe(keys)
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.waitForURL(/item\/\d+$/)
    expect(await stored(idOf(page))).toMatchObject({ [name]: value })
    expect(await field(name).inputValue()).toBe(keys)
  }
  await field('score').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await text(page, 'Views').click()
  await page.keyboard.type('9007199254740993')
  await page.keyboard.press('Control+s')
  await saved(page)
  expect(await stored(idOf(page))).toMatchObject({ score: null, views: '9007199254740993' })
  // From outside of the field.
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first()
  await undo.click()
  await expect.poll(() => text(page, 'Views').inputValue()).toBe('')
  await undo.click()
  await expect.poll(() => field('score').inputValue()).toBe('100.001')
})

it('says where JSON is wrong, and does not save it, but keeps it', async () => {
  const page = await panel.open(`${ITEMS}/create`)
  await text(page, 'Title').fill('Half a value')
  await text(page, 'Data').fill('{\n  "a": 1,\n  oops\n}')
  await page.getByText('This is not valid JSON. Check line 3.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('region', { name: '1 problem' })
    .getByRole('button', { name: /^Data: / })
    .click()
  await expect.poll(() => text(page, 'Data').and(page.locator(':focus')).count()).toBe(1)
  await page.getByText('Kept as your draft, not saved yet').waitFor()
  await page.reload()
  await page.getByText('This is not valid JSON. Check line 3.').waitFor()
})

it('adds, moves, copies, pastes and deletes parts', async () => {
  const page = await panel.open(`${ITEMS}/create`)
  await text(page, 'Title').fill('Parts')
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  const add = async (name: string) => {
    await zone.getByRole('button', { name: 'Add a component to blocks' }).click()
    await zone
      .getByRole('region', { name: 'Add a component to blocks' })
      .getByRole('button', { name, exact: true })
      .click()
  }
  const names = async () => {
    const groups = await zone.getByRole('group').all()
    const labels = await Promise.all(groups.map(group => group.getAttribute('aria-label')))
    return labels.filter(label => /^\w+ \d+$/.test(label ?? ''))
  }
  await add('text')
  await zone.getByRole('group', { name: 'text 1' }).getByRole('textbox').first().fill('first words')
  await add('head')
  expect(await names()).toEqual(['text 1', 'head 2'])

  // By keyboard: the handle lifts it, the arrow moves it.
  const handle = zone.getByRole('button', { name: 'Drag text 1' })
  await handle.focus()
  await page.keyboard.press('Space')
  // No key waits for what the one before it does: none is lost, however slow the machine. There is no place above the first one.
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Space')
  await zone.getByRole('group', { name: 'text 2' }).waitFor()

  const menu = async (part: string, item: string) => {
    await zone.getByRole('button', { name: `Actions for ${part}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('text 2', 'Copy')
  await zone.getByRole('button', { name: 'Paste text' }).click()
  await menu('head 1', 'Add component below')
  await zone
    .getByRole('region', { name: 'Add a component to blocks' })
    .getByRole('button', { name: 'text', exact: true })
    .click()
  expect(await names()).toEqual(['head 1', 'text 2', 'text 3', 'text 4'])

  // One place at a time, however high the open parts are.
  await zone.getByRole('button', { name: 'Drag text 4' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('text 4 is over position 4 of 4.').waitFor()
  for (const place of [3, 2, 1]) {
    await page.keyboard.press('ArrowUp')
    await page.getByText(`text 4 is over position ${place} of 4.`).waitFor()
  }
  await page.keyboard.press('Escape')

  await zone.getByRole('button', { name: 'Delete text 2' }).click()
  await page
    .getByRole('complementary')
    .getByRole('list', { name: 'Outline of blocks' })
    .getByRole('button', { name: /^text: first words/ })
    .first()
    .waitFor()

  const links = page.getByRole('region', { name: 'Links', exact: true })
  await links.first().getByRole('button', { name: 'Add an entry' }).click()
  await save(page)
  await page.waitForURL(/item\/\d+$/)
  const { blocks } = (await stored(idOf(page))) as { blocks: readonly { __component: string }[] }
  expect(blocks.map(part => part.__component)).toEqual(['parts.head', 'blocks.text', 'blocks.text'])
})
