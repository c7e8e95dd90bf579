/** A person in a browser, another one elsewhere, and a network that fails, in random order: see also nothing-lost.test.ts. */
import fc from 'fast-check'
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { startPanel } from './support/panel.ts'

const RUNS = Number(process.env.DESK_PAGES ?? 1)
const SEED = Number(process.env.PROPERTY_SEED ?? 7)
const PATH = '/content/api::article.article'

const panel = startPanel()

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Opened {
  readonly version: string
  readonly status: string
  readonly values: Readonly<Record<string, unknown>>
  readonly pending: { readonly data: Readonly<Record<string, unknown>> } | null
}

/** What the last save has left, published or not. */
async function stored(id: number): Promise<Opened & { readonly now: Readonly<Record<string, unknown>> }> {
  const { data } = (await (await panel.send('GET', `${PATH}/${id}`)).json()) as { data: Opened }
  return { ...data, now: { ...data.values, ...data.pending?.data } }
}

class Writer {
  readonly page: Page
  readonly id: number
  words = 0

  constructor(page: Page, id: number) {
    this.page = page
    this.id = id
  }

  word(): string {
    this.words += 1
    return `w${this.words}`
  }

  /** Somebody else, who writes the last paragraph and the summary. */
  async other(): Promise<void> {
    const { now, status, pending } = await stored(this.id)
    const body = [...String(now.body).split('\n\n').slice(0, -1), `theirs ${this.word()}`].join('\n\n')
    const data = { ...pending?.data, body, summary: `theirs ${this.word()}` }
    await panel.send('PUT', `${PATH}/${this.id}`, { data, ...(status === 'draft' ? {} : { pending: true }) })
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await text(this.page, 'Body').waitFor()
  }

  async addPart(): Promise<void> {
    const parts = this.page.getByRole('region', { name: 'Blocks' })
    await parts.getByRole('button', { name: 'Add a component to blocks' }).last().click()
    await this.page
      .getByRole('region', { name: 'Add a component to blocks' })
      .getByRole('button', { name: /^Quote/ })
      .click()
    await parts.getByRole('textbox', { name: 'Text' }).last().fill(this.word())
  }

  async write(): Promise<void> {
    await text(this.page, 'Body').getByRole('paragraph').first().click()
    await this.page.keyboard.press('End')
    await this.page.keyboard.type(` ${this.word()}`)
  }

  /** What the person sees. */
  async shown() {
    const { page } = this
    const parts = page.getByRole('region', { name: 'Blocks' }).getByRole('textbox', { name: 'Text' })
    return {
      title: await text(page, 'Title').inputValue(),
      first: await text(page, 'Body').getByRole('paragraph').first().textContent(),
      parts: await Promise.all((await parts.all()).map(part => part.inputValue())),
    }
  }
}

type Step = readonly [string, (writer: Writer) => Promise<unknown>]

const steps: readonly Step[] = [
  ['title', async writer => text(writer.page, 'Title').fill(writer.word())],
  ['write', writer => writer.write()],
  ['add', writer => writer.addPart()],
  [
    'undo',
    async ({ page }) => (await button(page, 'Undo').first().isEnabled()) && button(page, 'Undo').first().click(),
  ],
  ['save', ({ page }) => page.keyboard.press('Control+s')],
  ['publish', ({ page }) => page.keyboard.press('Control+Enter')],
  ['reload', writer => writer.reload()],
  ['other', writer => writer.other()],
  ['lost', ({ page }) => page.route(WRITES, route => route.abort(), { times: 1 })],
  ['unanswered', ({ page }) => page.route(WRITES, unanswered, { times: 1 })],
  ['slow', ({ page }) => page.route(WRITES, slow, { times: 2 })],
]

const WRITES = /\/admin\/api\/(content|drafts)\//

const unanswered = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

const slow = async (route: Route) => {
  await new Promise(resolve => setTimeout(resolve, 700))
  await route.continue()
}

it('loses nothing and asks nothing, whatever is done in whatever order', async () => {
  panel.expect(/ERR_FAILED/, /409/)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 10, maxLength: 20 }), async chosen => {
      const data = { title: 'Random', body: 'first\n\nmiddle\n\nlast' }
      const { data: made } = (await (await panel.send('POST', PATH, { data })).json()) as { data: { id: number } }
      const page = await panel.open(`/content-manager/collection-types/api::article.article/${made.id}`, {
        fresh: true,
      })
      await text(page, 'Body').waitFor()
      const writer = new Writer(page, made.id)
      for (const [, run] of chosen) {
        await run(writer)
        expect(await page.getByRole('dialog').count()).toBe(0)
      }
      await page.unrouteAll({ behavior: 'wait' })
      const shown = await writer.shown()
      await expect.poll(() => saveAgain(page)).toBe(true)
      expect(await page.getByRole('dialog').count()).toBe(0)
      const { now } = await stored(made.id)
      const parts = ((now.blocks ?? []) as readonly { text: string }[]).map(part => part.text)
      expect({ title: now.title, first: String(now.body).split('\n\n')[0], parts }).toEqual(shown)
      expect(await writer.shown()).toEqual(shown)
      await page.close()
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
})

/** True once nothing is left to save. */
async function saveAgain(page: Page): Promise<boolean> {
  const answered = page.waitForResponse(
    response => response.request().method() === 'PUT' && /\/content\//.test(response.url()),
    {
      timeout: 3000,
    },
  )
  await page.keyboard.press('Control+s')
  const response = await answered.catch(() => null)
  return response === null || response.ok()
}
