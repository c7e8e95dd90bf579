/** Loads the servers in turn, in rounds, so that whatever else the machine does hits all of them alike. */

import { requestText } from './load.mjs'
import { cpuSecondsOfTree } from './processes-cost.mjs'

/** A slow server's slice lasts until so many requests were answered. */
const LEAST = 20
/** Before the first round, not counted: so much of a slice, and at least so many requests. */
const WARM_UP = { part: 0.5, least: 50 }

/** Of requests that are asked once each, a slice takes so many per second at most. */
const MOST_PER_SECOND = 6000

/**
 * A cell is a case on a server: `{ case, server, paths, known }`, or `{ case, server, addresses }` if no address may repeat (see
 * varied.mjs). Gives each with its rounds. `database` is the process whose tree the database is, if it is not inside the server.
 * `few`: a slice, and the warm-up, has at least so many requests. `tell` is called with a cell after each of its slices.
 */
export async function measure({
  cells,
  load,
  database,
  connections,
  seconds,
  rounds,
  say,
  few = undefined,
  tell = _cell => {},
}) {
  const prepared = []
  for (const cell of cells) prepared.push({ ...cell, next: await requestsOf(cell, { seconds, rounds }), rounds: [] })
  const slice = async (cell, { length, least, seed }) => {
    const { known, server, next } = cell
    const job = { url: server.url, ...next(), status: known ? 304 : 200 }
    const before = costs(server, database)
    const result = await load({ ...job, connections, seconds: length, least, seed }).catch(error => {
      throw new Error(`${cell.title}, ${server.name}: ${error.message}`, { cause: error })
    })
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
      tell(cell)
    }
  }
  return prepared.map(({ next, known, paths, addresses, server, ...cell }) => ({ ...cell, server: server.name }))
}

/** Gives a function with the requests of the next slice. */
export async function requestsOf({ server, paths = [], known, addresses = undefined }, { seconds, rounds }) {
  if (addresses !== undefined) {
    // The warm-up takes its part too.
    const share = Math.floor(addresses.count / (rounds + 1))
    const most = Math.min(share, Math.ceil(seconds * MOST_PER_SECOND))
    return () => ({ requests: addresses.take(most).map(asked => requestText(server.url, asked)), once: true })
  }
  const tags = known ? await Promise.all(paths.map(path => tagOf(server, path))) : []
  const requests = paths.map((path, index) => requestText(server.url, path, tags[index]))
  return () => ({ requests })
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
