/** Backups, and content that goes out and comes in as a file. */
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findingsInEachView } from './support/axe.ts'
import { startPanel } from './support/panel.ts'

const panel = startPanel({ uploads: true })

const TAG = 'api::tag.tag'
const HEADER = { format: 'populus-content', version: 1, types: [{ uid: TAG }], components: [] }
const text = (...lines: readonly object[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('')
const tag = (id: number, attributes: object) => ({ type: TAG, id, attributes })

const contentOf = async (download: Download) => readFileSync(await download.path())

async function downloaded(page: Page, click: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download')
  await click()
  return download
}

async function choose(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(content) })
}

it('a backup is made, fetched and deleted, and says how to restore it', async () => {
  const page = await panel.open('/settings')
  await page.getByRole('link', { name: /^Backups/ }).click()
  await page.getByText('There are no backups yet').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).press('Enter')
  await page.getByText(/^The backup .*\.tar\.gz is ready\.$/).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  const row = page.getByRole('row').filter({ hasText: '.tar.gz' })
  expect(await row.textContent()).toMatch(/[\d,]+ rows, \d+ uploads/)
  const file = await downloaded(page, () => row.getByRole('link', { name: /^Download/ }).press('Enter'))
  expect([...(await contentOf(file)).subarray(0, 2)]).toEqual([0x1f, 0x8b])
  const command = `npx populus restore .data/backups/${file.suggestedFilename()} . --force`
  await page.getByText(command, { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The backup has been deleted.').waitFor()
  await page.getByText('There are no backups yet').waitFor()
})

it('a passphrase that is too short is refused beside its field', async () => {
  const page = await panel.open('/settings/backups')
  panel.expect(/status of 400/)
  const field = page.getByLabel('Passphrase (optional)', { exact: true })
  await field.fill('short')
  await field.press('Enter')
  await page.getByText('expected at least 12 characters').first().waitFor()
})

it('content is exported, imported and refused, with the keyboard alone', async () => {
  const page = await panel.open('/settings/transfers')
  for (const name of ['Article', 'Author', 'Category', 'Homepage', 'Page'])
    await page.getByRole('checkbox', { name, exact: true }).press('Space')
  await page.getByLabel('With drafts').press('Space')
  const file = await downloaded(page, () => page.getByRole('button', { name: 'Export' }).press('Enter'))
  expect(file.suggestedFilename()).toMatch(/\.ndjson$/)
  const [header = '', ...entries] = (await contentOf(file)).toString().trimEnd().split('\n')
  expect(JSON.parse(header).types.map(({ uid }: { uid: string }) => uid)).toContain(TAG)
  expect(header).not.toContain('api::article.article"')
  expect(entries.every(line => !/"publishedAt":null/.test(line))).toBe(true)
  await page.getByText(/\.ndjson has been exported\.$/).waitFor()

  await choose(page, 'bad.ndjson', text(HEADER, tag(1, { nme: 'x' })))
  await page.getByText('bad.ndjson cannot be imported.').waitFor()
  await page.getByRole('cell', { name: /has no attribute nme/ }).waitFor()
  expect(await findingsInEachView(page)).toEqual([])
  const problems = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download the problems' }).press('Enter'),
  )
  expect((await contentOf(problems)).toString()).toBe(
    'bad.ndjson, line 2: api::tag.tag has no attribute nme; did you mean name?\n',
  )

  const good = text(HEADER, tag(1, { name: 'Harbour', slug: 'harbour' }), tag(2, { name: 'Pier', slug: 'pier' }))
  await choose(page, 'good.ndjson', good)
  await page.getByRole('heading', { name: 'What importing good.ndjson would do' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: TAG }).textContent()).toMatch(/Created: 2$/)
  expect(await findingsInEachView(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.getByText('It was cancelled.').waitFor()

  await choose(page, 'good.ndjson', good)
  await page.getByRole('button', { name: 'Import now' }).press('Enter')
  await page.getByText('2 entries of good.ndjson have been imported.').waitFor()
})
