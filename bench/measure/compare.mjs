/** Measures cases on servers that run, after all of them have given the same answers. */
import { checkAnswers } from './check-answers.mjs'
import { digest } from './digest.mjs'
import { createLoad } from './load.mjs'
import { measure } from './measure.mjs'
import { memoryOf } from './processes-cost.mjs'

/** `cellsOf` gives the cells of a case on a server, `atEnd` loads a server once more before its memory is read. */
export async function compare({
  servers,
  cases,
  cellsOf,
  atEnd = async _load => undefined,
  database,
  options,
  say,
  few = undefined,
}) {
  const { connections, seconds, rounds } = options
  say('comparing the answers ...')
  const checked = servers.filter(({ name }) => name !== 'mem')
  const note = await checkAnswers(cases, checked)
  const before = new Map(servers.map(({ name, pid }) => [name, memoryOf(pid).rss]))
  const load = createLoad()
  const cells = []
  for (const each of cases) for (const server of servers) cells.push(...(await cellsOf(each, server)))
  const measured = await measure({ cells, load, database, connections, seconds, rounds, say, few })
  await atEnd(load)
  const memory = servers.map(({ name, pid }) => {
    const { rss, peak } = memoryOf(pid)
    return { server: name, before: before.get(name), after: rss, peak }
  })
  return { cells: measured.map(digest), memory, notes: [note] }
}
