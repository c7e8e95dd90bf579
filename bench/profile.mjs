/**
 * Where our server spends its time, case by case: `node bench/profile.mjs --case list,deep --database postgres`.
 * Takes the flags of `npm run bench`; the response cache is off. The profiles stay in bench/.cache/profiles for a viewer.
 */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesOf } from './measure/cases.mjs'
import { createLoad, requestText } from './measure/load.mjs'
import { cpuSeconds } from './measure/processes-cost.mjs'
import { openDatabase } from './open-database.mjs'
import { readOptions } from './options.mjs'
import { cache, here, root } from './paths.mjs'
import { stopAll, stopOnSignals } from './processes.mjs'
import { number, table } from './report/table.mjs'
import { startPopulus } from './servers/populus.mjs'

const SHOWN = 22
const LEAST = 200
const folder = join(cache, 'profiles')

async function main() {
  const options = readOptions(process.argv.slice(2))
  const load = createLoad()
  for (const name of options.databases) {
    const database = await openDatabase(name, console.error)
    const content = await database.content(options.size)
    for (const each of casesOf(options.cases, options.size)) {
      if (!each.known) await profile({ name, content, each, load, options })
    }
  }
}

async function profile({ name, content, each, load, options: { connections, seconds } }) {
  const flags = ['--import', join(here, 'servers/profile-on-message.mjs')]
  const server = await startPopulus({ database: content.flag, responses: false, flags })
  const job = { url: server.url, requests: each.random.map(path => requestText(server.url, path)), connections }
  await load({ ...job, seconds, least: LEAST, seed: 1 })
  const before = cpuSeconds(server.pid)
  server.child.send('begin')
  const { requests } = await load({ ...job, seconds, least: LEAST, seed: 2 })
  const cpu = ((cpuSeconds(server.pid) - before) * 1e6) / requests
  server.child.send('end')
  const [found] = await once(server.child, 'message')
  await server.stop()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}-${each.name}.cpuprofile`), JSON.stringify(found))
  console.log(`\n## ${each.title}, ${name}: ${number(cpu)} µs of CPU per request\n\n${topFunctions(found, cpu)}`)
}

/** Self time by function, as a share of the time that was not spent waiting, and that share of the CPU time. */
function topFunctions({ nodes, samples, timeDeltas }, cpu) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map()
  for (const [index, id] of samples.entries()) {
    const name = names.get(id)
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + timeDeltas[index])
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  const rows = [...times].sort(([, left], [, right]) => right - left).slice(0, SHOWN)
  return table(
    ['function', '%:', 'µs:'],
    rows.map(([name, time]) => [name, number((time / total) * 100, 1), number((time / total) * cpu)]),
  )
}

function nameOf({ functionName, url, lineNumber }) {
  const place = url.replace(`file://${root}/`, '').replace(/^.*node_modules\//, '')
  return `${functionName || '(anonymous)'}${place === '' ? '' : ` ${place}:${lineNumber + 1}`}`
}

stopOnSignals()
try {
  await main()
} finally {
  await stopAll()
}
