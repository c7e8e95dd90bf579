/** `npm run bench`: measures ours against its peers and its goals; see README.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildServer } from '../scripts/build-server.mjs'
import { describeMachine, loadAverage } from './machine.mjs'
import { openDatabase } from './open-database.mjs'
import { BadFlags, HELP, readOptions } from './options.mjs'
import { here } from './paths.mjs'
import { isInterrupted, stopAll, stopOnSignals } from './processes.mjs'
import { goalsOf } from './report/goals.mjs'
import { growthMarkdown, resultMarkdown } from './report/markdown.mjs'
import { plot } from './report/plot.mjs'
import { plotWrites, writesMarkdown } from './report/writes.mjs'
import { runCases } from './run-cases.mjs'
import { formsMarkdown, runForms } from './run-forms.mjs'
import { growthRatios, runGrowth } from './run-growth.mjs'
import { runWrites } from './run-writes.mjs'

const GROWTH_SIZES = [1000, 100_000]
const say = line => console.error(line)

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(HELP)
  if (options.build) await buildServer()
  stopOnSignals()
  const results = []
  for (const name of options.databases) {
    try {
      const run = options.writes ? writesOn : options.forms ? formsOn : runOn
      results.push(await run(name, options))
    } finally {
      await stopAll()
    }
  }
  if (options.json) console.log(JSON.stringify(results.length === 1 ? results[0] : results, null, 2))
}

async function runOn(name, options) {
  const before = loadAverage()
  const date = new Date().toISOString()
  const database = await openDatabase(name, say)
  const measured = options.growth ? await growth(database, options) : await cases(database, options)
  /** @type {any} */
  const { notes, ...rest } = measured
  const size = options.growth ? GROWTH_SIZES : options.size
  const about = aboutRun({ date, before, database, name, size, options, notes })
  const folder = resultFolder(options)
  const kept = options.growth ? rest.growth : savedGrowth(folder, name)
  const result = { about, goals: goalsOf({ database: name, ...rest, growth: kept }), ...rest }
  const markdown = options.growth ? growthMarkdown(result) : resultMarkdown(result)
  if (!options.json) console.log(markdown)
  if (options.save) save(folder, `${name}-${options.growth ? 'growth' : options.size}`, result, markdown)
  return result
}

/** Cached reads while entries are written. */
async function writesOn(name, options) {
  const before = loadAverage()
  const date = new Date().toISOString()
  const database = await openDatabase(name, say)
  const content = await database.content(options.size)
  const { cells, pages, notes } = await runWrites({ content, database: database.process, options, say })
  const about = aboutRun({ date, before, database, name, size: options.size, options, notes })
  const result = { about, pages, cells }
  const folder = resultFolder(options)
  const earlier = savedResult(folder, `${name}-writes-before`)
  if (!options.json) console.log(writesMarkdown(result, earlier))
  const file = options.secondServer ? `${name}-writes-second` : `${name}-writes`
  if (options.save) save(folder, file, result, writesMarkdown(result, earlier), plotWrites(result, earlier))
  return result
}

/** Forms beyond Strapi's language. */
async function formsOn(name, options) {
  const before = loadAverage()
  const date = new Date().toISOString()
  const database = await openDatabase(name, say)
  const content = await database.content(options.size)
  const { cells, notes } = await runForms({ content, database: database.process, options, say })
  const about = aboutRun({ date, before, database, name, size: options.size, options, notes })
  const result = { about, cells }
  const markdown = formsMarkdown(result)
  if (!options.json) console.log(markdown)
  if (options.save) save(resultFolder(options), `${name}-forms`, result, markdown)
  return result
}

function aboutRun({ date, before, database, name, size, options, notes }) {
  const { connections, seconds, rounds } = options
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')
  const load = { before, after: loadAverage() }
  const versions = { database: name, databaseVersion: database.version, size }
  const all = [...notes, ...database.notes]
  return { date, command, ...versions, connections, seconds, rounds, machine: describeMachine(), load, notes: all }
}

function resultFolder({ results }) {
  return resolve(results ?? join(here, 'results'))
}

function savedResult(folder, name) {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

async function cases(database, options) {
  const content = await database.content(options.size)
  return runCases({ content, database: database.process, options, say })
}

async function growth(database, options) {
  const contents = new Map()
  for (const size of GROWTH_SIZES) contents.set(size, await database.content(size))
  const { cells, notes } = await runGrowth({ contents, database: database.process, options, say })
  const { ratios, firstPage, lastPage } = growthRatios(cells, GROWTH_SIZES)
  return { cells, notes, ratios, growth: { firstPage, lastPage } }
}

/** The two growth figures of the last such run, which a run on one size cannot measure. */
function savedGrowth(folder, name) {
  return savedResult(folder, `${name}-growth`)?.growth
}

function save(folder, name, result, markdown, picture = result.memory && plot(result)) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`${file}.md`, markdown)
  if (picture) writeFileSync(`${file}.svg`, picture)
  say(`saved ${file}.json and .md`)
}

main().catch(async error => {
  if (isInterrupted()) return
  await stopAll()
  if (error instanceof BadFlags) {
    console.error(`${error.message}\n\n${HELP}`)
    process.exit(2)
  }
  console.error(error)
  process.exit(1)
})
