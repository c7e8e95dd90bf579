/** What each form beyond Strapi's language costs, beside the plain queries that it replaces. Ours alone, response cache off. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flagOf } from './content/databases.mjs'
import { addNotices } from './content/notices.mjs'
import { digest } from './measure/digest.mjs'
import { FORMS, lookUp } from './measure/forms.mjs'
import { createLoad } from './measure/load.mjs'
import { measure } from './measure/measure.mjs'
import { project, root } from './paths.mjs'
import { stopLater } from './processes.mjs'
import { number, table } from './report/table.mjs'
import { startPopulus } from './servers/populus.mjs'

export async function runForms({ content, database, options, say }) {
  const copy = await content.copy()
  const flag = flagOf(copy)
  const folder = projectWithForms()
  const populus = commandOn(folder, flag)
  populus('migrate', '--apply', '--adopted')
  say('indexing a copy of the content ...')
  const server = { name: 'cold', ...(await startPopulus({ database: flag, folder, responses: false })) }
  populus('grant', 'public', 'article', '--actions', 'aggregate')
  populus('grant', 'public', 'notice', '--actions', 'find,create,createLocalization')
  populus('locales', 'add', 'fr')
  await addNotices(server.url)
  const found = await lookUp(server.url, options.size)
  const cells = FORMS.flatMap(({ title, form, plain, queries = () => 1 }) => {
    const shared = { title, server, known: false }
    return [
      { ...shared, kind: 'form', queries: 1, paths: form(found) },
      { ...shared, kind: 'plain', queries: queries(found), paths: plain(found) },
    ]
  })
  for (const { title, paths } of cells) await checkAnswered(server.url, title, paths[0])
  const { connections, seconds, rounds } = options
  const measured = await measure({ cells, load: createLoad(), database, connections, seconds, rounds, say })
  return {
    cells: measured.map(digest),
    notes: ['ours alone: `populus start` with cache.responses off, on a copy of the content'],
  }
}

export function formsMarkdown({ about, cells }) {
  const rows = FORMS.map(({ title }) => {
    const [form, plain] = ['form', 'plain'].map(kind => cells.find(cell => cell.title === title && cell.kind === kind))
    const instead = { cpu: plain.cpu.total * plain.queries, bytes: plain.bytes * plain.queries }
    return [
      title,
      number(form.cpu.total),
      number(form.bytes / 1000, 1),
      number(plain.queries),
      number(instead.cpu),
      number(instead.bytes / 1000, 1),
      number(form.cpu.total / instead.cpu, 2),
    ]
  })
  const columns = ['form', 'CPU, µs:', 'kB:', 'plain queries:', 'CPU, µs:', 'kB:', 'ratio:']
  return `# Forms beyond Strapi's language, ${about.database}, ${about.size} articles\n\n${table(columns, rows)}\n`
}

/** The project of the benchmark with an index for searches, a named query and a type with translations. */
function projectWithForms() {
  const folder = mkdtempSync(join(tmpdir(), 'populus-bench-'))
  stopLater(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(project, folder, { recursive: true })
  const file = join(folder, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  const search = { title: 3, slug: 1, summary: 1, body: 1 }
  writeFileSync(file, JSON.stringify({ ...schema, pluginOptions: { populus: { search } } }))
  cpSync(join(root, 'bench/forms'), folder, { recursive: true })
  return folder
}

function commandOn(folder, database) {
  return (...words) => {
    const all = [join(root, 'dist/cli/main.js'), ...words, '--folder', folder, '--database', database]
    const { status, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`populus ${words.join(' ')} failed:\n${stderr}`)
  }
}

async function checkAnswered(url, title, asked) {
  const { path, body } = typeof asked === 'string' ? { path: asked, body: undefined } : asked
  const headers = { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, sent)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${title}: ${response.status} to ${path}:\n${text.slice(0, 500)}`)
}
