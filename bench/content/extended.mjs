/**
 * The project of the benchmark with what `additions` has: a named query, types with translations, and a rule for users. Articles also have
 * an index for searches. And the content that this needs, beside the usual content.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { here, project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { startPopulus } from '../servers/populus.mjs'
import { authorsOf, contentTables, table, time } from './tables.mjs'

export const additions = join(here, 'additions')
const ARTICLE = 'src/api/article/content-types/article/schema.json'
const PERMISSIONS = 'content/permissions.json'
const SEARCH = { title: 3, slug: 1, summary: 1, body: 1 }
export const LOCALES = ['en', 'fr']
const NOTICES = 500
const TRANSLATED = NOTICES - Math.floor(NOTICES / 3)
const NOTICE = 'The library is closed on Monday, and open until late on Thursday. '.repeat(8)
/** The role that our server makes first. */
const AUTHENTICATED = 1
/** No password has this hash. */
const NO_PASSWORD = '$2a$10$'.padEnd(60, 'x')

/** How many pages there are in each locale. */
export const pagesOf = size => Math.max(1, Math.floor(size / LOCALES.length))

export function extendedProject() {
  const folder = withAdditions()
  addSearch(folder, SEARCH)
  return folder
}

/** The project with an index for searches in these fields of articles. */
export function projectWithSearch(search) {
  const folder = copyOf(project)
  addSearch(folder, search)
  return folder
}

/** Fills an empty database. The index is made last, from all the content: PostgreSQL fires no triggers for rows that are copied into it. */
export async function makeExtended({ flag, size, fill }) {
  for (const step of [withAdditions, extendedProject]) {
    const server = await startPopulus({ database: flag, folder: step() })
    await server.stop()
    if (step === withAdditions) await fill([...contentTables(size), ...extendedTables(size)])
  }
}

function withAdditions() {
  const folder = copyOf(project)
  const rights = [project, additions].map(each => JSON.parse(readFileSync(join(each, PERMISSIONS), 'utf8')))
  cpSync(additions, folder, { recursive: true })
  const [usual, more] = rights
  writeFileSync(
    join(folder, PERMISSIONS),
    JSON.stringify({ ...usual, ...more, public: [...usual.public, ...more.public] }),
  )
  return folder
}

/** A folder of its own, removed at the end. */
export function copyOf(original) {
  const folder = mkdtempSync(join(tmpdir(), 'populus-bench-'))
  stopLater(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(original, folder, { recursive: true })
  return folder
}

function addSearch(folder, search) {
  const file = join(folder, ARTICLE)
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...schema, pluginOptions: { populus: { search } } }))
}

/** Notices, pages in every locale, and a user for each author, with the same address. */
function extendedTables(size) {
  const users = authorsOf(size)
  const pages = pagesOf(size) * LOCALES.length
  return [
    table('notices', ['id', 'title', 'text', 'locale', 'created_at', 'updated_at'], NOTICES + TRANSLATED, noticeRow),
    table('notices_localizations_links', translationLink('notice'), TRANSLATED * 2, id => {
      const translation = Math.ceil(id / 2)
      const pair = [original(translation), NOTICES + translation]
      return [id, ...(id % 2 === 1 ? pair : pair.reverse()), 1]
    }),
    table('pages', ['id', 'title', 'slug', 'body', 'locale', 'created_at', 'updated_at'], pages, pageRow),
    // Page 1 and 2 are translations of each other, page 3 and 4, and so on.
    table('pages_localizations_links', translationLink('page'), pages, id => {
      return [id, id, id % 2 === 1 ? id + 1 : id - 1, 1]
    }),
    table('pages_editor_links', ['id', 'page_id', 'author_id'], pages, id => {
      return [id, id, ((Math.ceil(id / 2) - 1) % users) + 1]
    }),
    table('up_users', USER, users, id => {
      return [id, `user${id}`, `author${id}@example.org`, 'local', NO_PASSWORD, true, false, time(id), time(id)]
    }),
    table('up_users_role_links', ['id', 'user_id', 'role_id', 'user_order'], users, id => [id, id, AUTHENTICATED, id]),
  ]
}

const USER = ['id', 'username', 'email', 'provider', 'password', 'confirmed', 'blocked', 'created_at', 'updated_at']
const translationLink = type => ['id', `${type}_id`, `inv_${type}_id`, `${type}_order`]

/** First all in English, then the translations. */
function noticeRow(id) {
  const [number, title, locale] = id <= NOTICES ? [id, 'Notice', 'en'] : [original(id - NOTICES), 'Avis', 'fr']
  return [id, `${title} ${number}`, NOTICE, locale, time(id), time(id)]
}

/** Every third notice has no translation. */
function original(translation) {
  return translation + Math.floor((translation - 1) / 2)
}

function pageRow(id, { texts }) {
  const locale = LOCALES[(id - 1) % LOCALES.length]
  return [id, texts.title(), pageSlug(id), texts.markdown(540), locale, time(id), time(id + 5)]
}

export const pageSlug = id => `${LOCALES[(id - 1) % LOCALES.length]}-page-${Math.ceil(id / LOCALES.length)}`
