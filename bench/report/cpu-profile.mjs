/** What a CPU profile of our server says: which functions take the time, and how much of it is planning. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { root } from '../paths.mjs'
import { number, table } from './table.mjs'

const SHOWN = 22
/** What turns the text of a query into statements. */
const PLANNING = /^src\/(query|plan|sql)\/|^src\/content\/read\/(prepare-|shapes\/)/
/** Whatever runs in here is no planning, whoever called it. */
const RUNNING = /^src\/storage\//
/** The build names the source of each part of a file in a comment. */
const SOURCE = /^\/\/ (src\/\S+|node_modules\/\S+)$/

/** Self time by function, as a share of the time that was not spent waiting, and that share of the CPU time. */
export function topFunctions(profile, cpu) {
  const { total, times } = selfTimes(profile)
  const byName = new Map()
  for (const { node, time } of times) byName.set(node.name, (byName.get(node.name) ?? 0) + time)
  const rows = [...byName].sort(([, left], [, right]) => right - left).slice(0, SHOWN)
  return table(
    ['function', '%:', 'µs:'],
    rows.map(([name, time]) => [name, number((time / total) * 100, 1), number((time / total) * cpu)]),
  )
}

/** The shares of planning, with all that it calls, and of the garbage collector. */
export function sharesOf(profile) {
  const { total, times } = selfTimes(profile)
  const sum = wanted => times.reduce((all, { node, time }) => (wanted(node) ? all + time : all), 0) / total
  return { planning: sum(isPlanning), garbage: sum(({ name }) => name === '(garbage collector)') }
}

function isPlanning(node) {
  for (let each = node; each !== undefined; each = each.parent) {
    if (PLANNING.test(each.place)) return true
    if (RUNNING.test(each.place)) return false
  }
  return false
}

/** Each node with the time spent in it and not in what it called; waiting and profiling left out. */
function selfTimes({ nodes, samples, timeDeltas }) {
  const known = new Map(nodes.map(({ id, callFrame }) => [id, { ...named(callFrame), parent: undefined }]))
  for (const { id, children = [] } of nodes) for (const child of children) known.get(child).parent = known.get(id)
  const spent = new Map()
  for (const [index, id] of samples.entries()) spent.set(id, (spent.get(id) ?? 0) + timeDeltas[index])
  const all = [...spent].map(([id, time]) => ({ node: known.get(id), time }))
  const times = all.filter(({ node }) => node.name !== '(idle)' && !isProfiling(node))
  return { times, total: times.reduce((sum, { time }) => sum + time, 0) }
}

function isProfiling(node) {
  for (let each = node; each !== undefined; each = each.parent) if (each.place === 'node:inspector') return true
  return false
}

/** The name of a function with its source file. */
export function namedFrame(callFrame) {
  return named(callFrame).name
}

/** `place` is the source file where it is known. */
function named({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)'
  if (!url.startsWith('file:')) return { name: url === '' ? name : `${name} ${url}`, place: url }
  const path = fileURLToPath(url)
  const source = sourcesIn(path).findLast(({ line }) => line <= lineNumber)?.source
  const place = source ?? path.replace(`${root}/`, '').replace(/^.*node_modules\//, '')
  return { name: `${name} ${place}`, place }
}

const files = new Map()

/** The sources in a file of the build, each with the number of the line where it begins. */
function sourcesIn(path) {
  if (!files.has(path)) {
    const isBuilt = path.startsWith(`${root}/dist/`) && existsSync(path)
    const lines = isBuilt ? readFileSync(path, 'utf8').split('\n') : []
    const found = lines.map((text, line) => ({ line, source: SOURCE.exec(text)?.[1] }))
    files.set(
      path,
      found.filter(({ source }) => source !== undefined),
    )
  }
  return files.get(path)
}
