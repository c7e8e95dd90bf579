/**
 * The sites in `examples/`. That they are small and have the types of the magazine is always tested; `npm run test:long` also installs,
 * builds and visits them.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type Magazine, startMagazine } from './magazine.ts'
import { MADE, ROOT, Site, writePackageTypes } from './site-process.ts'

const SITES = ['next', 'astro', 'sveltekit', 'nuxt']
const VISITED =
  process.env.FRAMEWORK_SITES === 'all' ? SITES : (process.env.FRAMEWORK_SITES ?? '').split(',').filter(Boolean)
const PATIENCE = { timeout: 180_000, interval: 250 }
/** Not written by hand, or written by every `npm create`. */
const SCAFFOLD = /\.(config\.\w+|json|d\.ts|html)$/
const COMMENT = /^\s*(\/\*\*.*|\/\/.*)?$/

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(name => !MADE.includes(name) && !name.startsWith('.') && !name.endsWith('.md'))
    .map(name => join(folder, name))
    .flatMap(path => (statSync(path).isDirectory() ? filesOf(path) : [path]))
}

describe.each(SITES)('the site with %s', name => {
  const folder = join(ROOT, 'examples', name)

  test('has less than 150 lines of its own', () => {
    const own = filesOf(folder).filter(path => !SCAFFOLD.test(basename(path)))
    const lines = own.flatMap(path => readFileSync(path, 'utf8').split('\n')).filter(line => !COMMENT.test(line))
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.length).toBeLessThan(150)
  })

  test('has the types of the magazine', () => {
    const types = (place: string) => readFileSync(join(ROOT, place), 'utf8')
    expect(types(`examples/${name}/populus-types.d.ts`)).toBe(types('test/client/blog-types.d.ts'))
  })
})

/** What a visitor gets: the text of a page, its links and its pictures. */
async function visit(address: string): Promise<{ readonly status: number; readonly html: string }> {
  const answer = await fetch(address)
  return { status: answer.status, html: await answer.text() }
}

const htmlOf = async (address: string) => (await visit(address)).html
const linksOf = (html: string) => [...html.matchAll(/href="(\/articles\/[\w-]+)/g)].map(([, path]) => path!)
const linkTo = (html: string, text: string) => new RegExp(`href="([^"]+)"[^>]*>${text}<`).exec(html)?.[1]

const DRAFT = { title: 'Hot off the press', slug: 'hot-off-the-press', body: 'Ink is **still** wet.' }

/** Pages of the magazine as it is when it is new. */
async function expectPages(site: string, populus: string): Promise<void> {
  const first = await htmlOf(site)
  expect(new Set(linksOf(first)).size).toBe(10)
  const older = linkTo(first, 'Older')!
  const second = await htmlOf(new URL(older, site).href)
  expect(new Set(linksOf(second)).size).toBe(10)
  expect(linksOf(second).filter(path => linksOf(first).includes(path))).toEqual([])
  expect(linkTo(second, 'Newer')).toBeDefined()

  const page = await htmlOf(`${site}/articles/first-sourdough`)
  expect(page).toContain('<h1>Your first sourdough, without the mythology</h1>')
  expect(page).toContain('Mara Lindqvist')
  expect(page).toContain('<h2>The loaf</h2>')
  const [, sources = ''] = /srcset="([^"]+)"/i.exec(page) ?? []
  expect(sources.split(', ')).toContain(`${populus}/uploads/small_sourdough_loaf_9385e25cac.jpg 500w`)
  for (const source of sources.split(', ')) expect((await visit(source.split(' ')[0]!)).status).toBe(200)
  expect((await visit(`${site}/articles/no-such-article`)).status).toBe(404)

  expect(linksOf(await htmlOf(`${site}/search?q=sourdough`))).toContain('/articles/first-sourdough')
  expect(await htmlOf(`${site}/search?q=xylophones`)).toContain('Nothing found.')
  expect(await htmlOf(`${site}/search`)).toContain('Nothing found.')
}

/** A draft is seen in its preview alone; after it is published, everywhere. */
async function expectPublished(site: string, magazine: Magazine): Promise<void> {
  const id = await magazine.writeDraft(DRAFT)
  const page = `${site}/articles/${DRAFT.slug}`
  const preview = await magazine.previewAddress(id)
  const shown = await htmlOf(preview)
  expect(shown).toContain('Ink is <strong>still</strong> wet.')
  expect(shown).toMatch(/style="background: ?#\w{6} url\((&quot;|&#34;|")?data:image\/webp;base64,/)
  expect((await visit(`${preview}x`)).status).toBe(404)
  expect((await visit(`${site}/preview`)).status).toBe(404)
  expect((await visit(page)).status).toBe(404)
  expect(await htmlOf(site)).not.toContain(DRAFT.title)

  await magazine.change(id, { publishedAt: new Date().toISOString() })
  await expect.poll(() => htmlOf(page), PATIENCE).toContain('Ink is <strong>still</strong> wet.')
  await expect.poll(async () => linksOf(await htmlOf(site))[0], PATIENCE).toBe(`/articles/${DRAFT.slug}`)
  await magazine.change(id, { title: 'Cold by now' })
  await expect.poll(() => htmlOf(page), PATIENCE).toContain('Cold by now')
  await expect.poll(() => htmlOf(site), PATIENCE).toContain('Cold by now')
  await magazine.change(id, { publishedAt: null })
  await expect.poll(async () => (await visit(page)).status, PATIENCE).toBe(404)
  await expect.poll(() => htmlOf(site), PATIENCE).not.toContain('Cold by now')
}

test.each(VISITED)('a visit of the site with %s', { timeout: 900_000 }, async name => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const magazine = await startMagazine(address)
  const site = new Site(name, {
    HOST: '127.0.0.1',
    PORT: String(port),
    POPULUS_URL: magazine.address,
    NUXT_POPULUS_URL: magazine.address,
    WEBHOOK_SECRET: magazine.secret,
    NUXT_WEBHOOK_SECRET: magazine.secret,
  })
  await writePackageTypes()
  await site.npm('install', '--no-audit', '--no-fund')
  await site.npm('run', 'build')
  site.start()
  const isUp = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isUp, PATIENCE).toBe(true)

  await expectPages(address, magazine.address)
  await expectPublished(address, magazine)
  for (const signature of ['', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
    const headers = { 'content-type': 'application/json', 'x-populus-signature': signature }
    const forged = await fetch(`${address}/publish`, { method: 'POST', headers, body: '{"keys":["other"]}' })
    expect(forged.status).toBe(401)
  }
  // What was shown once is kept, and needs no server until something changes.
  const kept = [address, `${address}/articles/first-sourdough`]
  const before = await Promise.all(kept.map(visit))
  await magazine.stop()
  expect(before.map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(kept.map(visit))).map(({ status }) => status)).toEqual([200, 200])
})
