/**
 * The project of the benchmark with what `additions` has: an index for searches, a named query, types with translations, and a rule for
 * users. And the content that this needs, added to the usual content.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { here, project, root } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { startPopulus } from '../servers/populus.mjs'
import { addNotices } from './notices.mjs'
import { authorsOf, table, time } from './tables.mjs'

export const additions = join(here, 'additions')
const SEARCH = { title: 3, slug: 1, summary: 1, body: 1 }
export const LOCALES = ['en', 'fr']
/** The role that our server makes first. */
const AUTHENTICATED = 1
/** No password has this hash. */
const NO_PASSWORD = '$2a$10$'.padEnd(60, 'x')

/** How many pages there are in each locale. */
export const pagesOf = size => Math.max(1, Math.floor(size / LOCALES.length))

/** A folder of its own, removed at the end. */
export function extendedProject() {
  const folder = mkdtempSync(join(tmpdir(), 'populus-bench-'))
  stopLater(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(project, folder, { recursive: true })
  const file = join(folder, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...schema, pluginOptions: { populus: { search: SEARCH } } }))
  cpSync(additions, folder, { recursive: true })
  return folder
}

/** Changes a database with the usual content. `fill` puts rows into its tables. */
export async function extendContent({ flag, folder, size, fill }) {
  const populus = commandOn(folder, flag)
  populus('migrate', '--apply', '--adopted')
  await fill(extendedTables(size))
  const server = await startPopulus({ database: flag, folder })
  populus('grant', 'public', 'article', '--actions', 'aggregate')
  populus('grant', 'public', 'notice', '--actions', 'find,create,createLocalization')
  populus('grant', 'public', 'page')
  populus('grant', 'authenticated', 'article')
  populus('grant', 'authenticated', 'author')
  for (const locale of LOCALES.slice(1)) populus('locales', 'add', locale)
  await addNotices(server.url)
  await server.stop()
}

/** Pages in every locale, and a user for each author, with the same address. */
function extendedTables(size) {
  const users = authorsOf(size)
  const pages = pagesOf(size)
  return [
    table(
      'pages',
      ['id', 'title', 'slug', 'body', 'locale', 'created_at', 'updated_at'],
      pages * LOCALES.length,
      pageRow,
    ),
    table('pages_editor_links', ['id', 'page_id', 'author_id'], pages * LOCALES.length, id => {
      return [id, id, ((Math.ceil(id / 2) - 1) % users) + 1]
    }),
    // Page 1 and 2 are translations of each other, page 3 and 4, and so on.
    table('pages_localizations_links', ['id', 'page_id', 'inv_page_id', 'page_order'], pages * LOCALES.length, id => {
      return [id, id, id % 2 === 1 ? id + 1 : id - 1, 1]
    }),
    table('up_users', USER, users, id => {
      return [id, `user${id}`, `author${id}@example.org`, 'local', NO_PASSWORD, true, false, time(id), time(id)]
    }),
    table('up_users_role_links', ['id', 'user_id', 'role_id', 'user_order'], users, id => [id, id, AUTHENTICATED, id]),
  ]
}

const USER = ['id', 'username', 'email', 'provider', 'password', 'confirmed', 'blocked', 'created_at', 'updated_at']

function pageRow(id, { texts }) {
  const locale = LOCALES[(id - 1) % LOCALES.length]
  return [id, texts.title(), pageSlug(id), texts.markdown(540), locale, time(id), time(id + 5)]
}

export const pageSlug = id => `${LOCALES[(id - 1) % LOCALES.length]}-page-${Math.ceil(id / LOCALES.length)}`

function commandOn(folder, database) {
  return (...words) => {
    const all = [join(root, 'dist/cli/main.js'), ...words, '--folder', folder, '--database', database]
    const { status, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`populus ${words.join(' ')} failed:\n${stderr}`)
  }
}
