/** Markdown in a form: written as it will look, or as source; the stored text is the writer's, byte for byte. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { findingsInEachView, PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'
import { paste } from './support/paste.ts'
import { saved } from './support/saved.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'

const panel = startPanel({ uploads: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const body = (page: Page) => page.getByRole('textbox', { name: 'Body', exact: true })
const isPressed = (page: Page, name: string) => button(page, name).getAttribute('aria-pressed')

async function openArticle(text: string | null, options: { width?: number; height?: number } = {}): Promise<Page> {
  const data = { title: 'Markdown', body: text }
  const answer = await panel.send('POST', '/content/api::article.article', { data })
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true, ...options })
  await body(page).waitFor()
  return page
}

async function storedBody(page: Page): Promise<unknown> {
  await button(page, 'Save').first().click()
  await saved(page)
  const answer = await panel.send('GET', `/content/api::article.article/${/article\/(\d+)/.exec(page.url())![1]}`)
  return ((await answer.json()) as { data: { values: { body: unknown } } }).data.values.body
}

const ARTICLE = `Title
=====

* tea
* *coffee*

Change me,
please.

| a | b |
|:-:|---|
| 1 |   |

1) one
1) two
`

it('writes with the keyboard what Markdown writes with signs', async () => {
  const page = await openArticle(null)
  await body(page).click()
  await page.keyboard.type('## Tea\nIt is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('hot')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' *and* [x].\n- green\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sencha\n')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('[ ] black\n\n> said')
  expect(await storedBody(page)).toBe(
    '## Tea\n\nIt is **hot** _and_ [x].\n\n- green\n  - sencha\n- [ ] black\n\n> said',
  )
})

it('writes with the mouse', async () => {
  const page = await openArticle('one\n\ntwo')
  await body(page)
    .getByText('two')
    .dblclick({ position: { x: 8, y: 10 } })
  await button(page, 'Italic').click()
  await page.getByRole('button', { name: 'Block type: Text' }).first().click()
  await page.getByRole('menuitem', { name: 'Heading 3' }).click()
  await body(page).and(page.locator(':focus')).waitFor()
  await button(page, 'Horizontal line').click()
  await button(page, 'Link').click()
  await page.getByRole('textbox', { name: 'Link address' }).fill('https://example.com/a')
  await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Save' }).click()
  expect(await storedBody(page)).toBe('one\n\n### _two_\n\n---\n\n[https://example.com/a](https://example.com/a)')
})

it('changes the paragraph that was changed and nothing else, and undoes it', async () => {
  const page = await openArticle(ARTICLE)
  await body(page).getByText('Change me').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' now')
  expect(await storedBody(page)).toBe(ARTICLE.replace('please.', 'please. now'))
  await body(page).getByText('Change me').click()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Control+z')
  await expect.poll(() => body(page).textContent()).not.toContain('now')
  expect(await storedBody(page)).toBe(ARTICLE)
})

it('has tables, by mouse and by keyboard', async () => {
  const page = await openArticle('Before')
  await body(page).click()
  await page.keyboard.press('End')
  await button(page, 'Table').click()
  await page.getByRole('menuitem', { name: 'Insert a table' }).click()
  await body(page).locator('td').first().click()
  await page.keyboard.type('a|a')
  await page.keyboard.press('Tab')
  await page.keyboard.type('b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await button(page, 'Table').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Add a column after' }).press('Enter')
  expect(await storedBody(page)).toBe('Before\n\n| a\\|a | | b |\n| --- | --- | --- |\n| | | 2 |\n| 3 | | |')
})

it('keeps a text with HTML in source, says why, and remembers what was chosen', async () => {
  const page = await openArticle('<div>kept</div>\n')
  const why = page.getByText('This text has HTML in it, which “Write” would not keep exactly as it is')
  await why.waitFor()
  expect(await isPressed(page, 'Source')).toBe('true')
  expect(await findingsInEachView(page)).toEqual([])
  await body(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('*plain*')
  expect(await isPressed(page, 'Source')).toBe('true')
  await button(page, 'Write').click()
  await body(page).locator('em').waitFor()
  expect(await why.count()).toBe(0)
  await button(page, 'Source').click()
  await page.getByText('*plain*').waitFor()
  expect(await storedBody(page)).toBe('*plain*')
  await page.reload()
  await page.getByText('*plain*').waitFor()
  await button(page, 'Write').click()
  await page.reload()
  await body(page).locator('em').waitFor()
})

it('pastes headings, lists, links and tables of other programs, and uploads their pictures', async () => {
  const page = await openArticle(null)
  await body(page).click()
  const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1><span style="font-weight:400">Tea</span></h1>
    <ul><li><p><span style="font-weight:700">green</span></p></li><ul><li><p>sencha</p></li></ul></ul>
    <p><a href="https://example.com/tea"><span>read</span></a></p>
    <table><colgroup><col></colgroup><tbody><tr><td><p>a</p><p>b</p></td><td>c</td></tr><tr><td colspan="2">d</td></tr></tbody></table>
    <p><img src="data:image/png;base64,${png.toString('base64')}"></p></b>`
  await paste(page, { html: docs, text: 'Tea' })
  await body(page).locator('img[src]').waitFor()
  const stored = String(await storedBody(page)).replace(/pasted_1_\w+\.png\)/, 'pasted_1….png)')
  expect(stored).toBe(
    '# Tea\n\n- **green**\n  - sencha\n\n[read](https://example.com/tea)\n\n| a b | c |\n| --- | --- |\n| d | |\n\n![pasted-1.png](/uploads/pasted_1….png)',
  )
})

it('takes pictures from the library', async () => {
  const page = await openArticle('See:')
  await body(page).click()
  await button(page, 'Image').click()
  const picker = page.getByRole('dialog', { name: 'Add new assets' })
  await picker.getByRole('button', { name: /^evening-coast/ }).click()
  await picker.getByRole('button', { name: 'Finish' }).click()
  await body(page).locator('img[src]').waitFor()
  expect(await storedBody(page)).toMatch(/^See:!\[[^\]]+\]\(\/uploads\/\S+\)$/)
})

it('is right for everybody, on a phone too', async () => {
  const page = await openArticle(`${ARTICLE}\n- [x] done\n\n> said\n\n\`\`\`js\ncode()\n\`\`\`\n\n---\n`)
  await body(page).locator('table').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await body(page).getByRole('checkbox', { name: 'Done' }).click()
  await body(page).getByText('Change me').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  expect(await storedBody(page)).toBe(
    `${ARTICLE.replace('please.', 'please.!')}\n- [ ] done\n\n> said\n\n\`\`\`js\ncode()\n\`\`\`\n\n---\n`,
  )
})

const isIn = (page: Page) => body(page).evaluate(element => element.matches(':focus'))

it('is left with Tab after Escape from a list, and otherwise writes on', async () => {
  const page = await openArticle('- one\n- two')
  const help = (await body(page).getAttribute('aria-describedby'))!
  expect(await page.locator(`[id="${help}"]`).textContent()).toContain('Press Escape first, and Tab leaves the field.')
  await body(page).getByText('two').click()
  await page.keyboard.press('End')
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press('Escape')
    await page.keyboard.press(key)
    expect(await isIn(page)).toBe(false)
    await page.keyboard.press(key === 'Tab' ? 'Shift+Tab' : 'Tab')
    if (key === 'Tab') expect(await isIn(page)).toBe(true)
  }
  await body(page).getByText('two').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await page.keyboard.type('!')
  await page.keyboard.press('Tab')
  expect(await storedBody(page)).toBe('- one\n  - two!')
})

it('is left with Tab from an empty row at the end of a table', async () => {
  const page = await openArticle('| a | b |\n| --- | --- |\n| 1 | 2 |')
  await body(page).getByText('2').click()
  await page.keyboard.press('Tab')
  expect(await body(page).locator('tr').count()).toBe(3)
  await page.keyboard.press('Tab')
  expect(await isIn(page)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isIn(page)).toBe(false)
  expect(await body(page).locator('tr').count()).toBe(3)
})

it('publishes with Ctrl+Enter wherever the cursor is, and breaks a line with Shift+Enter', async () => {
  const data = { title: 'Keys', slug: 'keys', body: 'one\n\n```\ncode\n```' }
  const answer = await panel.send('POST', '/content/api::article.article', { data })
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  const opened = async () => {
    const { data: entry } = (await (await panel.send('GET', `/content/api::article.article/${id}`)).json()) as {
      data: { status: string; values: { body: string } }
    }
    return `${entry.status}: ${entry.values.body}`
  }
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  await body(page).getByText('one').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Control+Enter')
  await expect.poll(opened).toMatch(/^published: one(\\| {2})\ntwo\n\n```\ncode\n```$/)
  await body(page).getByText('code').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await page.keyboard.press('Control+Enter')
  await expect.poll(opened).toMatch(/^published: [\s\S]*\ncode!\n```$/)
  await button(page, 'Source').click()
  await body(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\nlast')
  await page.keyboard.press('Control+Enter')
  await expect.poll(opened).toMatch(/^published: [\s\S]*\ncode!\n```\n\nlast$/)
})

it('keeps the cursor where it is when a new entry is saved for the first time', async () => {
  const page = await panel.open(`${ARTICLES}/create`, { fresh: true })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('First save')
  await body(page).click()
  await page.keyboard.type('one two')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/article\/\d+$/)
  await body(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('and ')
  expect(await storedBody(page)).toBe('one and two')
})

it('has the focus when a new entry begins with it', async () => {
  const path = '/views/api::article.article'
  const { data: view } = (await (await panel.send('GET', path)).json()) as {
    data: { settings: object; metadatas: object; layouts: { edit: { name: string }[][] } }
  }
  const { settings, metadatas, layouts } = view
  const others = layouts.edit.map(row => row.filter(({ name }) => name !== 'body')).filter(row => row.length > 0)
  const edit = [[{ name: 'body', size: 12 }], ...others]
  expect((await panel.send('PUT', path, { settings, metadatas, layouts: { ...layouts, edit } })).status).toBe(200)
  const page = await panel.open(`${ARTICLES}/create`, { fresh: true })
  await body(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('First words')
  expect(await body(page).textContent()).toBe('First words')
  expect((await panel.send('PUT', path, { settings, metadatas, layouts })).status).toBe(200)
})
