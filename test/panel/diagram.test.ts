/** The content model as others than developers see it: the diagram of relations, tables, and what clients get. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { findingsInEachView, PHONE } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const BUILDER = '/plugins/content-type-builder'
const ARTICLE = `${BUILDER}/api::article.article`

const diagram = (page: Page) => page.getByRole('group', { name: 'Diagram of relations' })
const box = (page: Page, name: string) =>
  diagram(page).getByRole('link', { name: new RegExp(`^${name} \\S+, \\d+ conn`) })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
/** The names that are written on lines. */
const written = async (page: Page) =>
  (await diagram(page).locator('[data-lit] text').allTextContents()).filter(text => !/^[1n]$/.test(text)).sort()

describe.each(CLIENTS)('the viewer of types on %s', client => {
  const panel = startPanel({ client })

  test('shows every type and component, finds one with its neighbours, and opens it by mouse', async () => {
    const page = await panel.open(BUILDER)
    await box(page, 'Article').waitFor()
    expect(await diagram(page).getByRole('link').count()).toBeGreaterThan(15)
    await box(page, 'Tag').hover()
    expect(await written(page)).toEqual(['tags · articles'])
    await page.getByRole('searchbox', { name: 'Find a type or component' }).fill('categ')
    await page.getByText('1 found').waitFor()
    expect(await written(page)).toEqual(expect.arrayContaining(['category · articles', 'parent · children']))
    expect(await box(page, 'Category').getAttribute('data-look')).toBe('found')
    expect(await box(page, 'Article').getAttribute('data-look')).toBe(null)
    expect(await box(page, 'Page').getAttribute('data-look')).toBe('dim')
    await page.getByRole('checkbox', { name: 'Components' }).uncheck()
    await box(page, 'SEO').waitFor({ state: 'detached' })
    await box(page, 'Category').click()
    await heading(page, 'Category').waitFor()
    await box(page, 'Article').waitFor()
    expect(await box(page, 'Tag').count()).toBe(0)
  })

  test('works by keyboard on a phone, and says in words what it shows', async () => {
    const page = await panel.open(BUILDER, PHONE)
    await box(page, 'Author').waitFor()
    await page.getByRole('checkbox', { name: 'Fit to width' }).focus()
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""')
    for (let step = 0; step < 30 && !(await focused()).startsWith('Author'); step++) await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Author api::author.author, \d+ connections$/)
    expect(await written(page)).toContain('author · articles')
    await page.getByText('Relations as a table').focus()
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Article.author' })
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'Article.author',
      'Author.articles',
      'Relation',
      'n:1',
      'both ways',
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await box(page, 'Author').focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Author').waitFor()
  })

  test('a type has its neighbours, an example of an answer, its tables and their indexes', async () => {
    const page = await panel.open(ARTICLE)
    await box(page, 'Article').waitFor()
    const example = page.getByRole('region', { name: 'Example answer' })
    await example.getByText('"data": {').waitFor()
    await page.getByText(/^GET \/api\/articles\/\d+\?populate=\*$/).waitFor()
    await page.getByRole('combobox', { name: 'Request as' }).selectOption('Authenticated')
    await example.waitFor()
    const columns = page.getByRole('table', { name: 'Columns of articles' })
    await columns
      .getByText(client === 'sqlite' ? 'varchar(255)' : 'character varying(255)')
      .first()
      .waitFor()
    await page.getByRole('table', { name: 'Indexes of articles' }).getByText('articles_slug_unique').waitFor()
    await page.getByText('articles_tags_links', { exact: true }).click()
    await page.getByRole('table', { name: 'Columns of articles_tags_links' }).getByText('tag_id').waitFor()
    await page.getByText('Relations as a table').click()
    expect(await findingsInEachView(page)).toEqual([])
  })

  test('has no accessibility findings', async () => {
    const page = await panel.open(BUILDER)
    await box(page, 'Article').waitFor()
    await page.getByText('Relations as a table').click()
    expect(await findingsInEachView(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Find a type or component' }).fill('categ')
    await page.getByText('1 found').waitFor()
    expect(await findingsInEachView(page)).toEqual([])
  })

  test('tables are for super administrators alone', async () => {
    const login = { email: 'eda@example.com', password: 'Correct-horse-2' }
    await panel.send('POST', '/admins', { ...login, firstname: 'Eda', roles: ['strapi-editor'] })
    const page = await panel.open(ARTICLE, { cookie: await panel.signIn(login) })
    await page.getByRole('region', { name: 'Example answer' }).waitFor()
    await box(page, 'Article').waitFor()
    expect(await page.getByRole('heading', { name: 'Tables and indexes' }).count()).toBe(0)
  })
})
