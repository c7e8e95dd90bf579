/** The main mode: every case on ours and the peers, one database. */
import { casesOf, everyDeepPage } from './measure/cases.mjs'
import { compare } from './measure/compare.mjs'
import { ratiosOf } from './measure/digest.mjs'
import { requestText } from './measure/load.mjs'
import { tagOf } from './measure/measure.mjs'
import { startTogether } from './servers/together.mjs'

export async function runCases({ database, options, say }) {
  const content = await database.content(options.size)
  const cases = casesOf(options.cases, options.size)
  const paths = [...new Set(cases.flatMap(each => each.repeated))]
  const { servers, notes } = await startTogether({ content, peers: options.peers, paths, say })
  const warm = servers.find(({ name }) => name === 'warm')
  const atEnd = load => fillCache({ server: warm, options, load })
  const found = await compare({ servers, cases, cellsOf, atEnd, database: database.process, options, say })
  return { ...found, ratios: ratiosOf(found.cells), notes: [...notes, ...found.notes] }
}

/** Ours cold and Strapi are asked at random, ours warm and memory repeatedly. Strapi knows no 304. */
async function cellsOf({ name, title, known, random, repeated }, server) {
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
