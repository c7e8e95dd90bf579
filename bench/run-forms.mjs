/** What each form beyond Strapi's language costs, beside the plain query that it replaces. Ours alone, response cache off. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const flag = copy.client === 'sqlite' ? `sqlite:${copy.filename}` : copy.url
  const folder = projectWithForms()
  say('indexing a copy of the content ...')
  const server = { name: 'cold', ...(await startPopulus({ database: flag, folder, responses: false })) }
  grantAggregates(folder, flag)
  const found = await lookUp(server.url, options.size)
  const cells = FORMS.flatMap(({ title, form, plain }) =>
    Object.entries({ form, plain }).map(([kind, paths]) => ({
      title,
      kind,
      server,
      known: false,
      paths: paths(found),
    })),
  )
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
    const ratio = form.cpu.total / plain.cpu.total
    return [
      title,
      number(form.cpu.total),
      number(form.bytes / 1000, 1),
      number(plain.cpu.total),
      number(plain.bytes / 1000, 1),
      number(ratio, 2),
    ]
  })
  const columns = ['form', 'CPU, µs:', 'kB:', 'plain, µs:', 'kB:', 'ratio:']
  return `# Forms beyond Strapi's language, ${about.database}, ${about.size} articles\n\n${table(columns, rows)}\n`
}

/** The project of the benchmark with an index for searches and a named query. */
function projectWithForms() {
  const folder = mkdtempSync(join(tmpdir(), 'populus-bench-'))
  stopLater(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(project, folder, { recursive: true })
  const file = join(folder, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  const search = { title: 3, slug: 1, summary: 1, body: 1 }
  writeFileSync(file, JSON.stringify({ ...schema, pluginOptions: { populus: { search } } }))
  cpSync(join(root, 'bench/forms'), join(folder, 'queries'), { recursive: true })
  return folder
}

function grantAggregates(folder, database) {
  const words = ['grant', 'public', 'article', '--actions', 'aggregate', '--folder', folder, '--database', database]
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...words], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The right to aggregate could not be granted:\n${stderr}`)
}

async function checkAnswered(url, title, path) {
  const response = await fetch(`${url}${path}`)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${title}: ${response.status} to ${path}:\n${text.slice(0, 500)}`)
}
