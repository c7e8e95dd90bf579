// node scripts/docs-screenshots.mjs [name …]: takes the pictures of docs/guides/editors.md and owners.md again, from the example project.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { buildAdmin } from './build-admin.mjs'
import { buildServer } from './build-server.mjs'
import { root } from './run.mjs'

const ADMINISTRATOR = { email: 'ana@example.org', password: 'Not-a-secret-1', firstname: 'Ana', lastname: 'Lee' }
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ARTICLES = '/content-manager/collection-types/api::article.article'
/** All of them if none is named. */
const names = process.argv.slice(2)
const WIDE = { width: 1280, height: 760 }
const PHONE = { width: 360, height: 700 }

const seesBody = page => page.getByRole('textbox', { name: 'body' }).waitFor()

const PICTURES = [
  { name: 'editors-list', path: ARTICLES, size: WIDE, ready: page => page.getByRole('table').waitFor() },
  { name: 'editors-form', path: `${ARTICLES}/3`, size: WIDE, ready: seesBody },
  { name: 'editors-writing', path: `${ARTICLES}/3`, size: WIDE, ready: openText },
  { name: 'editors-merge', path: `${ARTICLES}/4`, size: WIDE, ready: openMerge },
  { name: 'editors-preview', path: `${ARTICLES}/3`, size: WIDE, ready: openSitePreview },
  { name: 'editors-history', path: `${ARTICLES}/3`, size: WIDE, ready: openHistory },
  { name: 'editors-parts', path: '/content-manager/single-types/api::homepage.homepage', size: WIDE, ready: openHero },
  {
    name: 'editors-media',
    path: '/plugins/upload',
    size: WIDE,
    ready: page => page.getByRole('list', { name: 'Assets' }).waitFor(),
  },
  { name: 'editors-phone', path: `${ARTICLES}/3`, size: PHONE, ready: seesBody },
  {
    name: 'owners-settings',
    path: '/settings',
    size: WIDE,
    ready: page =>
      page
        .getByRole('link', { name: /Webhooks/ })
        .first()
        .waitFor(),
  },
  {
    name: 'owners-role',
    path: '/settings/users-permissions/roles/2',
    size: WIDE,
    ready: page => page.getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'owners-token',
    path: '/settings/api-tokens/create',
    size: WIDE,
    ready: page => page.getByRole('textbox').first().waitFor(),
  },
  {
    name: 'owners-history',
    path: `${ARTICLES}/3`,
    size: WIDE,
    ready: openHistory,
  },
  {
    name: 'owners-template',
    path: '/settings/users-permissions/email-templates/reset_password',
    size: WIDE,
    ready: openTemplate,
  },
  { name: 'owners-invite', path: '/settings/users', size: WIDE, ready: openInvitation },
  {
    name: 'owners-types',
    path: '/plugins/content-type-builder',
    size: WIDE,
    ready: page => page.getByRole('link', { name: /^Article api::.* connections/ }).waitFor(),
  },
  { name: 'owners-preview', path: '/settings/users-permissions/roles/2', size: WIDE, ready: openPreview },
  { name: 'owners-workflow', path: '/settings/review-workflows', size: WIDE, ready: openWorkflow },
  { name: 'owners-calendar', path: '/content-manager/calendar', size: WIDE, ready: openCalendar },
  { name: 'owners-insight', path: '/insight', size: WIDE, ready: openInsight },
  { name: 'owners-backups', path: '/settings/backups', size: WIDE, ready: openBackups },
  {
    name: 'owners-transfers',
    path: '/settings/transfers',
    size: WIDE,
    ready: page => page.getByRole('button', { name: 'Export', exact: true }).waitFor(),
  },
]

/** A request to the management API. */
function send(page, method, path, body) {
  const headers = { 'content-type': 'application/json', 'x-populus-admin': '1' }
  const options = JSON.stringify({ method, headers, body: JSON.stringify(body) })
  return page.evaluate(`fetch('/admin/api${path}', ${options}).then(answer => answer.json())`)
}

/** Somebody else saves. */
const change = (page, id, data) => send(page, 'PUT', `/content/api::article.article/${id}`, { data })

async function openText(page) {
  const body = page.getByRole('textbox', { name: 'body' })
  await body.waitFor()
  await body.evaluate(text => text.closest('[data-path]').scrollIntoView())
  await body.click()
}

async function openMerge(page) {
  await seesBody(page)
  await page.getByRole('textbox', { name: 'summary' }).fill('A walk along the river, with a map.')
  await change(page, 4, { summary: 'A walk along the river, with four places to rest.' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function openSitePreview(page) {
  await seesBody(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.locator('iframe').waitFor()
}

/** Authors are no longer ticked, and the answer is tried. */
async function openPreview(page) {
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('/api/articles?fields[0]=title&populate[author][fields][0]=name&filters[id]=3')
  await address.press('Enter')
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.waitFor()
  await page
    .getByRole('group', { name: 'Author', exact: true })
    .getByRole('checkbox', { name: 'find', exact: true })
    .uncheck()
  await answer.getByText('Loses author.').waitFor()
  await answer.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
}

const STAGES = [
  { name: 'To do', colour: '#4945ff' },
  { name: 'In review', colour: '#f29d41' },
  { name: 'Ready', colour: '#328048', enter: [2] },
]

async function openWorkflow(page) {
  const types = ['api::article.article']
  const { data } = await send(page, 'POST', '/workflows', {
    name: 'Articles',
    types,
    stages: STAGES,
    publishFrom: 'Ready',
  })
  await page.goto(`/admin/settings/review-workflows/${data.id}`)
  await page.getByRole('combobox', { name: 'Who may move entries into it: Ready' }).waitFor()
  await send(page, 'DELETE', `/workflows/${data.id}`)
}

/** Two entries and a release are planned, in a month to come. */
async function openCalendar(page) {
  const at = day => `2090-05-${day}T09:00:00Z`
  await send(page, 'PUT', '/content/api::article.article/3/schedule', { unpublishAt: at('28') })
  await send(page, 'PUT', '/content/api::article.article/5/schedule', { unpublishAt: at('12') })
  await send(page, 'POST', '/releases', { name: 'Spring', at: at('10') })
  await page.goto('/admin/content-manager/calendar?month=2090-05')
  await page.getByRole('link', { name: /Spring/ }).waitFor()
}

/** What a website asks for. */
async function openInsight(page) {
  const queries = [
    'articles?populate=author&sort=publishedAt:desc',
    'articles?filters[slug]=a',
    'tags',
    'authors?populate=*',
  ]
  for (const [index, query] of queries.entries())
    for (let times = 0; times < 40 / (index + 1); times += 1)
      await page.evaluate(
        `fetch('/api/${query}&pagination[pageSize]=${5 + times}'.replace(/^([^?]*)&/, '$1?')).then(answer => answer.text())`,
      )
  await page.reload()
  await page.getByRole('table', { name: 'Queries in use' }).waitFor()
}

/** Somebody has changed the article before. */
async function openHistory(page) {
  await change(page, 3, { summary: 'A walk along the river, with a map and four places to rest.' })
  await page.goto(`/admin${ARTICLES}/3/history`)
  await page.getByRole('region', { name: 'Changes' }).getByRole('group').first().waitFor()
}

async function openTemplate(page) {
  const text = '<p>Hello <%= USER.username %>, <%= URL %>?code=<%= TOKEN %></p>'
  await page.getByRole('textbox', { name: 'Message (HTML)' }).fill(text)
  const mail = page.frameLocator('iframe')
  await mail.getByText('Hello ann').waitFor()
  await page.locator('iframe').scrollIntoViewIfNeeded()
}

async function openInvitation(page) {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openBackups(page) {
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText(/^The backup .* is ready\.$/).waitFor()
}

async function openHero(page) {
  const hero = page.getByRole('group', { name: 'Hero 1' })
  await hero.getByRole('button', { expanded: false }).first().click()
  await hero.getByRole('textbox', { name: 'heading' }).waitFor()
}

await Promise.all([buildServer(), buildAdmin()])
const temporary = mkdtempSync(join(tmpdir(), 'populus-pictures-'))
// The panel shows the name of the folder.
const folder = join(temporary, 'my-site')
cpSync(join(root, 'examples/blog'), folder, { recursive: true })
/** The address of the server, once it has one. */
let home = ''
const site = await startSite()
addPreview(join(folder, 'populus.config.json'))
const server = spawn(process.execPath, [join(root, 'dist/cli/main.js'), 'start', folder], {
  env: { ...process.env, HOST: '127.0.0.1', PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const { address, code } = await started()
  home = address
  await ask(address, '/first-admin', { code, ...ADMINISTRATOR })
  const { email, password } = ADMINISTRATOR
  const answer = await ask(address, '/login', { email, password, cookie: true })
  await takePictures(address, String(answer.headers.get('set-cookie')).split(';')[0] ?? '')
} finally {
  server.kill()
  site.close()
  rmSync(temporary, { recursive: true, force: true })
}

/** A site that shows an article, for the preview. */
async function startSite() {
  const listening = createServer(async ({ url }, response) => {
    const answer = await fetch(`${home}/admin/api/preview${new URL(url, 'http://site').search}`)
    const { data } = /** @type {any} */ (await answer.json())
    const { title, summary } = data.attributes ?? data
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<body style="font: 18px/1.6 Georgia; margin: 2rem"><h1>${title}</h1><p>${summary}</p></body>`)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return listening
}

function addPreview(file) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (site.address())
  const config = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const preview = { 'api::article.article': `http://127.0.0.1:${port}/?token={token}` }
  writeFileSync(file, JSON.stringify({ ...config, admin: { ...config.admin, preview } }))
}

/** What the server prints when it is ready. */
async function started() {
  let address = ''
  for await (const line of createInterface({ input: server.stdout })) {
    address = /ready at (\S+)/.exec(line)?.[1] ?? address
    const code = /register-admin\?code=(\S+)/.exec(line)?.[1]
    if (code !== undefined) return { address, code }
  }
  throw new Error('The server did not start')
}

function ask(address, path, body) {
  return fetch(`${address}/admin/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-populus-admin': '1' },
    body: JSON.stringify(body),
  })
}

async function takePictures(address, cookie) {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce', locale: 'en-GB' })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: `${address}/admin` }])
  mkdirSync(join(root, 'docs/images'), { recursive: true })
  const wanted = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const { name: picture, path, size, ready } of wanted) {
    const page = await context.newPage()
    await page.setViewportSize(size)
    await page.goto(`/admin${path}`)
    await ready(page)
    // Pictures of the content come after the page.
    await page.waitForFunction('[...document.images].every(image => image.complete || image.loading === "lazy")')
    await page.waitForTimeout(500)
    const bytes = await page.screenshot()
    const { size: written } = await sharp(bytes)
      .webp({ quality: 82 })
      .toFile(join(root, 'docs/images', `${picture}.webp`))
    console.log(`docs/images/${picture}.webp: ${Math.round(written / 1000)} kB`)
    await page.close()
  }
  await browser.close()
}

async function findBrowser() {
  if (process.env.CHROMIUM_PATH !== undefined) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = NAMES.flatMap(name => folders.map(path => join(path, name))).find(path => existsSync(path))
  return installed ?? (await import('@sparticuz/chromium')).default.executablePath()
}
