/**
 * The mode `--live`: how soon live queries get their events, what they take from reads beside them, and what streams cost on which nothing
 * happens.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { flagOf } from './content/kinds.mjs'
import { median } from './measure/digest.mjs'
import { createLiveClients, liveQueries, liveTargets } from './measure/live.mjs'
import { createLoad, requestText } from './measure/load.mjs'
import { costOf, memoryOf } from './measure/processes-cost.mjs'
import { cachedPages } from './run-writes.mjs'
import { startPopulus } from './servers/populus.mjs'

/** Streams without events are watched for so many slices, of 10 seconds unless it is told otherwise: a heartbeat is among it. */
const IDLE = 2
const METRICS = { POPULUS_METRICS: 'true', POPULUS_METRICS_TOKEN: 'nothing-secret-in-a-benchmark' }
const MISSES = /^populus_response_cache_misses_total (\d+)/m
/** How evaluations are counted: few writes, each with time for its events. */
const COUNTED = { rate: 4, seconds: 5 }

export async function runLive({ database, options, say }) {
  const content = await database.content(options.size)
  const flag = flagOf(await content.copy({ forUs: true }))
  const clients = createLiveClients()
  const work = { database: database.process, flag, clients, options, say }
  const found = await measureBeside(work)
  const idle = await measureIdle(work)
  const { streams, queries, rate } = options
  const notes = [
    `${streams} streams on ${queries} queries in a process of their own, ${rate} writes a second: each changes one page of ten articles`,
    'ours: `populus start`, one process, NODE_ENV=production, log level error',
  ]
  return { ...found, idle, streams, queries, rate, notes }
}

/** Reads at full speed: alone, beside writes, and beside writes with streams. */
async function measureBeside({ database, flag, clients, options, say }) {
  const { size, seconds, rounds, connections, streams, queries, rate } = options
  const server = await startPopulus({ database: flag })
  const { url } = server
  const load = createLoad()
  const pages = cachedPages(size)
  const requests = pages.map(path => requestText(url, path))
  const read = (length, seed) => load({ url, requests, connections, seconds: length, least: 20, seed })
  const write = length => clients.write({ url, rate, seconds: length, targets: liveTargets(queries, 0) })
  const listen = length => clients.write({ url, rate, seconds: length, targets: liveTargets(queries, streams) })
  const paths = liveQueries(queries)
  const found = []
  await askAll(url, [...pages, ...pages, ...paths])
  await read(seconds / 2, 0)
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    const alone = await slice({ server, database, work: () => [read(seconds / 2, round)] })
    const written = await slice({ server, database, work: () => [read(seconds, round), write(seconds)] })
    const still = await slice({ server, database, work: () => [write(seconds)] })
    await clients.open({ url, paths, count: streams })
    const live = await slice({ server, database, work: () => [read(seconds, round), listen(seconds)] })
    const quiet = await slice({ server, database, work: () => [listen(seconds)] })
    await clients.close()
    found.push({ alone, written, still, live, quiet })
  }
  await server.stop()
  return { rounds: found, reads: readsOf(found), events: eventsOf(found), taken: takenOf(found, rate) }
}

/** What streams add to the CPU of the writes without other requests, in seconds of each second. */
function takenOf(found, rate) {
  const perWrite = ({ cpu, told }) => cpu / told.writes
  return median(found.map(({ still, quiet }) => (perWrite(quiet) - perWrite(still)) * rate))
}

/** What a slice of work gave, and its CPU in seconds. */
async function slice({ server, database, work }) {
  const [before, begun] = [costOf(server, database), performance.now()]
  const found = await Promise.all(work())
  return { cpu: costOf(server, database) - before, seconds: (performance.now() - begun) / 1000, ...tell(found) }
}

/** The results of load.mjs and of live.mjs are told apart by what they have. */
function tell(found) {
  const reads = found.find(each => each.requests !== undefined)
  const told = found.find(each => each.writes !== undefined)
  return {
    ...(reads && {
      reads: { count: reads.requests, perSecond: reads.requests / reads.seconds, p50: reads.p50, p99: reads.p99 },
    }),
    ...(told && { told }),
  }
}

/** The share is taken of the rate beside the same writes without streams, in the same round. */
function readsOf(found) {
  const cell = (name, what) => {
    const slices = found.map(round => round[name])
    const middle = pick => median(slices.map(pick))
    const share = median(found.map(round => round[name].reads.perSecond / round.written.reads.perSecond))
    const cpu = middle(each => (each.cpu * 1e6) / each.reads.count)
    return {
      what,
      perSecond: middle(each => each.reads.perSecond),
      share,
      cpu,
      p50: middle(each => each.reads.p50),
      p99: middle(each => each.reads.p99),
    }
  }
  return [cell('alone', 'nothing'), cell('written', 'writes'), cell('live', 'writes and streams')]
}

/** Percentiles are those of the round in the middle. */
function eventsOf(found) {
  const cell = (name, what) => {
    const told = found.map(round => round[name].told)
    const sorted = told.toSorted((left, right) => left.fromCommit.at(-2) - right.fromCommit.at(-2))
    const { fromCommit, whole, write } = sorted[sorted.length >> 1]
    const sum = pick => told.reduce((total, each) => total + pick(each), 0)
    return {
      ...{ what, fromCommit, whole, write, writes: sum(each => each.writes), lost: sum(each => each.lost) },
      ...{ events: sum(each => each.events), missing: sum(each => each.expected - each.events) },
    }
  }
  return [cell('quiet', 'nothing'), cell('live', 'reads at full speed')]
}

async function measureIdle({ database, flag, clients, options, say }) {
  const { idle: count, queries } = options
  const watched = IDLE * options.seconds
  say(`${count} streams on which nothing happens`)
  const server = await startPopulus({ database: flag, settings: METRICS })
  const { url } = server
  const paths = liveQueries(queries)
  await askAll(url, [...paths, ...paths])
  const before = memoryOf(server.pid).rss
  const { seconds } = await clients.open({ url, paths, count })
  const cpu = costOf(server, database)
  await wait(watched * 1000)
  const cpuPerSecond = (costOf(server, database) - cpu) / watched
  const { rss, peak } = memoryOf(server.pid)
  const misses = await missesOf(url)
  const { writes, events, expected } = await clients.write({ url, ...COUNTED, targets: liveTargets(queries, count) })
  const evaluations = (await missesOf(url)) - misses
  const after = memoryOf(server.pid)
  await clients.close()
  await server.stop()
  return {
    ...{ streams: count, queries, openedIn: seconds, cpuPerSecond },
    memory: { before, after: rss, peak, perStream: (rss - before) / count, afterWrites: after.rss },
    counted: { writes, events, missing: expected - events, evaluations, perQueryAndChange: evaluations / writes },
  }
}

async function missesOf(url) {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS.POPULUS_METRICS_TOKEN}` },
  })
  const [, count] = MISSES.exec(await response.text()) ?? []
  if (count === undefined) throw new Error('/metrics does not count the answers that were made')
  return Number(count)
}

async function askAll(url, paths) {
  for (const path of paths) await (await fetch(url + path)).arrayBuffer()
}
