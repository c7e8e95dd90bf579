/** The main mode: every case on ours and the peers, one database. */
import { casesOf, everyDeepPage } from './measure/cases.mjs'
import { checkAnswers } from './measure/check-answers.mjs'
import { digest, ratiosOf } from './measure/digest.mjs'
import { createLoad, requestText } from './measure/load.mjs'
import { measure, tagOf } from './measure/measure.mjs'
import { memoryOf } from './measure/processes-cost.mjs'
import { startTogether } from './servers/together.mjs'

export async function runCases({ content, database, options, say }) {
  const { size, peers, connections, seconds, rounds } = options
  const cases = casesOf(options.cases, size)
  const paths = [...new Set(cases.flatMap(each => each.repeated))]
  const { servers, notes } = await startTogether({ content, peers, paths, say })
  say('comparing the answers ...')
  const checked = servers.filter(({ name }) => name !== 'mem')
  await checkAnswers(cases, checked)
  notes.push(
    `answers: the same JSON from ${checked.map(({ name }) => name).join(', ')}, compared after parsing, for every case`,
  )
  const before = new Map(servers.map(({ name, pid }) => [name, memoryOf(pid).rss]))
  const load = createLoad()
  const cells = []
  for (const each of cases) for (const server of servers) cells.push(...(await cellOf(each, server)))
  const measured = await measure({ cells, load, database, connections, seconds, rounds, say })
  await fillCache({ server: servers.find(({ name }) => name === 'warm'), options, load })
  const memory = servers.map(({ name, pid }) => {
    const { rss, peak } = memoryOf(pid)
    return { server: name, before: before.get(name), after: rss, peak }
  })
  const digested = measured.map(digest)
  return { cells: digested, ratios: ratiosOf(digested), memory, notes }
}

/** Ours cold and Strapi are asked at random, ours warm and memory repeatedly. Strapi knows no 304. */
async function cellOf({ name, title, known, random, repeated }, server) {
  const repeats = server.name === 'warm' || server.name === 'mem' || known
  const paths = repeats ? repeated : random
  if (known && (await tagOf(server, paths[0])) === undefined) return []
  const urls = paths.length === 1 ? 'one' : repeats ? `${paths.length} repeated` : `random of ${paths.length}`
  return [{ case: name, title, server, urls, known, paths }]
}

/** Asks for more than the response cache holds, so that the memory afterwards is that of a full one. */
async function fillCache({ server, options: { size, connections, quick }, load }) {
  const requests = everyDeepPage(size).map(path => requestText(server.url, path))
  const least = quick ? Math.min(100, requests.length) : requests.length * 2
  await load({ url: server.url, requests, connections, seconds: 0, least, seed: 99 })
}
