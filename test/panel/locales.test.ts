/** Writing in several locales: side by side, copying, publishing them together, and what changes by publishing. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings, findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const ARTICLES = '/content-manager/collection-types/api::article.article'
const API = '/content/api::article.article'

const panel = startPanel({ uploads: true })

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message }).first().waitFor()

interface Opened {
  readonly id: number
  readonly status: string
  readonly values: Record<string, unknown>
  readonly locales: readonly { readonly locale: string; readonly status: string | null }[]
}

const dataOf = async (answer: Response) => ((await answer.json()) as { data: Opened }).data
const opened = async (id: number) => dataOf(await panel.send('GET', `${API}/${id}`))

async function create(data: object, more: object = {}): Promise<number> {
  const answer = await panel.send('POST', API, { data, ...more })
  expect(answer.status).toBe(201)
  return (await dataOf(answer)).id
}

async function twoLocales(name: string): Promise<{ readonly english: number; readonly french: number }> {
  const english = await create({
    title: `${name} in English`,
    slug: `${name}-en`.toLowerCase(),
    summary: 'A long way along the water.',
    seo: { metaTitle: 'On the water' },
    blocks: [
      { __component: 'blocks.hero', heading: 'Sea' },
      { __component: 'blocks.quote', text: 'Salt is a word.' },
      { __component: 'blocks.code', source: 'wind()' },
    ],
  })
  const french = await create(
    {
      title: `${name} en français`,
      slug: `${name}-fr`.toLowerCase(),
      blocks: [{ __component: 'blocks.quote', text: 'Le sel.' }],
    },
    { locale: 'fr', translationOf: english },
  )
  return { english, french }
}

it('shows another locale beside this one, and copies from it field by field', async () => {
  const { french } = await twoLocales('Beside')
  const page = await panel.open(`${ARTICLES}/${french}`, { width: 1440 })
  const rail = page.getByRole('complementary')
  await rail.getByRole('link', { name: /^English.*\d\/\d.*Draft/ }).waitFor()
  await rail.getByRole('link', { name: /^French.*\d\/\d.*Draft/ }).waitFor()
  await rail.getByRole('button', { name: 'Side by side' }).click()

  const summary = page.getByRole('group', { name: 'Summary in English (en)', exact: true })
  await summary.getByText('A long way along the water.').waitFor()
  await page.getByRole('button', { name: 'Copy summary from English (en)' }).click()
  expect(await text(page, 'Summary').inputValue()).toBe('A long way along the water.')
  expect(await page.getByRole('button', { name: 'Copy slug from English (en)' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Copy seo from English (en)' }).click()
  const seo = page.getByRole('group', { name: 'SEO', exact: true })
  expect(await seo.getByRole('textbox', { name: 'Meta title' }).inputValue()).toBe('On the water')
  await page.getByRole('group', { name: 'Meta title in English (en)' }).getByText('On the water').waitFor()

  // The quotes belong together; the hero and the code are only in English.
  await page
    .getByRole('region', { name: 'Blocks' })
    .getByRole('button', { name: /^Quote/, expanded: false })
    .click()
  await page.getByRole('group', { name: 'text in English (en)' }).getByText('Salt is a word.').waitFor()
  await page.getByRole('button', { name: 'Copy Hero from English (en)' }).click()
  await page
    .getByRole('group', { name: 'Hero 1' })
    .getByRole('group', { name: 'heading in English (en)' })
    .getByText('Sea')
    .waitFor()
  expect(await page.getByRole('button', { name: 'Copy Hero from English (en)' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  await button(page, 'Save').click()
  await toast(page, 'Saved')
  expect((await opened(french)).values).toMatchObject({
    summary: 'A long way along the water.',
    seo: { metaTitle: 'On the water' },
    blocks: [
      { __component: 'blocks.hero', heading: 'Sea' },
      { __component: 'blocks.quote', text: 'Le sel.' },
    ],
  })
  await page.getByRole('region', { name: 'Side by side' }).getByRole('button', { name: 'Close' }).click()
  expect(await summary.count()).toBe(0)
})

it('switches between the two locales on a phone', async () => {
  const { french } = await twoLocales('Phone')
  const page = await panel.open(`${ARTICLES}/${french}`, { width: 360 })
  await text(page, 'Title').waitFor()
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Side by side' }).click()
  const other = page.getByRole('group', { name: 'Title in English (en)', exact: true })
  await page.getByRole('region', { name: 'Side by side' }).waitFor()
  expect(await other.count()).toBe(0)
  await page.getByRole('radio', { name: 'English' }).check({ force: true })
  await other.getByText('Phone in English').waitFor()
  expect(await text(page, 'Title').count()).toBe(0)
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('radio', { name: 'French' }).check({ force: true })
  expect(await text(page, 'Title').inputValue()).toBe('Phone en français')
})

it('has room for long words: every button on a phone, and whole names beside long states', async () => {
  const { data } = (await (await panel.send('GET', API)).json()) as { data: readonly { id: number; status: string }[] }
  const published = data.find(({ status }) => status === 'published')!
  const page = await panel.open(`${ARTICLES}/${published.id}`, { fresh: true })
  await page.evaluate("localStorage.setItem('populus-language', 'de')")
  await page.reload()
  const name = page
    .getByRole('link', { name: /^English \(en\)/ })
    .locator('span')
    .first()
  await name.waitFor()
  expect((await name.boundingBox())!.height).toBeLessThan(30)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const label of ['Weitere Aktionen', 'Veröffentlichung zurückziehen', 'Veröffentlichen', 'Speichern']) {
    const { x, width } = (await button(page, label).boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
  }
})

it('writes each paragraph in the direction of its script', async () => {
  const id = await create({ title: 'مرحبا', body: 'نص عربي\n\nSome English' })
  const page = await panel.open(`${ARTICLES}/${id}`)
  const body = text(page, 'Body')
  await body.getByText('Some English').waitFor()
  // How far the words of each paragraph are from its left and its right.
  const sides =
    await page.evaluate(`[...document.querySelectorAll('[contenteditable=true][aria-label=Body] p')].map(paragraph => {
    const words = document.createRange()
    words.selectNodeContents(paragraph)
    const [inner, outer] = [words.getBoundingClientRect(), paragraph.getBoundingClientRect()]
    return inner.left - outer.left < outer.right - inner.right ? 'left' : 'right'
  })`)
  expect(sides).toEqual(['right', 'left'])
  const title = `document.querySelector('input[value="مرحبا"]')`
  expect(await page.evaluate(`getComputedStyle(${title}).unicodeBidi`)).toBe('plaintext')
})

it('publishes the chosen locales together, and says what keeps others back', async () => {
  const { english, french } = await twoLocales('Together')
  await panel.send('PUT', `${API}/${french}`, { data: { title: null } })
  const page = await panel.open(`${ARTICLES}/${english}`)
  await button(page, 'Publish').click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  const other = dialog.getByRole('checkbox', { name: 'French (fr)' })
  await dialog.getByText('title: This value is required.').waitFor()
  expect(await other.isDisabled()).toBe(true)
  expect(await dialog.getByRole('checkbox', { name: 'English (en)' }).isChecked()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await panel.send('PUT', `${API}/${french}`, { data: { title: 'Avec un titre' } })
  await button(page, 'Publish').click()
  await other.check()
  await dialog.getByRole('button', { name: 'Publish 2 locales' }).click()
  await toast(page, 'Published')
  expect(await opened(english)).toMatchObject({ status: 'published' })
  expect(await opened(french)).toMatchObject({ status: 'published', values: { title: 'Avec un titre' } })
})

it('shows what will change before a live entry is published again', async () => {
  const id = await create({
    title: 'A walk',
    slug: 'a-walk-to-compare',
    summary: 'One warm day by the sea.',
    blocks: [
      { __component: 'blocks.quote', text: 'Kept, but changed here.' },
      { __component: 'blocks.code', source: 'removed()' },
    ],
  })
  expect((await panel.send('POST', `${API}/${id}/publish`, {})).status).toBe(200)
  const page = await panel.open(`${ARTICLES}/${id}`)
  await text(page, 'Summary').fill('One cold day by the sea.')
  await page.getByRole('button', { name: 'Delete Code 2' }).click()
  await button(page, 'Save').click()
  await toast(page, 'Saved')
  await page.getByRole('link', { name: 'Compare with published' }).click()
  await page.waitForURL(/\/compare$/)
  await page.getByText('2 changes will be published').waitFor()
  const summary = page.getByRole('group', { name: 'Summary' })
  expect(await summary.getByRole('deletion').allTextContents()).toEqual(['warm'])
  expect(await summary.getByRole('insertion').allTextContents()).toEqual(['cold'])
  const removed = page.getByRole('group', { name: 'blocks › Code 2' })
  await removed.getByText('removed()').waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await button(page, 'Publish').click()
  await toast(page, 'Published')
  await page.waitForURL(new RegExp(`article/${id}$`))
  expect((await opened(id)).values).toMatchObject({
    summary: 'One cold day by the sea.',
    blocks: [{ text: 'Kept, but changed here.' }],
  })
  await page.goto(`/admin${ARTICLES}/${id}/compare`)
  await page.getByText('There is nothing to publish').waitFor()
})
