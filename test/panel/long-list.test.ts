/** A list of 100,000 entries opens and turns its pages like a short one. */
import { expect, it } from 'vitest'
import { startPanel } from './support/panel.ts'

const MANY = 100_000

const isCount = /\/count\b/

const statements: string[] = []

const panel = startPanel({
  // The statement below writes times as numbers, as SQLite stores them.
  client: 'sqlite',
  uploads: true,
  onStatement: ({ text }) => statements.push(text),
  prepare: ({ database }) =>
    database.write(async transaction => {
      await transaction.run({
        text: `insert into newsletter_subscribers (email, name, created_at, updated_at)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
          select 'reader' || i || '@example.org', 'Reader ' || i, 1700000000000 + i, 1700000000000 + i from n`,
        values: [],
      })
    }),
})

it('shows the first rows with one request, and keeps rows in sight while others are loaded', async () => {
  const page = await panel.open('/content-manager')
  const asked: string[] = []
  page.on('request', request => {
    // The list that the content manager opens with may still be on its way.
    const isOurs = request.url().includes('/admin/api/content/') && request.url().includes('newsletter-subscriber')
    if (!isOurs || isCount.test(request.url())) return
    asked.push(request.url())
  })
  statements.length = 0
  // The number of entries is asked for once the rows are there; here it never comes.
  await page.route(isCount, () => undefined)
  await page.getByRole('link', { name: 'Newsletter subscriber' }).click()
  await page.getByRole('table').waitFor()
  expect(asked).toHaveLength(1)
  await page.getByText('more than 25 entries found').waitFor()
  const onReaders = statements.filter(text => text.includes('newsletter_subscribers'))
  expect(onReaders.length).toBeGreaterThan(0)
  expect(onReaders.filter(text => /^select count\(\*\), cast\(null as text\)/.test(text))).toEqual([])
  await page.unroute(isCount)
  await page.reload()
  await page.getByText(/100,0\d\d entries found/).waitFor()

  await page.getByRole('button', { name: 'Go to page 2' }).click()
  // The rows of the page before stay until the next ones are there.
  expect(await page.getByRole('table').count()).toBe(1)
  await page.getByRole('button', { name: 'Go to page 2' }).and(page.locator('[aria-current=page]')).waitFor()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('reader99999')
  await page.getByText('1 entry found').waitFor()
})
