/** What a browser loads to show a page: scripts and styles, compressed with gzip. */
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type PageOptions, startPanel } from './support/panel.ts'

const panel = startPanel()
const ARTICLES = '/content-manager/collection-types/api::article.article'

/** Loaded with the first field of their kind, and not part of the form's own weight. */
const EDITORS = /^(blocks-field|code-editor|editor-frame|json-field|markdown-field|rich-markdown|rich-text|toolbar)-/

/** In kB (1000 bytes). Editors, pickers, menus and dialogs are loaded when somebody uses them, or when the browser is idle. */
const BARS: readonly (readonly [name: string, path: string, bar: number, options: PageOptions])[] = [
  ['log in', '/auth/login', 120, { signedIn: false }],
  ['home', '/', 200, {}],
  ['the list', ARTICLES, 240, {}],
  ['the form', `${ARTICLES}/create`, 300, {}],
  ['the history', `${ARTICLES}/1/history`, 300, {}],
  ['the trash', '/content-manager/trash', 260, {}],
  ['the schedule', '/content-manager/schedule', 260, {}],
  ['the releases', '/content-manager/releases', 260, {}],
  ['the calendar', '/content-manager/calendar', 260, {}],
  ['activity', '/activity', 260, {}],
  ['the explorer', '/explorer', 260, {}],
  ['insight', '/insight', 260, {}],
  ['the content types', '/plugins/content-type-builder', 260, {}],
  ['a content type', '/plugins/content-type-builder/api::article.article', 260, {}],
  ['settings', '/settings', 260, {}],
  ['a form of settings', '/settings/api-tokens/create', 260, {}],
]

it.each(BARS)('%s (%s) weighs at most %d kB', async (_name, path, bar, options) => {
  const page = await panel.open(path, { ...options, fresh: true, idle: false })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = (await weights(page)).filter(([name]) => !EDITORS.test(name))
  const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000
  expect(loaded.length).toBeGreaterThan(2)
  expect(total, loaded.map(([name, bytes]) => `${name} ${bytes}`).join('\n')).toBeLessThanOrEqual(bar)
})

it('loads no rich text for those who write source', async () => {
  const page = await panel.open(`${ARTICLES}/create`, { fresh: true })
  await page.getByRole('textbox', { name: 'Body', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Preview mode' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const names = (await weights(page)).map(([name]) => name)
  expect(names.filter(name => /^(rich-|blocks-)/.test(name))).toEqual([])
})

async function weights(page: Page): Promise<readonly (readonly [string, number])[]> {
  const urls = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(name => /\\.(js|css)$/.test(name))`)
  return Promise.all([...new Set(urls)].map(async url => [url.split('/').at(-1)!, await gzipped(url)] as const))
}

/** The browser itself asks for brotli, which is smaller. */
function gzipped(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, response => {
      expect(response.headers['content-encoding']).toBe('gzip')
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })
}
