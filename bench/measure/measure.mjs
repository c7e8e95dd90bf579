/** Loads the servers in turn, in rounds, so that whatever else the machine does hits all of them alike. */

import { requestText } from './load.mjs'
import { cpuSecondsOfTree } from './processes-cost.mjs'

/** A slow server's slice lasts until so many requests were answered. */
const LEAST = 20
/** Before the first round, not counted: so much of a slice, and at least so many requests. */
const WARM_UP = { part: 0.5, least: 50 }

/**
 * A cell is a case on a server: `{ case, server, paths, known }`. Gives each with its rounds. `database` is the process
 * whose tree the database is, if it is not inside the server. `few`: so many requests are enough, as they take seconds.
 */
export async function measure({ cells, load, database, connections, seconds, rounds, say, few = undefined }) {
  const prepared = []
  for (const cell of cells) prepared.push({ ...cell, requests: await requestsOf(cell), rounds: [] })
  const slice = async (cell, { length, least, seed }) => {
    const before = costs(cell.server, database)
    const { known, server, requests } = cell
    const status = known ? 304 : 200
    const result = await load({ url: server.url, requests, status, connections, seconds: length, least, seed })
    return summary(result, before, costs(server, database))
  }
  const warmUp = { length: seconds * WARM_UP.part, least: few ?? WARM_UP.least, seed: 0 }
  for (const cell of prepared) await slice(cell, warmUp)
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    // Each round begins with another cell, so that none is always the one after the slowest.
    for (let turn = 0; turn < prepared.length; turn++) {
      const cell = prepared[(turn + round - 1) % prepared.length]
      cell.rounds.push(await slice(cell, { length: seconds, least: few ?? LEAST, seed: round }))
    }
  }
  return prepared.map(({ requests, known, paths, server, ...cell }) => ({ ...cell, server: server.name }))
}

async function requestsOf({ server, paths, known }) {
  if (!known) return paths.map(path => requestText(server.url, path))
  const tags = await Promise.all(paths.map(path => tagOf(server, path)))
  return paths.map((path, index) => requestText(server.url, path, tags[index]))
}

export async function tagOf({ url }, path) {
  const response = await fetch(`${url}${path}`)
  await response.arrayBuffer()
  return response.headers.get('etag') ?? undefined
}

function costs(server, database) {
  return { server: cpuSecondsOfTree(server.pid), database: database === undefined ? 0 : cpuSecondsOfTree(database.pid) }
}

/** CPU time in microseconds per request. */
function summary({ requests, seconds, p50, p99, bytes }, before, after) {
  const perRequest = name => ((after[name] - before[name]) * 1e6) / requests
  const [server, database] = [perRequest('server'), perRequest('database')]
  return {
    requests,
    perSecond: requests / seconds,
    p50,
    p99,
    bytes,
    cpu: { server, database, total: server + database },
  }
}
