/** What a form does besides writing: copies, its own layout, dropped files, previews, a server without room, single types. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { dropFile } from './support/drop-file.ts'
import { layoutShifts, ONE_LINE } from './support/layout-shifts.ts'
import { startPanel } from './support/panel.ts'
import { slowLine } from './support/slow-line.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'
const HOMEPAGE = '/content-manager/single-types/api::homepage.homepage'

const panel = startPanel({
  uploads: true,
  admin: { preview: { 'api::article.article': 'https://site.example/{locale}/{slug}?token={token}' } },
})

const text = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message }).first().waitFor()
const hasFocus = (control: Locator) => control.and(control.page().locator(':focus')).waitFor()

async function createArticle(data: object): Promise<number> {
  const answer = await panel.send('POST', '/content/api::article.article', { data })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

async function opened(id: number): Promise<{ readonly values: Record<string, unknown>; readonly status: string }> {
  const answer = await panel.send('GET', `/content/api::article.article/${id}`)
  return ((await answer.json()) as { data: { values: Record<string, unknown>; status: string } }).data
}

it('duplicates the entry, with a slug of its own, and opens the copy', async () => {
  const id = await createArticle({
    title: 'Original',
    slug: 'original',
    blocks: [{ __component: 'blocks.quote', text: 'q' }],
  })
  const page = await panel.open(`${ARTICLES}/${id}`)
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.waitForURL(url => /article\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
  await expect.poll(() => text(page, 'Title').inputValue()).toBe('Original')
  const copy = await opened(Number(page.url().split('/').at(-1)))
  expect(copy).toMatchObject({ status: 'draft', values: { title: 'Original', blocks: [{ text: 'q' }] } })
  expect(copy.values.slug).not.toBe('original')
})

it('is saved with the slug that was still being made, and then has no changes left', async () => {
  for (const hold of [false, true]) {
    const page = await panel.open(`${ARTICLES}/create`)
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    if (hold)
      await page.route(/\/admin\/api\/uid$/, async route => {
        await released
        await route.continue()
      })
    const asked = page.waitForRequest(/\/admin\/api\/uid$/)
    const title = `Saved at once ${hold}`
    await text(page, 'Title').fill(title)
    // Either nobody has asked for the slug yet, or the answer is on its way.
    if (hold) await asked
    await page.keyboard.press('Control+S')
    release()
    await toast(page, 'Saved')
    await page.waitForURL(/article\/\d+$/)
    const slug = `saved-at-once-${hold}`
    expect((await opened(Number(page.url().split('/').at(-1)))).values).toMatchObject({ title, slug })
    expect(await text(page, 'Slug').inputValue()).toBe(slug)
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Article', exact: true }).first().click()
    await page.waitForURL(url => url.pathname.endsWith('/api::article.article'))
  }
})

it('has the order, widths and words that were configured, by keyboard alone', async () => {
  const page = await panel.open('/content-manager/collection-types/api::category.category/create')
  const link = page.getByRole('link', { name: 'Configure the view' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Configure the view - Category' }).waitFor()
  const fields = page.getByRole('list', { name: 'Configure the view - Category' })
  const names = async () =>
    (await fields.getByRole('button', { name: /^Drag / }).all()).length === 0
      ? []
      : Promise.all(
          (await fields.getByRole('button', { name: /^Drag / }).all()).map(item => item.getAttribute('aria-label')),
        )
  const [first, second] = await names()
  await fields.getByRole('button', { name: first!, exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await names())[0]).toBe(second)
  const name = first!.replace('Drag ', '')
  await fields.getByRole('button', { name: `Edit ${name}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill('What it is called')
  await button(page, 'Save').focus()
  await page.keyboard.press('Enter')
  await toast(page, 'Saved')
  await page.getByRole('link', { name: 'Category' }).first().click()
  await page.getByRole('link', { name: 'Create new entry' }).click()
  await text(page, 'What it is called').waitFor()
})

it('takes a file that is dropped on its field', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  const cover = page.getByRole('group', { name: 'Cover' })
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  await dropFile(cover.getByRole('button', { name: /^Click to add/ }), 'teal.png', await image.png().toBuffer())
  const chosen = page.getByRole('list', { name: 'Selected for cover' })
  await chosen.getByText('teal.png').waitFor()
  // Its words are written without leaving the form, and belong to the library: the entry has not changed by them.
  await chosen.getByText('No alternative text yet').waitFor()
  await chosen.getByRole('button', { name: /^teal\.png/ }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await text(page, 'Alternative text').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('A teal square')
  expect(await axeFindings(page)).toEqual([])
  await details.getByRole('button', { name: 'Finish' }).click()
  await details.waitFor({ state: 'hidden' })
  await chosen.getByText('No alternative text yet').waitFor({ state: 'detached' })
  await text(page, 'Title').fill('Dropped')
  await button(page, 'Save').click()
  await page.waitForURL(/article\/\d+$/)
  const { values } = await opened(Number(page.url().split('/').at(-1)))
  expect(values.cover).toMatchObject({ name: 'teal.png', width: 40, alternativeText: 'A teal square', caption: null })

  await chosen.getByRole('button', { name: /^teal\.png/ }).click()
  await text(page, 'Alternative text').fill('')
  await details.getByRole('button', { name: 'Finish' }).click()
  await chosen.getByText('No alternative text yet').waitFor()
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
})

it('makes the slug of a saved draft while it is empty, leaves a stored one alone, and says if it cannot be made', async () => {
  const id = await createArticle({ title: '', slug: null })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  expect(await text(page, 'Slug').inputValue()).toBe('')
  await text(page, 'Title').fill('Salt and')
  await expect.poll(() => text(page, 'Slug').inputValue()).toBe('salt-and')
  await text(page, 'Title').fill('Salt and wind')
  await expect.poll(() => text(page, 'Slug').inputValue()).toBe('salt-and-wind')
  await button(page, 'Save').click()
  await toast(page, 'Saved')
  await page.route(/\/admin\/api\/uid$/, route => route.abort())
  panel.expect(/Failed to load resource/)
  await text(page, 'Title').fill('Something else')
  await text(page, 'Summary').fill('x')
  expect(await text(page, 'Slug').inputValue()).toBe('salt-and-wind')
  await text(page, 'Slug').fill('')
  await text(page, 'Title').fill('Something')
  await page.getByText('It could not be made from the other field.').waitFor()
})

/** A site whose pages are the titles that the token shows. */
async function serveSite(page: Page): Promise<void> {
  await page.context().route('https://site.example/**', async route => {
    const token = new URL(route.request().url()).searchParams.get('token')!
    const answer = await fetch(`${panel.address}/admin/api/preview?token=${encodeURIComponent(token)}`)
    const { data } = (await answer.json()) as { data: { attributes: { title: string } } }
    await route.fulfill({ contentType: 'text/html', body: `<title>Site</title><h1>${data.attributes.title}</h1>` })
  })
}

it('shows the page of the entry beside the form, as it is saved, at the width of a phone', async () => {
  const id = await createArticle({ title: 'Not out yet', slug: 'not-out-yet' })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  await serveSite(page)
  panel.expect(/another host: https:\/\/site\.example/)
  await button(page, 'Preview').click()
  const pane = page.getByRole('region', { name: 'Preview of the page' })
  const site = pane.frameLocator('iframe')
  await site.getByRole('heading', { name: 'Not out yet' }).waitFor()
  await pane.getByText('Phone', { exact: true }).click()
  await expect.poll(() => site.locator('html').evaluate('innerWidth')).toBe(390)
  await pane.getByText('Tablet', { exact: true }).click()
  await expect.poll(() => site.locator('html').evaluate('innerWidth')).toBe(820)
  await text(page, 'Title').fill('Out soon')
  await pane.getByText('Save to see your changes.').waitFor()
  await button(page, 'Save').click()
  await site.getByRole('heading', { name: 'Out soon' }).waitFor()
  await pane.getByText('Save to see your changes.').waitFor({ state: 'detached' })
  // Down in the form, neither the preview nor a field that gets the focus is under the buttons at the top.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  expect(await pane.getByRole('button', { name: 'Close the preview' }).evaluate(isOnTop as never)).toBe(true)
  await text(page, 'Title').focus()
  expect(await text(page, 'Title').evaluate(isOnTop as never)).toBe(true)
  await button(page, 'Close the preview').click()
  await button(page, 'Preview').waitFor()
})

interface Shown {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): unknown }
  getBoundingClientRect(): { readonly x: number; readonly y: number }
  contains(other: unknown): boolean
}

/** Runs in the page. */
function isOnTop(element: Shown): boolean {
  const { x, y } = element.getBoundingClientRect()
  return element.contains(element.ownerDocument.elementFromPoint(x + 9, y + 9))
}

it('opens the page in a tab of its own, with a token that shows the entry and nothing else', async () => {
  const id = await createArticle({ title: 'In a tab', slug: 'in-a-tab' })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  await serveSite(page)
  panel.expect(/another host: https:\/\/site\.example/)
  await button(page, 'Preview').click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'In a tab' }).waitFor()
  const [site] = await Promise.all([page.context().waitForEvent('page'), button(page, 'Open in a new tab').click()])
  await site.waitForURL(/^https:\/\/site\.example\/en\/in-a-tab\?token=/)
  const token = new URL(site.url()).searchParams.get('token')!
  const answer = await fetch(`${panel.address}/admin/api/preview?token=${encodeURIComponent(token)}`)
  expect(await answer.json()).toMatchObject({ data: { id, attributes: { title: 'In a tab', publishedAt: null } } })
  const forged = await fetch(`${panel.address}/admin/api/preview?token=${encodeURIComponent(`${token}x`)}`)
  expect(forged.status).toBe(401)
})

it('loses nothing while the server has no room', async () => {
  const id = await createArticle({ title: 'Full', slug: 'full' })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  const error = { status: 503, name: 'ServiceUnavailableError', message: 'The database does not answer', details: {} }
  const refuse = /\/admin\/api\/(drafts|content)\//
  await text(page, 'Summary').waitFor()
  await page.route(refuse, route =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: { data: null, error } }),
  )
  panel.expect(/status of 503/)
  await text(page, 'Summary').fill('written on a full disk')
  await page.getByText('Draft kept in this browser').waitFor()
  await button(page, 'Save').click()
  await page.getByText('The database does not answer').first().waitFor()
  expect(await text(page, 'Summary').inputValue()).toBe('written on a full disk')
  await page.reload()
  await page.getByText(/Unsaved changes from/).waitFor()
  expect(await text(page, 'Summary').inputValue()).toBe('written on a full disk')
  await page.unroute(refuse)
  await button(page, 'Save').click()
  await toast(page, 'Saved')
  expect((await opened(id)).values.summary).toBe('written on a full disk')
})

it('is the page of a single type, in each of its locales', async () => {
  const page = await panel.open(HOMEPAGE)
  await text(page, 'Lead').fill('Take your time.')
  await page.keyboard.press('Control+S')
  await toast(page, 'Saved')
  await page.getByText('Modified').first().waitFor()
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Published')
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^French/ })
    .click()
  await page.waitForURL(/locale\]=fr/)
  await expect.poll(() => text(page, 'Lead').inputValue()).not.toBe('Take your time.')
  const answer = await panel.send('GET', '/content/api::homepage.homepage/single')
  expect(await answer.json()).toMatchObject({ data: { status: 'published', values: { lead: 'Take your time.' } } })
})

it('gives the focus back after every dialog, and moves nothing for people who do not want motion', async () => {
  const page = await panel.open(`${ARTICLES}/3`)
  await text(page, 'Title').waitFor()
  const slow = await page.evaluate<number>(`[...document.querySelectorAll('*')].filter(element => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return Math.max(...[transitionDuration, animationDuration].map(Number.parseFloat)) > 0.001
  }).length`)
  expect(slow).toBe(0)
  const rail = page.getByRole('complementary')
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  const openers: readonly Locator[] = [
    button(page, 'Unpublish'),
    rail.getByRole('button', { name: 'Delete this entry' }),
    page.getByRole('group', { name: 'Cover' }).getByRole('button', { name: /^Click to/ }),
    page.getByRole('list', { name: 'Selected for author' }).getByRole('button').first(),
    page.getByRole('toolbar', { name: 'Formatting for body' }).getByRole('button', { name: 'Image' }),
    button(page, 'More actions'),
    zone.getByRole('button', { name: /^Actions for / }).first(),
  ]
  for (const opener of openers) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor()
    // Whoever presses Escape sees it open, and has the focus in it.
    await page
      .locator('[role=dialog] :focus, [role=menu] :focus, [role=menu]:focus, [role=dialog]:focus')
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'hidden' })
    await hasFocus(opener)
  }
  const add = zone.getByRole('button', { name: 'Add a component to blocks' })
  await add.focus()
  await page.keyboard.press('Enter')
  await hasFocus(zone.getByRole('button', { name: 'Hero', exact: true }))
  await page.keyboard.press('Escape')
  await hasFocus(add)
})

it('closes what is on top with each press of Escape, and nothing below it', async () => {
  const blocks = ['one', 'two'].map(words => ({ __component: 'blocks.quote', text: words }))
  const below = await createArticle({ title: 'In the drawer', slug: 'in-the-drawer', blocks })
  const page = await panel.open(
    `${ARTICLES}/${await createArticle({ title: 'Leads there', slug: 'leads-there', related: { connect: [{ id: below }] } })}`,
  )
  const opener = page.getByRole('list', { name: 'Selected for related' }).getByTitle('Open In the drawer')
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Edit: Article' })
  const inside = (name: string | RegExp) => drawer.getByRole('button', { name }).first()
  await drawer.locator(':focus').waitFor()
  const cover = drawer.getByRole('group', { name: 'Cover' })
  const layers: readonly (readonly [opener: Locator, opened: Locator])[] = [
    [inside('What the states mean'), page.getByRole('dialog', { name: 'What the states mean' })],
    [inside('More actions'), page.getByRole('menu')],
    [cover.getByRole('button', { name: /^Click to/ }), page.getByRole('dialog', { name: 'Add new assets' })],
    [inside(/^Add a component to/), drawer.getByRole('button', { name: 'Hero', exact: true })],
    [drawer.getByRole('combobox', { name: 'Tags' }), page.getByRole('listbox', { name: 'Tags' })],
    [inside(/^Drag Quote 1$/), page.getByText(/^Quote 1 (lifted\.|is over position 1)/).first()],
  ]
  for (const [control, opened] of layers) {
    await control.focus()
    const role = await control.getAttribute('role')
    const isHandle = (await control.getAttribute('aria-label'))?.startsWith('Drag') === true
    await page.keyboard.press(role === 'combobox' ? 'ArrowDown' : isHandle ? 'Space' : 'Enter')
    await opened.waitFor()
    if (!isHandle && role === null) await page.locator('[role=dialog] :focus, [role=menu] :focus').first().waitFor()
    await page.keyboard.press('Escape')
    if (!isHandle) await opened.waitFor({ state: 'hidden' })
    await hasFocus(control)
    expect(await drawer.isVisible()).toBe(true)
  }

  // Also with the focus on the drawer itself, its form is the one that is saved.
  await text(drawer, 'Summary').fill('Written below')
  await drawer.focus()
  await drawer.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await opened(below)).values.summary).toBe('Written below')
  await text(drawer, 'Summary').fill('Not saved')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog').filter({ hasText: 'Stay' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await text(drawer, 'Summary').inputValue()).toBe('Not saved')
  await text(drawer, 'Summary').fill('Written below')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await hasFocus(opener)
})

it('goes on with the next control where the one with the focus has gone', async () => {
  const data = { title: 'Goes away', slug: 'goes-away', writtenOn: '2024-01-05', seo: { metaTitle: 'Words' } }
  const blocks = ['one', 'two'].map(words => ({ __component: 'blocks.quote', text: words }))
  const page = await panel.open(`${ARTICLES}/${await createArticle({ ...data, blocks })}`, { fresh: true })
  await serveSite(page)
  panel.expect(/another host: https:\/\/site\.example/)
  const press = async (control: Locator) => {
    await control.focus()
    await page.keyboard.press('Enter')
  }
  const zone = page.getByRole('region', { name: 'Blocks', exact: true })
  await press(button(page, 'Delete Quote 1'))
  await hasFocus(zone.getByRole('listitem').getByRole('button').first())
  await press(button(page, 'Delete Quote 1'))
  const add = zone.getByRole('button', { name: 'Add a component to blocks' })
  await hasFocus(add)
  // From the message about it, back to where the focus came from.
  await press(
    page.getByRole('status').filter({ hasText: 'Quote 1 deleted.' }).last().getByRole('button', { name: 'Undo' }),
  )
  await zone.getByRole('listitem').waitFor()
  await hasFocus(add)

  const seo = page.getByRole('group', { name: /^seo$/i })
  await press(seo.getByRole('button', { name: /^Delete seo$/i }))
  await hasFocus(seo.getByRole('button', { name: /^Add seo$/i }))
  await page.keyboard.press('Enter')
  await hasFocus(seo.getByRole('textbox').first())
  await page.keyboard.type('Words')

  const day = page.getByLabel('Written on', { exact: true })
  await press(page.getByRole('button', { name: /^Clear written on$/i }))
  await hasFocus(day)

  const written = page.getByRole('toolbar', { name: 'Formatting for body' })
  await press(written.getByRole('button', { name: 'Source' }))
  await hasFocus(written.getByRole('button', { name: 'Source', pressed: true }))
  await press(written.getByRole('button', { name: 'Write' }))
  await hasFocus(written.getByRole('button', { name: 'Write', pressed: true }))

  await button(page, 'Preview').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Preview of the page' }).locator(':focus').waitFor()
  await press(button(page, 'Close the preview'))
  await page.getByRole('complementary').locator(':focus').waitFor()

  // What has become idle keeps the focus, and does nothing.
  await press(button(page, 'Save'))
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
  await hasFocus(button(page, 'Save'))
  await page.keyboard.press('Enter')
  await hasFocus(button(page, 'Save'))
})

it('saves what was written while it was being saved, if it is told to', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  await text(page, 'Title').fill('On a slow line')
  await text(page, 'Slug').fill('on-a-slow-line')
  await button(page, 'Save').click()
  await page.waitForURL(/article\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const line = await slowLine(page, 'PUT', `/${id}`)
  await text(page, 'Summary').fill('One')
  await page.keyboard.press('Control+s')
  await line.isWaiting()
  await text(page, 'Summary').fill('One and two')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+s')
  line.answer()
  await expect.poll(async () => (await opened(id)).values.summary).toBe('One and two')
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true)
  expect(line.sent()).toBe(2)
})

it('saves during publishing, and publishes during a save, one after the other', async () => {
  const id = await createArticle({ title: 'Twice', slug: 'twice' })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  const publishing = await slowLine(page, 'POST', `/${id}/publish`)
  await text(page, 'Summary').fill('One')
  await page.keyboard.press('Control+Enter')
  await publishing.isWaiting()
  await text(page, 'Summary').fill('One and two')
  await page.keyboard.press('Control+s')
  publishing.answer()
  const data = { summary: 'One and two' }
  await expect.poll(() => opened(id)).toMatchObject({ status: 'modified', pending: { data } })
  const saving = await slowLine(page, 'PUT', `/${id}`)
  await text(page, 'Summary').fill('One, two and three')
  await page.keyboard.press('Control+s')
  await saving.isWaiting()
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+Enter')
  saving.answer()
  await expect.poll(async () => (await opened(id)).status).toBe('published')
  expect((await opened(id)).values.summary).toBe('One, two and three')
  expect([publishing.sent(), saving.sent()]).toEqual([2, 1])
})

it('moves nothing once it is shown: an article with rich text, files and parts, and the list of all of them', async () => {
  for (const path of [`${ARTICLES}/3`, `${ARTICLES}/create`, ARTICLES]) {
    const page = await panel.open(path, { fresh: true })
    await (path === ARTICLES ? page.getByRole('table') : text(page, 'Body')).waitFor()
    expect(await layoutShifts(page), path).toBeLessThan(ONE_LINE)
  }
})

it('keeps the fields where they are while the slug is checked', async () => {
  const page = await panel.open(`${ARTICLES}/create`)
  await text(page, 'Title').waitFor()
  const below = () => text(page, 'Summary').boundingBox()
  const before = await below()
  await text(page, 'Title').fill('Still standing')
  await page.getByText('Available', { exact: true }).waitFor()
  expect(await below()).toEqual(before)
})

it('says at its control what is wrong with files and with parts', async () => {
  const id = await createArticle({ title: 'Refused', slug: 'refused', blocks: [{ __component: 'blocks.quote' }] })
  const page = await panel.open(`${ARTICLES}/${id}`, { fresh: true })
  const errors = ['cover', 'seo', 'blocks'].map(name => ({ path: [name], message: `${name} is not as it should be` }))
  const error = { status: 400, name: 'ValidationError', message: 'Refused', details: { errors } }
  await text(page, 'Summary').fill('x')
  await page.route(
    url => url.pathname.endsWith(`/${id}`),
    route =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { data: null, error } })
        : route.continue(),
  )
  panel.expect(/status of 400/)
  await page.keyboard.press('Control+s')
  const list = page.getByRole('region', { name: '3 problems' })
  for (const { path, message } of errors) {
    await list.getByRole('button', { name: message }).click()
    const field = page.locator(`[data-path="${path[0]}"]`)
    await expect.poll(() => field.locator(':focus').count()).toBe(1)
    expect(await field.locator(':focus').evaluate(descriptionOf as never)).toContain(message)
    const group = field.locator('[role=group], section').first()
    expect(await group.evaluate(descriptionOf as never)).toContain(message)
  }
  expect(await axeFindings(page)).toEqual([])
})

interface Described {
  readonly ownerDocument: { getElementById(id: string): { readonly textContent: string | null } | null }
  getAttribute(name: string): string | null
}

/** Runs in the page. */
function descriptionOf(element: Described): string {
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map(id => element.ownerDocument.getElementById(id)?.textContent).join(' ')
}
