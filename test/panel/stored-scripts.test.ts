/** Everything that is stored is shown as text: attacks in every text and name, and every page in a real browser. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { TEXT } from './support/attacks.ts'
import { ADMINISTRATOR, Panel } from './support/panel.ts'
import { ARTICLE, hostileProject, poisonTables, storeAttacks } from './support/store-attacks.ts'

const panel = new Panel()
const ATTACK = encodeURIComponent(TEXT)
const PREVIEW = { [ARTICLE]: 'https://site.example/{locale}/{title}/{summary}?token={token}' }

beforeAll(async () => {
  const admin = { groups: { [TEXT]: [ARTICLE] }, preview: PREVIEW }
  await panel.start({ client: 'sqlite', folder: await hostileProject(), admin, server: { docs: true } })
  poisonTables((panel.database as { readonly filename: string }).filename)
  await storeAttacks(panel)
})
afterEach(() => panel.finish())

/** What a person does on a page. `look` checks what it has led to. */
type Act = (page: Page, look: () => Promise<void>) => Promise<void>
type Visit = string | readonly [path: string, act: Act]

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const lookAtEntry: Act = async (page, look) => {
  const previews = await press(page, 'Preview mode').all()
  expect(previews.length).toBeGreaterThan(0)
  for (const button of previews) await button.click()
  await page
    .getByRole('region', { name: /^Preview of/ })
    .first()
    .waitFor()
  await look()
  await page.getByRole('tab', { name: 'API', exact: true }).click()
}

const openFile: Act = page => page.getByRole('dialog').getByRole('textbox').first().waitFor()

const openTrashed: Act = async page => {
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('definition').first().waitFor()
}

const openRelease: Act = async page => {
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Name and time' }).click()
}

const openWorkflow: Act = async page => {
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('textbox', { name: 'Name of the stage' }).first().waitFor()
}

const previewMail: Act = async page => {
  const mail = page.frameLocator('iframe').locator('body')
  await expect.poll(() => mail.textContent()).toContain("'-__xss(4)-'")
}

const search: Act = async page => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search types, entries, files and actions' }).fill('onload')
  await page.getByRole('option').first().waitFor()
}

const MANAGER = '/content-manager'
const ARTICLES = `${MANAGER}/collection-types/${ARTICLE}`
const TEMPLATES = '/settings/users-permissions/email-templates'
const HOMEPAGE = `${MANAGER}/single-types/api::homepage.homepage`
/** In place of a type or an id. */
const NOWHERE = `${MANAGER}/collection-types/${ATTACK}`

/** Each path of the router, and the addresses at which it is opened. */
const PAGES: Readonly<Record<string, readonly Visit[]>> = {
  '/': [['/', search]],
  'content-manager': [MANAGER, `${MANAGER}/collectionType/${ATTACK}`],
  'collection-types/$uid': [
    `${ARTICLES}?sort=${ATTACK}&filters[$and][0][title][$contains]=${ATTACK}&page=1`,
    `${ARTICLES}?_q=onload`,
    `${MANAGER}/collection-types/api::author.author`,
    `${MANAGER}/collection-types/plugin::users-permissions.user`,
    NOWHERE,
  ],
  'collection-types/$uid/configurations/list': [`${ARTICLES}/configurations/list`, `${NOWHERE}/configurations/list`],
  'collection-types/$uid/create': [`${ARTICLES}/create`],
  'collection-types/$uid/$id': [
    [`${ARTICLES}/1`, lookAtEntry],
    [`${ARTICLES}/{new}`, lookAtEntry],
    `${MANAGER}/collection-types/api::author.author/1`,
    `${ARTICLES}/${ATTACK}`,
    `${NOWHERE}/1`,
  ],
  'single-types/$uid': [HOMEPAGE],
  'collection-types/$uid/$id/history': [
    `${ARTICLES}/1/history`,
    `${ARTICLES}/{new}/history?version=${ATTACK}&with=before`,
    `${ARTICLES}/${ATTACK}/history`,
  ],
  'single-types/$uid/history': [`${HOMEPAGE}/history`],
  schedule: [`${MANAGER}/schedule`],
  releases: [[`${MANAGER}/releases`, openRelease]],
  'releases/$id': [`${MANAGER}/releases/${ATTACK}`],
  calendar: [`${MANAGER}/calendar?month=2090-01`, `${MANAGER}/calendar?month=${ATTACK}`],
  trash: [[`${MANAGER}/trash`, openTrashed]],
  activity: ['/activity', `/activity?type=${ATTACK}&by=${ATTACK}`],
  'settings/audit-logs': ['/settings/audit-logs'],
  explorer: [
    `/explorer?url=/api/articles?filters[title]=${ATTACK}`,
    `/explorer?url=${ATTACK}&as=${ATTACK}&entry=${ATTACK}`,
  ],
  insight: ['/insight'],
  'collection-types/$uid/$id/compare': [`${ARTICLES}/1/compare`, `${ARTICLES}/${ATTACK}/compare`],
  'single-types/$uid/compare': [`${HOMEPAGE}/compare`],
  'collection-types/$uid/configurations/edit': [`${ARTICLES}/configurations/edit`],
  'single-types/$uid/configurations/edit': [
    `${HOMEPAGE}/configurations/edit`,
    `${MANAGER}/single-types/${ATTACK}/configurations/edit`,
  ],
  'plugins/upload': [
    `/plugins/upload?_q=onload`,
    ['/plugins/upload?file=1', openFile],
    ['/plugins/upload?file=2', openFile],
  ],
  'plugins/content-type-builder': ['/plugins/content-type-builder'],
  'plugins/content-type-builder/create': [`/plugins/content-type-builder/create?kind=component&from=${ATTACK}`],
  'plugins/content-type-builder/$uid': [`/plugins/content-type-builder/${ARTICLE}`],
  settings: ['/settings'],
  'settings/users-permissions/roles': ['/settings/users-permissions/roles'],
  'settings/users-permissions/roles/new': ['/settings/users-permissions/roles/new'],
  'settings/users-permissions/roles/$id': [
    '/settings/users-permissions/roles/1',
    `/settings/users-permissions/roles/${ATTACK}`,
  ],
  'settings/users-permissions/users': [
    '/settings/users-permissions/users',
    `/settings/users-permissions/users?search=${ATTACK}`,
  ],
  'settings/users-permissions/providers': [
    '/settings/users-permissions/providers',
    `/settings/users-permissions/providers?tried=${ATTACK}`,
  ],
  'settings/api-tokens': ['/settings/api-tokens'],
  'settings/api-tokens/create': ['/settings/api-tokens/create'],
  'settings/api-tokens/$id': ['/settings/api-tokens/1', `/settings/api-tokens/${ATTACK}`],
  'settings/users': ['/settings/users'],
  'settings/users/$id': ['/settings/users/1'],
  'settings/roles': ['/settings/roles'],
  'settings/roles/new': ['/settings/roles/new'],
  'settings/roles/$id': ['/settings/roles/2', `/settings/roles/${ATTACK}`],
  'settings/internationalization': ['/settings/internationalization'],
  'settings/review-workflows': [['/settings/review-workflows', openWorkflow]],
  'settings/review-workflows/create': ['/settings/review-workflows/create'],
  'settings/review-workflows/$id': [`/settings/review-workflows/${ATTACK}`],
  'settings/webhooks': ['/settings/webhooks'],
  'settings/webhooks/create': ['/settings/webhooks/create'],
  'settings/webhooks/$id': ['/settings/webhooks/1', `/settings/webhooks/${ATTACK}`],
  'settings/queries': ['/settings/queries'],
  'settings/queries/$name': ['/settings/queries/hostile', `/settings/queries/${ATTACK}`],
  'settings/new-query': ['/settings/new-query'],
  'settings/media-library': ['/settings/media-library'],
  'settings/users-permissions/advanced-settings': ['/settings/users-permissions/advanced-settings'],
  'settings/users-permissions/email-templates': [TEMPLATES],
  'settings/users-permissions/email-templates/$name': [
    [`${TEMPLATES}/reset_password`, previewMail],
    `${TEMPLATES}/${ATTACK}`,
  ],
  'settings/email': ['/settings/email'],
  'settings/application-infos': ['/settings/application-infos'],
  'settings/strapi': ['/settings/strapi'],
  'settings/backups': ['/settings/backups'],
  'settings/transfers': ['/settings/transfers'],
  'own/$name': [`/own/${ATTACK}`],
  me: ['/me'],
}

test('every path of the router is opened here', () => {
  const read = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../admin/src/app/${name}`, import.meta.url)), 'utf8')
  const routers = read('router.tsx') + read('settings-routes.tsx')
  const paths = [...routers.matchAll(/(?:\bpath: |\b(?!open)\w*[pP]age\(\s*)'([^']+)'/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(15)
  expect([...new Set(paths)].sort()).toEqual(Object.keys(PAGES).sort())
})

/** What an attack would have left behind: addresses that run, frames, handlers, elements of its own. Mails have a frame in which nothing runs. */
const TRACES = `(() => {
  const mails = [...document.querySelectorAll('iframe[sandbox="allow-same-origin"]')]
  const all = [document, ...mails.map(mail => mail.contentDocument)].flatMap(page => [...page.querySelectorAll('*')])
  const addresses = all.flatMap(element => ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href']
    .filter(name => element.hasAttribute(name) && !['IMG', 'VIDEO', 'AUDIO'].includes(element.tagName))
    .filter(name => !/^(https?|mailto|blob):$/.test(new URL(element.getAttribute(name), location).protocol))
    .filter(name => element.outerHTML !== '<link rel="icon" href="data:,">')
    .map(() => element))
  const strange = all.filter(element => !mails.includes(element) && element.matches('iframe, embed, object, base, [srcdoc], [data-injected], script:not([src]), img[src$="/injected"], details[ontoggle]'))
  const handlers = all.filter(element => [...element.attributes].some(({ name }) => /^on/i.test(name)))
  return [...addresses, ...strange, ...handlers].map(element => element.outerHTML.slice(0, 300))
})()`

/** What a person can read on the page, in fields too, without the menus. */
const SEEN = `(() => {
  const main = document.querySelector('main')
  const menus = [...main.querySelectorAll('nav')].map(menu => menu.innerText)
  const fields = [...document.querySelectorAll('input, textarea')].map(field => field.value + field.placeholder)
  return menus.reduce((text, menu) => text.replace(menu, ''), main.innerText) + fields.join()
})()`

interface Tab {
  readonly page: Page
  /** What an attack has done. */
  readonly ran: unknown[]
  /** Requests without an answer. The stream of changes never ends. */
  readonly waiting: Set<unknown>
}

/** One tab in which pages are opened one after the other. */
async function openTab(signedIn: boolean): Promise<Tab> {
  // Answers with 400, 401 and 404 are logged by the browser, and pictures whose stored address is a script.
  panel.expect(/^Failed to load resource/, /^(Refused to load|Loading) the image 'javascript:/)
  const [ran, waiting] = [[] as unknown[], new Set<unknown>()]
  const page = await panel.open('/auth/login', { signedIn })
  await page.exposeFunction('__xss', (place: unknown) => void ran.push(place))
  page.on('dialog', dialog => {
    // The browser's own question, whether to leave unsaved work, is answered by leaving.
    if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => undefined)
    ran.push(dialog.message())
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/injected') ran.push(request.url())
    if (!request.url().endsWith('/admin/api/changes')) waiting.add(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', request => waiting.delete(request))
  page.on('popup', popup => void ran.push(popup.url()))
  return { page, ran, waiting }
}

/** Nothing is asked for any more, and what was answered is drawn. */
async function settled({ page, waiting }: Tab): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))')
    const loading = await page.getByRole('status', { name: 'Loading' }).count()
    quiet = waiting.size + loading === 0 ? quiet + 1 : 0
  }
}

async function visit(tab: Tab, path: string, act?: Act): Promise<string> {
  const { page, ran } = tab
  const look = async () => {
    await settled(tab)
    expect([path, await page.evaluate(TRACES), ran]).toEqual([path, [], []])
  }
  tab.waiting.clear()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await look()
  if (act !== undefined) {
    await act(page, look)
    await look()
  }
  return page.evaluate<string>(SEEN)
}

/** Pages that show nothing that is stored: what they are asked for does not exist, or not yet. */
const SILENT = [
  `${MANAGER}/collectionType/${ATTACK}`,
  `${ARTICLES}/${ATTACK}`,
  `${NOWHERE}/1`,
  `${ARTICLES}/${ATTACK}/history`,
  `${MANAGER}/releases/${ATTACK}`,
  `${MANAGER}/calendar?month=${ATTACK}`,
  '/insight',
  `${ARTICLES}/${ATTACK}/compare`,
  `${MANAGER}/single-types/${ATTACK}/configurations/edit`,
  `/plugins/content-type-builder/create?kind=component&from=${ATTACK}`,
  '/settings/users-permissions/roles/new',
  `/settings/users-permissions/roles/${ATTACK}`,
  '/settings/users-permissions/providers',
  `/settings/users-permissions/providers?tried=${ATTACK}`,
  '/settings/api-tokens/create',
  `/settings/api-tokens/${ATTACK}`,
  '/settings/roles/new',
  `/settings/roles/${ATTACK}`,
  `/settings/review-workflows/${ATTACK}`,
  `/settings/webhooks/${ATTACK}`,
  '/settings/new-query',
  '/settings/media-library',
  '/settings/email',
  '/settings/strapi',
  '/settings/backups',
  `/own/${ATTACK}`,
]

/** Milliseconds: some forty pages, on a machine that does much else. */
const LONG = 600_000

test('every page of the panel shows attacks as text', { timeout: LONG }, async () => {
  const made = (await (await panel.send('GET', `/content/${ARTICLE}?sort=id:desc&columns=title`)).json()) as {
    readonly data: readonly { readonly id: number }[]
  }
  const tab = await openTab(true)
  const silent: string[] = []
  for (const one of Object.values(PAGES).flat()) {
    const [path, act] = typeof one === 'string' ? [one] : one
    const seen = await visit(tab, `/admin${path.replace('{new}', String(made.data[0]!.id))}`, act)
    if (!seen.includes('<script>__xss(2)</script>')) silent.push(path)
  }
  expect(silent).toEqual(SILENT)
})

test('the pages before the panel, the start page and the documentation show attacks as text', async () => {
  const tab = await openTab(false)
  expect(await visit(tab, '/')).toContain(TEXT)
  await visit(tab, '/docs/', page => page.getByRole('searchbox').fill(TEXT))
  await visit(tab, `/admin/auth/reset-password?code=${ATTACK}`)
  await visit(tab, `/admin/auth/register-admin?code=${ATTACK}`)
})

test('a log-in leads into the panel, whatever its address asks for', async () => {
  for (const wanted of ['javascript:__xss(40)', 'http://[']) {
    const tab = await openTab(false)
    await visit(tab, `/admin/auth/login?redirectTo=${encodeURIComponent(wanted)}&${ATTACK}`, async page => {
      await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
      await page.getByRole('textbox', { name: 'Password' }).fill(ADMINISTRATOR.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('heading', { name: 'Hello' }).waitFor()
    })
    expect(tab.page.url()).toBe(`${panel.address}/admin/`)
  }
})

test('answers for programs are no pages, whatever they quote', async () => {
  const tab = await openTab(false)
  const paths = [
    '/api/openapi.json',
    '/api/articles?populate=*&publicationState=preview',
    `/api/${ATTACK}`,
    `/api/articles?filters[${ATTACK}]=${ATTACK}`,
    `/api/queries/${ATTACK}`,
    `/admin/api/${ATTACK}`,
    `/uploads/${ATTACK}`,
    `/docs/${ATTACK}`,
    `/${ATTACK}`,
  ]
  for (const path of paths) {
    const answer = await tab.page.goto(path)
    expect([path, await tab.page.evaluate('document.contentType')]).toEqual([path, 'application/json'])
    expect([path, answer?.headers()['x-content-type-options']]).toEqual([path, 'nosniff'])
    expect([path, await tab.page.evaluate('document.querySelector("[data-injected], script, img, svg")')]).toEqual([
      path,
      null,
    ])
  }
  expect(tab.ran).toEqual([])
})

test('a preview leads to the site of the setting, whatever the entry says', async () => {
  const answer = await panel.send('GET', `/content/${ARTICLE}/1/preview-url`)
  const { data } = (await answer.json()) as { readonly data: { readonly url: string } }
  const { origin, pathname } = new URL(data.url)
  expect([answer.status, origin]).toEqual([200, 'https://site.example'])
  expect(decodeURIComponent(pathname)).toContain('<script>__xss(2)</script>')
})
