/**
 * What a large site would need, from measured costs per request:
 *
 *     node bench/simulate-scale.mjs
 *
 * Every address has a rate of reads and a rate of changes. A cache in front of it answers as long as nothing has changed since
 * it was last asked, so its share of hits follows from the two rates. The misses of one tier are the reads of the next: points of
 * a CDN, servers, replicas, one primary. The costs are those of bench/results/postgres-10000.json.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { here } from './paths.mjs'
import { plotScale } from './report/plot-scale.mjs'

const RESULTS = join(here, 'results')

const SITE = {
  readsPerSecond: 100_000,
  writesPerSecond: 200,
  /** Pages of entries, and lists, each in the forms in which clients ask for them. */
  entries: 100_000_000,
  lists: 1_000_000,
  /** Lists that one write changes. */
  listsPerWrite: 10,
  listShare: 0.3,
  /** How uneven popularity is: 1 is a news site, 0.7 a catalogue. */
  skew: 0.95,
  regions: 3,
  pointsPerRegion: 8,
  serversPerRegion: 4,
}

/** Seconds after which a cache has replaced what nobody asked for again. */
const FORGOTTEN = { point: 24 * 3600, server: 3600 }
/** How full a processor may be. */
const LOAD = 0.5
/** Ranks are taken together where they hardly differ. */
const STEP = 1.05

/** Microseconds of processor time. */
function costsFrom({ cells }) {
  const of = (name, server) => cells.find(cell => cell.case === name && cell.server === server).cpu
  return {
    kept: { entry: of('one', 'warm').server, list: of('level', 'warm').server },
    read: { entry: of('one', 'cold'), list: of('level', 'cold') },
    check: of('one', 'warm').database,
    /** Assumed: a write costs the primary as much as five uncached reads of one entry. */
    write: 5 * of('one', 'cold').database,
  }
}

function figuresOf(site, costs) {
  const sum = { cdn: 0, kept: 0, read: 0, server: 0, database: 0 }
  for (const kind of ['entry', 'list']) {
    for (const { reads, changes, count } of addressesOf(site, kind)) {
      const points = site.regions * site.pointsPerRegion
      const servers = site.regions * site.serversPerRegion
      const missed = points === 0 ? reads : missesOf(reads / points, changes, FORGOTTEN.point) * points
      const read = missesOf(missed / servers, changes, FORGOTTEN.server) * servers
      sum.cdn += (reads - missed) * count
      sum.kept += (missed - read) * count
      sum.read += read * count
      sum.server += ((missed - read) * costs.kept[kind] + read * costs.read[kind].server) * count
      sum.database += read * costs.read[kind].database * count
    }
  }
  const origin = sum.kept + sum.read
  const cores = microseconds => microseconds / 1e6 / LOAD
  return {
    cdn: sum.cdn / site.readsPerSecond,
    kept: sum.kept / site.readsPerSecond,
    read: sum.read / site.readsPerSecond,
    origin,
    servers: cores(sum.server),
    replicas: cores(sum.database),
    primary: cores(origin * costs.check + site.writesPerSecond * costs.write),
  }
}

/** What passes a cache that is asked at this rate, changes at that one, and forgets. */
function missesOf(reads, changes, forgotten) {
  const lost = changes + 1 / forgotten
  return (reads * lost) / (reads + lost)
}

/** Rank r has a share of r^-skew, of the reads and of the changes. */
function addressesOf(site, kind) {
  const { skew, listShare, writesPerSecond, listsPerWrite } = site
  const size = kind === 'list' ? site.lists : site.entries
  const reads = site.readsPerSecond * (kind === 'list' ? listShare : 1 - listShare)
  const changes = writesPerSecond * (kind === 'list' ? listsPerWrite : 1)
  const ranks = []
  for (let first = 1; first <= size; ) {
    const next = Math.min(Math.max(first + 1, Math.floor(first * STEP)), size + 1)
    ranks.push({ count: next - first, weight: ((first + next - 1) / 2) ** -skew })
    first = next
  }
  const total = ranks.reduce((sum, { count, weight }) => sum + count * weight, 0)
  return ranks.map(({ count, weight }) => ({
    count,
    reads: (reads * weight) / total,
    changes: (changes * weight) / total,
  }))
}

/** @type {[string, Partial<typeof SITE>][]} */
const CASES = [
  ['as described', {}],
  ['no CDN', { pointsPerRegion: 0 }],
  ['a catalogue (skew 0.7)', { skew: 0.7 }],
  ['ten times the writes', { writesPerSecond: 2000 }],
  ['40 points of the CDN in each region', { pointsPerRegion: 40 }],
  ['ten times the reads', { readsPerSecond: 1_000_000 }],
]

const HEAD = ['case', 'CDN', 'kept', 'read', 'origin, requests/s', 'cores: servers', 'replicas', 'primary']

function table(costs) {
  const rows = CASES.map(([name, change]) => [name, ...shown(figuresOf({ ...SITE, ...change }, costs))])
  const lines = [HEAD, ['---', ...HEAD.slice(1).map(() => '--:')], ...rows].map(cells => `| ${cells.join(' | ')} |`)
  return `${lines.join('\n')}\n`
}

function shown({ cdn, kept, read, origin, servers, replicas, primary }) {
  const rounded = Number(origin.toPrecision(2)).toLocaleString('en')
  const cores = [servers, replicas, primary].map(value => Math.ceil(value).toLocaleString('en'))
  return [...[cdn, kept, read].map(share => `${(share * 100).toFixed(1)} %`), rounded, ...cores]
}

const RATES = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000]

const costs = costsFrom(JSON.parse(await readFile(join(RESULTS, 'postgres-10000.json'), 'utf8')))
const curves = RATES.map(readsPerSecond => ({
  readsPerSecond,
  ...figuresOf({ ...SITE, readsPerSecond }, costs),
}))
await writeFile(join(RESULTS, 'scale.md'), table(costs))
await writeFile(join(RESULTS, 'scale.svg'), plotScale(curves))
console.log(table(costs))
