/**
 * `node bench/search.mjs`: what `search` costs beside `_q`, for words that few, some and many articles have, as CPU per request. Nothing
 * is kept between requests but plans and prepared statements. It also says what building the index has cost.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import postgres from 'postgres'
import { buildServer } from '../scripts/build-server.mjs'
import { projectWithSearch } from './content/extended.mjs'
import { flagOf } from './content/kinds.mjs'
import { digest } from './measure/digest.mjs'
import { createLoad } from './measure/load.mjs'
import { measure } from './measure/measure.mjs'
import { cpuSecondsOfTree } from './measure/processes-cost.mjs'
import { openDatabase } from './open-database.mjs'
import { stopAll, stopOnSignals } from './processes.mjs'
import { number, table } from './report/table.mjs'
import { startPopulus } from './servers/populus.mjs'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    size: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '2' },
    fields: { type: 'string', default: 'title:3,slug:1,summary:1,body:1' },
    'no-build': { type: 'boolean', default: false },
  },
})
const [size, seconds, rounds, connections] = [values.size, values.seconds, values.rounds, values.connections].map(
  Number,
)
const databases = values.database === 'both' ? ['sqlite', 'postgres'] : [values.database]
/** On a busy machine, `_q` takes longer than the default allows. */
const PATIENCE = 120_000
/** Requests of a slice. */
const FEW = 6
const say = line => console.error(line)

/** Words that only the copy has; none is like another, or begins with it. Each is in every `step`th article. */
const KINDS = [
  {
    title: 'rare',
    step: Math.floor(size / 10),
    words: ['zalgomer', 'brunfiddle', 'okterwhist', 'vixenpolt', 'quombasty'],
  },
  { title: 'middling', step: 100, words: ['thrapwick', 'jellimond', 'gostrivane', 'pundlecroft', 'hyxamber'] },
  { title: 'common', step: 5, words: ['worblenest', 'dacquiform', 'erspindole'] },
]
/** In the text of most articles. */
const USUAL = { title: 'in most texts', words: ['harbour', 'ancient', 'weather'] }

async function main() {
  if (!values['no-build']) await buildServer()
  stopOnSignals()
  for (const name of databases) {
    try {
      console.log(await compareOn(name))
    } finally {
      await stopAll()
    }
  }
}

async function compareOn(name) {
  const database = await openDatabase(name, say)
  const content = await database.content(size)
  const copy = await content.copy()
  await addWords(copy)
  const flag = flagOf(copy)
  const folder = searchProject()
  const spent = () => (database.process === undefined ? 0 : cpuSecondsOfTree(database.process.pid))
  const before = spent()
  say('indexing ...')
  const server = { name: 'cold', ...(await startPopulus({ database: flag, folder, responses: false })) }
  const indexing = cpuSecondsOfTree(server.pid) + spent() - before
  const kinds = [...KINDS, USUAL]
  const cells = kinds.flatMap(({ title, words }) =>
    ['search', '_q'].map(kind => ({
      title,
      kind,
      server,
      known: false,
      paths: words.map(word => `/api/articles?${kind}=${word}`),
    })),
  )
  const totals = []
  for (const { words } of kinds) totals.push(await totalOf(server.url, words[0]))
  const load = createLoad()
  const measured = await measure({
    cells,
    load,
    database: database.process,
    connections,
    seconds,
    rounds,
    say,
    few: FEW,
  })
  const rows = kinds.map(({ title }, index) => {
    const [search, plain] = ['search', '_q'].map(kind =>
      digest(measured.find(cell => cell.title === title && cell.kind === kind)),
    )
    const ratio = plain.cpu.total / search.cpu.total
    return [title, number(totals[index]), number(search.cpu.total), number(plain.cpu.total), number(ratio, 1)]
  })
  const columns = ['word', 'entries:', 'search, µs:', '_q, µs:', 'times cheaper:']
  const heading = `# Search, ${database.version}, ${number(size)} articles (${values.fields})`
  return `${heading}\n\nBuilding the index: ${number(indexing, 1)} s of CPU\n\n${table(columns, rows)}\n`
}

async function addWords(copy) {
  const statements = KINDS.flatMap(({ step, words }) =>
    words.map((word, at) => `update articles set summary = summary || ' ${word}' where id % ${step} = ${at}`),
  )
  if (copy.client === 'sqlite') {
    const file = new Database(copy.filename)
    for (const statement of statements) file.exec(statement)
    file.close()
    return
  }
  const sql = postgres(copy.url, { max: 1, onnotice: () => undefined })
  for (const statement of statements) await sql.unsafe(statement)
  await sql`vacuum analyze articles`
  await sql.end()
}

function searchProject() {
  const weights = values.fields.split(',').map(field => [field.split(':')[0], Number(field.split(':')[1])])
  const folder = projectWithSearch(Object.fromEntries(weights))
  const config = join(folder, 'populus.config.json')
  const { cache, ...rest } = JSON.parse(readFileSync(config, 'utf8'))
  const limits = { statementTimeout: PATIENCE }
  writeFileSync(config, JSON.stringify({ ...rest, limits, cache: { ...cache, totals: false } }))
  return folder
}

/** Both ways must find the same number. */
async function totalOf(url, word) {
  const totals = []
  for (const kind of ['search', '_q']) {
    const response = await fetch(`${url}/api/articles?${kind}=${word}&pagination[pageSize]=1`)
    /** @type {any} */
    const { meta, error } = await response.json()
    if (meta === undefined) throw new Error(`${kind}=${word}: ${error.message}`)
    totals.push(meta.pagination.total)
  }
  const [found, compared] = totals
  if (found !== compared) throw new Error(`${word}: search finds ${found}, _q ${compared}`)
  return found
}

main().catch(async error => {
  await stopAll()
  console.error(error)
  process.exit(1)
})
