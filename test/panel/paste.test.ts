/** What is pasted into rich text from other programs: tables become lines, pictures are uploaded, nothing goes without a word. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { startPanel } from './support/panel.ts'
import { paste } from './support/paste.ts'

const PROJECT = fileURLToPath(new URL('../content/write/project', import.meta.url))
/** A copy, because uploads end up in the project. */
const folder = mkdtempSync(join(tmpdir(), 'populus-paste-'))
cpSync(PROJECT, folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

const panel = startPanel({ folder })
const CREATE = '/content-manager/collection-types/api::item.item/create'

async function openForm(): Promise<Page> {
  const page = await panel.open(CREATE)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Pasted')
  await page.getByRole('textbox', { name: 'Story', exact: true }).click()
  return page
}

async function storedStory(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/item\/\d+$/)
  const answer = await panel.send('GET', `/content/api::item.item/${/item\/(\d+)/.exec(page.url())![1]}`)
  return ((await answer.json()) as { data: { values: { story: unknown } } }).data.values.story
}

const picture = () =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const line = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] })
const image = (name: string) =>
  expect.objectContaining({ type: 'image', image: expect.objectContaining({ name, width: 8 }) })

it('makes lines of a table, and says so', async () => {
  const page = await openForm()
  const html = '<p>Before</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>\n 2 </td></tr></table><p>After</p>'
  await paste(page, { html, text: 'Before a b 1 2 After' })
  await page.getByText('This kind of text has no tables.').waitFor()
  expect(await storedStory(page)).toEqual([line('Before'), line('a | b'), line('1 | 2'), line('After')])
})

it('uploads a picture that is pasted alone', async () => {
  const page = await openForm()
  await paste(page, { png: await picture() })
  await page.getByRole('textbox', { name: 'Story', exact: true }).locator('img').waitFor()
  expect(await storedStory(page)).toContainEqual(image('screenshot.png'))
})

it('uploads the pictures in a text, and names those that it cannot have', async () => {
  const page = await openForm()
  const own = `data:image/png;base64,${(await picture()).toString('base64')}`
  const html = `<p>With <b>two</b> pictures <img src="${own}"><img src="https://elsewhere.example/x.png"></p>`
  await paste(page, { html, text: 'With two pictures', png: await picture() })
  await page.getByText('1 picture could not be pasted. Add it from the Media Library.').waitFor()
  await page.getByRole('textbox', { name: 'Story', exact: true }).locator('img').waitFor()
  const story = await storedStory(page)
  expect(story).toContainEqual(image('pasted-1.png'))
  expect(JSON.stringify(story)).toContain('"bold":true')
  expect(JSON.stringify(story)).not.toContain('elsewhere')
})

it('keeps headings and lists of Word', async () => {
  const page = await openForm()
  const item = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`
  const html = `<h2>Tea<o:p></o:p></h2>${item(1, '·', 'green')}${item(2, '1.', 'sencha')}${item(1, '·', 'black')}<p>After</p>`
  await paste(page, { html, text: 'Tea' })
  const listItem = (text: string) => ({ type: 'list-item', children: [{ type: 'text', text }] })
  expect(await storedStory(page)).toEqual([
    { type: 'heading', level: 2, children: [{ type: 'text', text: 'Tea' }] },
    {
      type: 'list',
      format: 'unordered',
      children: [
        listItem('green'),
        { type: 'list', format: 'ordered', indentLevel: 1, children: [listItem('sencha')] },
        listItem('black'),
      ],
    },
    line('After'),
  ])
})
