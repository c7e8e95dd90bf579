/** Drives the process that holds live queries open, and says which queries they are. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { here } from '../paths.mjs'
import { endChild, stopLater } from '../processes.mjs'

const PAGE_SIZE = 10
/** Of each page, so many articles are written. */
const EACH = 4

export function createLiveClients() {
  const child = fork(join(here, 'measure/live-process.mjs'))
  stopLater(() => endChild(child))
  const ask = message =>
    new Promise((resolve, reject) => {
      const gone = () => reject(new Error('the process with the live queries has ended'))
      child.once('exit', gone)
      child.once('message', (/** @type {any} */ { problem, result }) => {
        child.off('exit', gone)
        if (problem === undefined) resolve(result)
        else reject(new Error(problem))
      })
      child.send(message)
    })
  return {
    /** Opens `count` streams on the paths, in turn. */
    open: ({ url, paths, count }) => {
      const { hostname: host, port } = new URL(url)
      return ask({ job: 'open', host, port: Number(port), paths, count })
    },
    /** Writes to the targets in turn; gives how long writes and events took. */
    write: input => ask({ job: 'write', ...input }),
    close: () => ask({ job: 'close' }),
  }
}

/** Pages of articles with their authors. */
export function liveQueries(count) {
  return Array.from({ length: count }, (_, index) => {
    return `/api/articles?populate[author]=true&pagination[pageSize]=${PAGE_SIZE}&pagination[page]=${index + 1}`
  })
}

/** What is written, in an order in which each page has its turn, and how many of the streams are told. */
export function liveTargets(queries, streams) {
  return Array.from({ length: queries * EACH }, (_, index) => {
    const page = index % queries
    const place = Math.floor(index / queries)
    const listening = Math.floor(streams / queries) + (page < streams % queries ? 1 : 0)
    return { id: page * PAGE_SIZE + place + 1, streams: listening }
  })
}
