/** What each form beyond Strapi's language costs, beside the plain queries that it replaces. Ours alone, response cache off. */
import { digest } from './measure/digest.mjs'
import { FORMS, lookUp } from './measure/forms.mjs'
import { answerOf, createLoad } from './measure/load.mjs'
import { measure } from './measure/measure.mjs'
import { number, table } from './report/table.mjs'
import { startPopulus } from './servers/populus.mjs'

export async function runForms({ database, options, say }) {
  const { flag, folder } = await database.extended(options.size)
  const server = { name: 'cold', ...(await startPopulus({ database: flag, folder, responses: false })) }
  const found = await lookUp(server.url, options.size)
  const cells = FORMS.flatMap(({ title, form, plain, queries = () => 1 }) => {
    const shared = { title, server, known: false }
    return [
      { ...shared, kind: 'form', queries: 1, paths: form(found) },
      { ...shared, kind: 'plain', queries: queries(found), paths: plain(found) },
    ]
  })
  for (const { paths } of cells) await answerOf(server, paths[0])
  const measured = await measure({ ...options, cells, load: createLoad(), database: database.process, say })
  return {
    cells: measured.map(digest),
    notes: ['ours alone: `populus start` with cache.responses off'],
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
