/** What reads cost a primary, its replicas and the servers on them, and who has answered. */
import { setTimeout } from 'node:timers/promises'
import { requestText } from './load.mjs'
import { cpuSecondsOfTree } from './processes-cost.mjs'
import { startWrites, WRITTEN } from './steady-writes.mjs'
import { variedCases } from './varied.mjs'

/** Few enough for two processors: a replica that gets no time to follow cannot answer. */
export const READS_PER_SECOND = 40
export const WRITES_PER_SECOND = 10
/** Before it is measured, and with writes alone: so much of a slice. */
const PART = 0.5
const PATIENCE = 60_000

/** One round: a warm-up, then writes alone, then reads and writes. The cost of the writes is taken off that of the reads. */
export async function measureNodes({ nodes, replicas, primary, loads, options, seed }) {
  const { size, seconds, connections, cases } = options
  await inUse(nodes, replicas.length)
  const take = mixOf(variedCases(cases, size))
  const costs = () => costsOf({ primary: [primary], replicas, nodes })
  const read = length => {
    const requests = take(Math.ceil(READS_PER_SECOND * length))
    const each = nodes.map((node, index) =>
      loads[index]({
        url: node.url,
        requests: requests.flatMap((asked, n) => (n % nodes.length === index ? [requestText(node.url, asked)] : [])),
        once: true,
        rate: READS_PER_SECOND / nodes.length,
        connections: Math.max(1, Math.round(connections / nodes.length)),
        seconds: length,
        least: 1,
        seed,
      }),
    )
    return Promise.all(each)
  }
  const slice = async work => {
    const writes = startWrites({ servers: nodes, kinds: WRITTEN, rate: WRITES_PER_SECOND, size, articles: size, seed })
    const [before, begin] = [costs(), performance.now()]
    const found = await work()
    const elapsed = (performance.now() - begin) / 1000
    const used = difference(costs(), before)
    await writes.stop()
    return { found, used, elapsed }
  }
  await slice(() => read(seconds * PART))
  const alone = await slice(() => setTimeout(seconds * PART * 1000))
  const before = await countsOf(nodes)
  const both = await slice(() => read(seconds))
  return roundOf({ alone, both, answered: difference(await countsOf(nodes), before) })
}

/** CPU in milliseconds per 1,000 reads, without that of the writes; and that of the writes, per write. */
function roundOf({ alone, both, answered }) {
  const reads = both.found.reduce((sum, { requests }) => sum + requests, 0)
  const cpu = mapped(both.used, (used, name) => Math.max(0, used - (alone.used[name] / alone.elapsed) * both.elapsed))
  return {
    reads,
    perSecond: reads / both.elapsed,
    p50: both.found.reduce((sum, { p50, requests }) => sum + (p50 * requests) / reads, 0),
    // Of the slowest server.
    p99: Math.max(...both.found.map(({ p99 }) => p99)),
    cpu: mapped(cpu, used => (used * 1e6) / reads),
    perWrite: mapped(alone.used, used => (used * 1000) / (alone.elapsed * WRITES_PER_SECOND)),
    ...answered,
  }
}

/** Times and CPU are those of the least disturbed round; what has been answered is counted over all of them. */
export function summaryOf({ rounds, ...cell }) {
  const sum = name => rounds.reduce((all, round) => all + round[name], 0)
  const total = ({ cpu }) => cpu.primary + cpu.replicas + cpu.nodes
  const best = rounds.reduce((least, round) => (total(round) < total(least) ? round : least))
  return {
    ...cell,
    reads: sum('reads'),
    perSecond: best.perSecond,
    p50: best.p50,
    p99: best.p99,
    cpu: { ...best.cpu, total: total(best) },
    perWrite: best.perWrite,
    share: cell.replicas === 0 ? undefined : sum('byReplicas') / sum('read'),
    rounds,
  }
}

/** Addresses of all cases in turn, none twice. */
function mixOf(cases) {
  const takes = cases.map(({ addresses }) => addresses().take)
  return count => {
    const each = takes.map(take => take(Math.ceil(count / takes.length)))
    const mixed = Array.from({ length: each[0].length }, (_, place) => each.flatMap(list => list[place] ?? []))
    return mixed.flat().slice(0, count)
  }
}

async function inUse(nodes, replicas) {
  const until = performance.now() + PATIENCE
  for (const { url } of nodes) {
    while (!(await states(url)).every(state => state === 'in use')) {
      if (performance.now() > until) throw new Error(`${url} uses no replicas: ${await states(url)}`)
      await setTimeout(100)
    }
  }
  async function states(url) {
    const { replicas: found = [] } = /** @type {any} */ (await (await fetch(`${url}/_ready`)).json())
    if (found.length !== replicas) throw new Error(`${url} has ${found.length} replicas, not ${replicas}`)
    return found.map(({ state }) => state)
  }
}

/** Seconds of CPU. */
function costsOf(groups) {
  return mapped(groups, servers => servers.reduce((sum, { pid }) => sum + cpuSecondsOfTree(pid), 0))
}

/** Answers that were made, the reads of the database that replicas may answer, and those that they have answered, of all servers. */
async function countsOf(nodes) {
  const counts = { misses: 0, read: 0, byReplicas: 0 }
  for (const { url } of nodes) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const answers = sumOf(text, 'populus_replica_reads_total')
    const share = sumOf(text, 'populus_replica_share')
    counts.misses += sumOf(text, 'populus_response_cache_misses_total')
    counts.byReplicas += answers
    counts.read += share === 0 ? 0 : answers / share
  }
  return counts
}

/** A series, over all its labels. */
function sumOf(text, name) {
  const lines = text.split('\n').filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function difference(after, before) {
  return mapped(after, (value, name) => value - before[name])
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}
