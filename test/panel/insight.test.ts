/** Insight: the queries in use, tables and health, for super administrators only. */
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel()

it('shows the queries in use, the tables and how the server is', async () => {
  for (const slug of ['one', 'two']) await fetch(`${panel.address}/api/tags?filters[slug][$eq]=${slug}`)
  const page = await panel.open('/')
  await page.getByRole('link', { name: 'Insight' }).click()
  const queries = page.getByRole('table', { name: 'Queries in use' })
  const query = queries.getByRole('link', { name: '/api/tags?filters[slug][$eq]=…' })
  await query.waitFor()
  await queries.getByText('Public (2)').waitFor()
  await page.getByRole('table', { name: 'Tables' }).first().getByText('api::article.article').waitFor()
  await page.getByRole('region', { name: /^Process \d+$/ }).waitFor()
  await page.getByRole('img', { name: /answers?$/ }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  await query.click()
  await page.getByRole('heading', { name: 'Explorer', level: 1 }).waitFor()
})

it('fits on a phone', async () => {
  const page = await panel.open('/insight', { width: 360, height: 740 })
  await page.getByRole('table', { name: 'Tables' }).first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

it('does not exist for others: not in the menu, not at its address', async () => {
  panel.expect(/status of 403/)
  const login = { email: 'eda@example.com', password: 'Correct-horse-2' }
  await panel.send('POST', '/admins', { ...login, firstname: 'Eda', roles: ['strapi-editor'] })
  const cookie = await panel.signIn(login)
  const page = await panel.open('/', { cookie })
  await page.getByRole('link', { name: 'Explorer' }).waitFor()
  expect(await page.getByRole('link', { name: 'Insight' }).count()).toBe(0)
  const address = await panel.open('/insight', { cookie })
  await address.getByRole('heading', { name: /not found|does not exist/i }).waitFor()
})
