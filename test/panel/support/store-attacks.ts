/** A project and a database with attacks in every text that takes them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { ViewConfiguration } from '../../../src/admin-api/view-api.ts'
import { copyOfBlog } from '../../cli/run-populus.ts'
import { BLOCKS, FORGED_BLOCKS, MARKDOWN, SHORT, TEXT } from './attacks.ts'
import type { Panel } from './panel.ts'

export const ARTICLE = 'api::article.article'

/** The example with attacks in everything that its files name for people. Other names may have letters and digits only. */
export async function hostileProject(): Promise<string> {
  const folder = await copyOfBlog()
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  for (const name of files.filter(path => path.endsWith('.json')))
    changeJson(join(folder, 'src', name), ({ info, attributes, ...rest }) => ({
      ...rest,
      info: { ...info, displayName: `${info.displayName} ${TEXT}`, description: TEXT, icon: TEXT },
      attributes: {
        ...attributes,
        ...(attributes.title === undefined ? {} : { title: { ...attributes.title, maxLength: 10_000 } }),
        ...(info.singularName === 'article'
          ? { story: { type: 'blocks' }, mood: { type: 'string', regex: TEXT } }
          : {}),
      },
    }))
  changeJson(join(folder, 'package.json'), project => ({ ...project, name: TEXT }))
  return folder
}

interface ProjectFile {
  readonly info: Readonly<Record<string, string>>
  readonly attributes: Readonly<Record<string, object>>
}

function changeJson(path: string, change: (content: ProjectFile) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as ProjectFile)))
}

type Send = readonly [method: string, path: string, body: object]

const WORDS = { title: TEXT, summary: TEXT, body: MARKDOWN, story: BLOCKS, internalNote: TEXT, facts: { [TEXT]: TEXT } }
const ENTRY = {
  ...WORDS,
  seo: { metaTitle: SHORT, metaDescription: TEXT },
  blocks: [
    { __component: 'blocks.rich-text', body: MARKDOWN },
    { __component: 'blocks.quote', text: TEXT },
  ],
}
const PERSON = { firstname: TEXT, lastname: TEXT, username: TEXT }
const OTHER = { email: 'other@example.com', password: 'Correct-horse-2' }
/** Placeholders are written in another way. */
const MAIL = TEXT.replaceAll('$', '')
const LIST = { uid: ARTICLE, query: { _q: TEXT }, columns: ['title'] }

/** What people of all kinds can store with requests. */
const REQUESTS: readonly Send[] = [
  ['PUT', '/me', PERSON],
  ['POST', '/admins', { ...OTHER, ...PERSON, username: `${TEXT}2` }],
  ['POST', '/roles', { name: TEXT, description: TEXT, type: 'hostile' }],
  ['POST', '/users', { username: TEXT, email: 'user@example.com', password: 'Correct-horse-3' }],
  ['POST', '/tokens', { name: TEXT, description: TEXT, type: 'read-only' }],
  ['POST', '/saved-views', { ...LIST, name: SHORT, owner: 'all' }],
  ['POST', '/queries', { name: 'hostile', definition: { type: 'article', description: TEXT, query: { _q: SHORT } } }],
  ['POST', '/webhooks', { name: TEXT, url: 'https://example.com/hook', events: ['entry.create'], enabled: false }],
  ['POST', '/locales', { code: 'it', name: SHORT }],
  ['POST', '/folders', { name: TEXT.replaceAll('/', '') }],
  ['POST', '/content/api::author.author', { data: { name: TEXT, email: 'author@example.com' } }],
  ['POST', '/content/api::tag.tag', { data: { name: TEXT } }],
  ['POST', `/content/${ARTICLE}`, { data: { ...ENTRY, slug: 'hostile' } }],
  ['PUT', `/content/${ARTICLE}/1`, { data: WORDS, pending: true }],
  ['PUT', `/content/${ARTICLE}/1/schedule`, { unpublishAt: '2090-01-31T08:00:00Z' }],
  ['POST', '/releases', { name: TEXT, at: '2090-01-30T08:00:00Z' }],
  ['POST', '/workflows', { name: TEXT, types: [ARTICLE], stages: [{ name: SHORT, colour: '#4945ff' }] }],
  ['PUT', '/settings/project', { name: SHORT }],
  ['PUT', '/settings/email-templates/reset_password', { fromName: SHORT, subject: SHORT, message: MAIL }],
  ['DELETE', `/content/${ARTICLE}/2`, {}],
  ['PUT', `/drafts/${ARTICLE}/new-hostile`, { base: null, changes: { [TEXT]: TEXT }, title: TEXT }],
  ['PUT', '/me/preferences', { favourites: [TEXT, ARTICLE], [TEXT]: TEXT }],
]

/** Every request must succeed: an attack that was refused is none. */
export async function storeAttacks(panel: Panel): Promise<void> {
  const refused: string[] = []
  const check = async (what: string, answer: Response) => {
    if (answer.status >= 300) refused.push(`${what}: ${await answer.text()}`)
  }
  for (const [method, path, body] of REQUESTS) await check(path, await panel.send(method, path, body))
  await check('the file', await upload(panel))
  await check('the view', await panel.send('PUT', `/views/${ARTICLE}`, await hostileView(panel)))
  await check('the visit', await visitOf(panel))
  expect(refused).toEqual([])
}

async function hostileView(panel: Panel): Promise<object> {
  const { data } = (await (await panel.send('GET', `/views/${ARTICLE}`)).json()) as { data: ViewConfiguration }
  const { settings, metadatas, layouts } = data
  const words = { label: TEXT, description: TEXT, placeholder: TEXT }
  const named = Object.entries(metadatas).map(([name, { edit, list }]) => [
    name,
    { edit: { ...edit, ...words }, list: { ...list, label: TEXT } },
  ])
  return { settings, layouts, metadatas: Object.fromEntries(named) }
}

/** The name of a file may have none of the signs of HTML. */
async function upload({ address, cookie }: Panel): Promise<Response> {
  const pixels = { width: 300, height: 200, channels: 3, background: 'olive' } as const
  const form = new FormData()
  form.set('fileInfo', JSON.stringify({ alternativeText: TEXT, caption: TEXT }))
  const image = await sharp({ create: pixels }).png().toBuffer()
  form.set('files', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'olive.png')
  return fetch(`${address}/admin/api/media`, {
    method: 'POST',
    headers: { cookie, 'x-populus-admin': '1' },
    body: form,
  })
}

/** The other administrator has the first article open. */
async function visitOf(panel: Panel): Promise<Response> {
  const cookie = await panel.signIn(OTHER)
  return fetch(`${panel.address}/admin/api/presence`, {
    method: 'POST',
    headers: { cookie, 'x-populus-admin': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ uid: ARTICLE, id: 1, path: TEXT }),
  })
}

/** Columns that the server needs as they are to find its way. */
const NEEDED =
  /(^|_)(id|locale|code|type|kind|hash|ext|mime|provider|password|email|action|subject|key|token|field|path|at|slug|status|language|order|enabled|value|properties|conditions|lifespan)$/
const OTHER_TABLES = /^(sqlite_|strapi_(core|migrations|database)|populus_|.*_links$|.*search)/

/** A database from elsewhere may hold anything: an attack in every other text of every table. */
export function poisonTables(filename: string): void {
  const database = new Database(filename)
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  for (const table of tables.filter(name => !OTHER_TABLES.test(name))) {
    const columns = database.prepare(`pragma table_info("${table}")`).all() as { name: string; type: string }[]
    for (const { name, type } of columns.filter(column => !NEEDED.test(column.name))) {
      const attack = attackFor(name, type)
      if (attack === undefined) continue
      // Some texts must be unique.
      const value = /json/i.test(type) ? '?' : '? || id'
      database.prepare(`update or ignore "${table}" set "${name}" = ${value}`).run(attack)
    }
  }
  const changed = database
    .prepare("update files set url = 'javascript:__xss(30)', formats = null where id % 2 = 0")
    .run()
  expect(changed.changes).toBeGreaterThan(0)
  database.close()
}

function attackFor(column: string, type: string): string | undefined {
  if (/json/i.test(type)) return JSON.stringify(column === 'story' ? FORGED_BLOCKS : { [TEXT]: TEXT, url: TEXT })
  if (!/char|text/i.test(type)) return undefined
  return /body|content|text|answer/.test(column) ? MARKDOWN : TEXT
}
