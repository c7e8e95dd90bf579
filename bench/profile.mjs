/**
 * Where our server spends its time, case by case: `node bench/profile.mjs --case list,deep --database postgres`.
 * Takes the flags of `npm run bench`. The response cache is off, except with `--varied`, where no address repeats. The profiles stay in
 * bench/.cache/profiles for a viewer.
 */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer } from '../scripts/build-server.mjs'
import { casesOf } from './measure/cases.mjs'
import { createLoad } from './measure/load.mjs'
import { requestsOf } from './measure/measure.mjs'
import { cpuSeconds } from './measure/processes-cost.mjs'
import { variedCases } from './measure/varied.mjs'
import { openDatabase } from './open-database.mjs'
import { readOptions } from './options.mjs'
import { cache, here } from './paths.mjs'
import { stopAll, stopOnSignals } from './processes.mjs'
import { sharesOf, topFunctions } from './report/cpu-profile.mjs'
import { number, table } from './report/table.mjs'
import { startPopulus } from './servers/populus.mjs'

const LEAST = 200
const folder = join(cache, 'profiles')

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.build) await buildServer()
  const varied = options.mode === 'varied'
  const load = createLoad()
  for (const name of options.databases) {
    const database = await openDatabase(name, console.error)
    const content = await (varied ? database.extended : database.content)(options.size)
    const cases = varied ? variedCases(options.cases, options.size) : casesOf(options.cases, options.size)
    const rows = []
    for (const each of cases) {
      if (each.known) continue
      const { cpu, profile } = await profileOf({ content, each, load, options })
      const file = `${name}-${varied ? 'varied-' : ''}${each.name}.cpuprofile`
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, file), JSON.stringify(profile))
      if (!options.quick)
        console.log(
          `\n## ${each.title}, ${name}: ${number(cpu)} µs of CPU per request\n\n${topFunctions(profile, cpu)}`,
        )
      const { planning, garbage } = sharesOf(profile)
      rows.push([each.title, number(cpu), number(planning * cpu), number(planning * 100, 1), number(garbage * 100, 1)])
    }
    const columns = ['case', 'CPU of the server, µs:', 'planning, µs:', 'planning, %:', 'garbage collector, %:']
    console.log(`\n## Planning, ${name}\n\n${table(columns, rows)}`)
  }
}

/** One server for each case, warmed up, then profiled. */
async function profileOf({ content, each, load, options: { mode, connections, seconds } }) {
  const flags = ['--import', join(here, 'servers/profile-on-message.mjs')]
  const responses = mode === 'varied'
  const server = await startPopulus({ database: content.flag, folder: content.folder, responses, flags })
  const asked = responses ? { addresses: each.addresses() } : { paths: each.random }
  const next = await requestsOf({ server, known: false, ...asked }, { seconds, rounds: 1 })
  const slice = seed => load({ url: server.url, ...next(), connections, seconds, least: LEAST, seed })
  await slice(1)
  const before = cpuSeconds(server.pid)
  server.child.send('begin')
  const { requests } = await slice(2)
  const cpu = ((cpuSeconds(server.pid) - before) * 1e6) / requests
  server.child.send('end')
  const [profile] = await once(server.child, 'message')
  await server.stop()
  return { cpu, profile }
}

stopOnSignals()
try {
  await main()
} finally {
  await stopAll()
}
