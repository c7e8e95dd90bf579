/** The mode `--growth`: how the cost of ours, cold, grows with the content and towards the last page. */
import { projectWithIndexes } from './content/extended.mjs'
import { flagOf } from './content/kinds.mjs'
import { casesOf, firstPage } from './measure/cases.mjs'
import { digest } from './measure/digest.mjs'
import { growingCases } from './measure/growing.mjs'
import { createLoad } from './measure/load.mjs'
import { measure } from './measure/measure.mjs'
import { startPopulus } from './servers/populus.mjs'

const FIRST = ['list', 'all', 'deep', 'one']
/** From how many articles on the questions of growing.mjs are asked. */
const MANY = 10_000

/** `size` is a list of sizes. */
export async function runGrowth({ database, options, say }) {
  const { size: sizes } = options
  const cells = []
  for (const size of sizes) {
    const content = await database.content(size)
    const server = { name: 'cold', ...(await startPopulus({ database: content.flag, responses: false })) }
    for (const { name, title } of casesOf(FIRST, size)) {
      const what = name === 'one' ? title : `${title}, first page`
      cells.push({ case: name, title: what, size, server, paths: [firstPage(name, size)] })
    }
    for (const each of casesOf(['middle', 'last'], size)) {
      cells.push({ case: each.name, title: `list, ${each.title}`, size, server, paths: each.random })
    }
    if (size >= MANY) cells.push(...(await questions(content, size)))
  }
  const measured = await measure({ ...options, cells, load: createLoad(), database: database.process, say })
  return { cells: measured.map(digest), notes: ['ours: `populus start`, cache.responses off'] }
}

/** On a copy, whose texts are indexed. */
async function questions(content, size) {
  const database = flagOf(await content.copy({ forUs: true }))
  const server = {
    name: 'asked',
    ...(await startPopulus({ database, folder: projectWithIndexes(), responses: false })),
  }
  return growingCases(size).map(({ name, title, addresses }) => ({ case: name, title, size, server, addresses }))
}

/** Ratios of CPU per request between two sizes, and between pages of the larger one. */
export function growthRatios(cells, ends) {
  const [small, large] = ends
  const cpu = (name, size) => cells.find(cell => cell.case === name && cell.size === size).cpu.total
  const shown = size => size.toLocaleString('en')
  const sizes = FIRST.map(name => ({
    what: `${name}: ${shown(large)} articles over ${shown(small)}`,
    ratio: cpu(name, large) / cpu(name, small),
  }))
  const pages = ['middle', 'last'].map(name => ({
    what: `list, ${shown(large)} articles: ${name} page over first page`,
    ratio: cpu(name, large) / cpu('list', large),
  }))
  const asked = [...new Set(cells.filter(({ server }) => server === 'asked').map(cell => cell.case))].map(name => ({
    what: `${name}: ${shown(large)} articles over ${shown(MANY)}`,
    ratio: cpu(name, large) / cpu(name, MANY),
  }))
  return {
    ratios: [...sizes, ...pages, ...asked],
    firstPage: Math.max(...sizes.map(({ ratio }) => ratio)),
    lastPage: pages[1].ratio,
  }
}
