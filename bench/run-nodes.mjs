/** The mode `--nodes`: servers on a primary with replicas are asked for what is never the same, at a fixed rate, while entries are written. */
import { flagOf } from './content/kinds.mjs'
import { createLoad } from './measure/load.mjs'
import { measureNodes, READS_PER_SECOND, summaryOf, WRITES_PER_SECOND } from './measure/nodes.mjs'
import { startPopulus } from './servers/populus.mjs'

/** As it ships, and with the figures that tell who has answered. */
const METRICS = { POPULUS_METRICS: 'true', POPULUS_METRICS_PUBLIC: 'true' }

export async function runNodes({ database, options, say }) {
  const { size, rounds, upTo } = options
  const content = await database.extended(size)
  const flag = flagOf(await content.copy({ forUs: true }))
  const starters = []
  for (let number = 1; number <= upTo.replicas; number++) {
    say(`copying the primary for replica ${number} ...`)
    starters.push(await database.replica(`replica-${number}`))
  }
  const loads = Array.from({ length: upTo.nodes }, createLoad)
  const cells = cellsUpTo(upTo).map(cell => ({ ...cell, rounds: [] }))
  for (let round = 1; round <= rounds; round++) {
    for (const cell of cells) {
      say(`round ${round} of ${rounds}: ${cell.nodes} servers, ${cell.replicas} replicas`)
      const started = await startAll({ cell, starters, flag, folder: content.folder })
      cell.rounds.push(await measureNodes({ ...started, primary: database.process, loads, options, seed: round }))
      for (const { stop } of [...started.nodes, ...started.replicas]) await stop()
    }
  }
  const notes = [
    `ours: \`populus start\`, started anew for each row and round; NODE_ENV=production, log level error, metrics on`,
    `${READS_PER_SECOND} reads a second in all, ${options.cases.join(', ')} in turn, no address twice; ${WRITES_PER_SECOND} writes a second, of authors, comments and articles in turn`,
    'everything runs on one machine; replicas stream without being waited for',
  ]
  return { cells: cells.map(summaryOf), notes }
}

function cellsUpTo({ nodes, replicas }) {
  const counts = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return counts(0, replicas).flatMap(each => counts(1, nodes).map(count => ({ nodes: count, replicas: each })))
}

async function startAll({ cell, starters, flag, folder }) {
  const replicas = await Promise.all(starters.slice(0, cell.replicas).map(start => start()))
  const addresses = replicas.map(({ url }) => `${url}${new URL(flag).pathname}`)
  const settings = { ...METRICS, DATABASE_REPLICAS: addresses.join(' ') }
  const nodes = []
  for (let count = 0; count < cell.nodes; count++) nodes.push(await startPopulus({ database: flag, folder, settings }))
  return { nodes, replicas }
}
