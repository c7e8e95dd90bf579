/** Named queries: made, tried, changed and deleted; those of files are read-only. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

const TAGS = {
  type: 'tag',
  query: { fields: ['name'], filters: { slug: { $in: { $param: 'slugs' } } } },
  parameters: { slugs: { type: 'list', of: { type: 'string' }, required: true } },
}

it('a query is made, tried, changed and deleted', async () => {
  panel.expect(/status of 400/)
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: 'Named queries' }).click()
  await page.getByRole('button', { name: 'New query' }).click()
  await page.getByRole('heading', { name: 'New query' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('some-tags')
  const definition = page.getByRole('textbox', { name: 'Definition (JSON)' })
  await definition.fill(JSON.stringify({ ...TAGS, query: { ...TAGS.query, fields: ['nmae'] } }))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/definition\.query: Invalid parameter nmae/).waitFor()
  await definition.fill(JSON.stringify(TAGS))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The query has been saved.').waitFor()
  await page.getByRole('heading', { name: 'some-tags', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'slugs' }).fill('bread, fermentation')
  await page.getByRole('button', { name: 'Run' }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('GET /api/queries/some-tags?slugs=bread&slugs=fermentation → 200').waitFor()
  await answer.getByText(/"Fermentation"/).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The query has been deleted.').waitFor()
  await page.getByRole('heading', { name: 'Named queries', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'latest' }).waitFor()
  expect(await page.getByRole('link', { name: 'some-tags' }).count()).toBe(0)
})

it('a query of a file is shown and can be tried', async () => {
  const page = await panel.open('/settings/queries/article')
  await page.getByText('This query is defined in the file queries/article.json.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.getByRole('textbox', { name: 'Slug' }).fill('first-sourdough')
  await page.getByRole('button', { name: 'Run' }).click()
  await page
    .getByRole('region', { name: 'Answer' })
    .getByText(/Your first sourdough/)
    .waitFor()
})
