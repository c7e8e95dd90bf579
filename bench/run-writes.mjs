/** The mode `--writes`: cached pages are read at full speed while single entries are written at a fixed rate. */
import { flagOf } from './content/kinds.mjs'
import { median } from './measure/digest.mjs'
import { createLoad, requestText } from './measure/load.mjs'
import { costOf } from './measure/processes-cost.mjs'
import { startWrites, WRITTEN } from './measure/steady-writes.mjs'
import { startPopulus } from './servers/populus.mjs'

const PAGES = 300
const PAGE_SIZE = 10
/** Writes per second. */
export const RATES = [1, 10]

export async function runWrites({ database, options, say }) {
  const content = await database.content(options.size)
  const { size, connections, seconds, rounds } = options
  const flag = flagOf(await content.copy({ forUs: true }))
  const server = await startPopulus({ database: flag })
  const writer = options.secondServer ? await startPopulus({ database: flag }) : server
  const load = createLoad()
  const paths = cachedPages(size)
  const count = paths.length
  /** Every page is cached again, whatever the writes before have dropped. */
  const warmUp = async () => {
    for (let time = 0; time < 2; time++) for (const path of paths) await (await fetch(server.url + path)).arrayBuffer()
  }
  const requests = paths.map(path => requestText(server.url, path))
  const cells = [{ what: 'nothing', rate: 0 }, ...WRITTEN.flatMap(what => RATES.map(rate => ({ what, rate })))]
  const measured = cells.map(cell => ({ ...cell, rounds: [] }))
  const slice = async ({ what, rate }, seed, length) => {
    const writes = startWrites({ servers: [writer], kinds: [what], rate, size, articles: count * PAGE_SIZE, seed })
    const before = costOf(server, database.process)
    const result = await load({ url: server.url, requests, connections, seconds: length, least: 20, seed })
    const written = await writes.stop()
    const cpu = ((costOf(server, database.process) - before) * 1e6) / result.requests
    return { perSecond: result.requests / result.seconds, p50: result.p50, p99: result.p99, cpu, written }
  }
  await warmUp()
  await slice(cells[0], 0, seconds / 2)
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    for (const cell of measured) {
      // The rate without writes, measured directly before, is what the share is taken of.
      if (cell.rate > 0) await warmUp()
      const still = cell.rate === 0 ? undefined : await slice(cells[0], round, seconds / 2)
      const found = await slice(cell, round, seconds)
      cell.rounds.push({ ...found, share: still === undefined ? 1 : found.perSecond / still.perSecond })
    }
  }
  const notes = [
    `${count} URLs of \`populate=*\`, ${PAGE_SIZE} articles each; every written entry is shown on at least one of them`,
    ...(options.secondServer ? ['a second server on the same database writes'] : []),
  ]
  return { cells: measured.map(summary), pages: count, notes }
}

/** The pages that are read at full speed. */
export function cachedPages(size) {
  const count = Math.min(PAGES, Math.ceil(size / PAGE_SIZE))
  return Array.from({ length: count }, (_, index) => {
    return `/api/articles?populate=*&pagination[page]=${index + 1}&pagination[pageSize]=${PAGE_SIZE}`
  })
}

function summary({ what, rate, rounds }) {
  const middle = name => median(rounds.map(round => round[name]))
  const [perSecond, p50, p99, cpu, share] = ['perSecond', 'p50', 'p99', 'cpu', 'share'].map(middle)
  return { what, rate, perSecond, p50, p99, cpu, share, rounds }
}
