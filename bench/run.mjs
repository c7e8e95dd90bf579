/** `npm run bench`: measures ours against its peers and its goals; see README.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildServer } from '../scripts/build-server.mjs'
import { describeMachine, loadAverage } from './machine.mjs'
import { openDatabase, openReplicated } from './open-database.mjs'
import { BadFlags, HELP, readOptions } from './options.mjs'
import { here } from './paths.mjs'
import { isInterrupted, stopAll, stopOnSignals } from './processes.mjs'
import { goalsOf, liveGoals, loadGoals } from './report/goals.mjs'
import { growthMarkdown, growthRatios, plotGrowth } from './report/growth.mjs'
import { liveMarkdown, plotLive } from './report/live.mjs'
import { loadMarkdown, plotLoad } from './report/load.mjs'
import { resultMarkdown } from './report/markdown.mjs'
import { nodesMarkdown, plotNodes } from './report/nodes.mjs'
import { plot } from './report/plot.mjs'
import { variedMarkdown, variedRatios, variedShort } from './report/varied.mjs'
import { plotWrites, writesMarkdown } from './report/writes.mjs'
import { runCases } from './run-cases.mjs'
import { formsMarkdown, runForms } from './run-forms.mjs'
import { runGrowth } from './run-growth.mjs'
import { runLive } from './run-live.mjs'
import { runLoad } from './run-load.mjs'
import { runNodes } from './run-nodes.mjs'
import { runVaried } from './run-varied.mjs'
import { runWrites } from './run-writes.mjs'

const MODES = {
  cases: casesOn,
  growth: growthOn,
  writes: writesOn,
  forms: formsOn,
  varied: variedOn,
  live: liveOn,
  load: loadOn,
  nodes: nodesOn,
}
const say = line => console.error(line)

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(HELP)
  if (options.build) await buildServer()
  stopOnSignals()
  const results = []
  for (const name of options.databases) {
    try {
      results.push(await MODES[options.mode](name, options))
    } finally {
      await stopAll()
    }
  }
  if (options.json) console.log(JSON.stringify(results.length === 1 ? results[0] : results, null, 2))
}

/** Every case on ours and the peers. */
async function casesOn(name, options) {
  const { about, ...rest } = await runOn(name, options, runCases)
  const result = { about, goals: goalsOf({ database: name, ...rest }), ...rest }
  return finish(options, {
    file: `${name}-${options.size}`,
    result,
    text: resultMarkdown(result),
    picture: plot(result),
  })
}

/** How the cost of ours grows. */
async function growthOn(name, options) {
  const { about, cells } = await runOn(name, { ...options, size: options.sizes }, runGrowth)
  const result = { about, ratios: growthRatios(cells, options.sizes), cells }
  return finish(options, {
    file: `${name}-growth`,
    result,
    text: growthMarkdown(result),
    picture: plotGrowth(result),
  })
}

/** Cached reads while entries are written. */
async function writesOn(name, options) {
  const result = await runOn(name, options, runWrites)
  const earlier = savedResult(options, `${name}-writes-before`)
  const file = options.secondServer ? `${name}-writes-second` : `${name}-writes`
  const [text, picture] = [writesMarkdown(result, earlier), plotWrites(result, earlier)]
  return finish(options, { file, result, text, picture })
}

/** Forms beyond Strapi's language. */
async function formsOn(name, options) {
  const result = await runOn(name, options, runForms)
  return finish(options, { file: `${name}-forms`, result, text: formsMarkdown(result) })
}

/** No address twice. */
async function variedOn(name, options) {
  const { about, ...rest } = await runOn(name, options, runVaried)
  const result = { about, ratios: variedRatios({ database: name, ...rest }), ...rest }
  const text = options.quick ? variedShort(result) : variedMarkdown(result)
  return finish(options, { file: `${name}-varied`, result, text, picture: plot(result) })
}

/** Several servers, and replicas. */
async function nodesOn(name, options) {
  const result = await runOn(name, options, runNodes, openReplicated)
  const [text, picture] = [nodesMarkdown(result), plotNodes(result)]
  return finish(options, { file: `${name}-nodes`, result, text, picture })
}

/** Live queries. */
async function liveOn(name, options) {
  const { about, ...rest } = await runOn(name, options, runLive)
  const result = { about, goals: liveGoals(rest), ...rest }
  return finish(options, { file: `${name}-live`, result, text: liveMarkdown(result), picture: plotLive(result) })
}

/** A mixed load for a long time. */
async function loadOn(name, options) {
  const { about, ...rest } = await runOn(name, options, runLoad)
  const result = { about, goals: loadGoals(rest), ...rest }
  return finish(options, { file: `${name}-load`, result, text: loadMarkdown(result), picture: plotLoad(result) })
}

/** Gives what `run` has found, with where and how. */
async function runOn(name, options, run, open = openDatabase) {
  const before = loadAverage()
  const date = new Date().toISOString()
  const database = await open(name, say)
  const { notes, ...found } = await run({ database, options, say })
  const { connections, seconds, rounds, size } = options
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')
  const load = { before, after: loadAverage() }
  const versions = { database: name, databaseVersion: database.version, size }
  const how = { connections, seconds, rounds, machine: describeMachine(), load, notes: [...notes, ...database.notes] }
  return { about: { date, command, ...versions, ...how }, ...found }
}

function resultFolder({ results }) {
  return resolve(results ?? join(here, 'results'))
}

function savedResult(options, name) {
  const file = join(resultFolder(options), `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function finish(options, { file: name, result, text, picture = undefined }) {
  if (!options.json) console.log(text)
  if (!options.save) return result
  const folder = resultFolder(options)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(`${file}.md`, text)
  if (picture !== undefined) writeFileSync(`${file}.svg`, picture)
  say(`saved ${file}.json, .md${picture === undefined ? '' : ' and .svg'}`)
  return result
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
