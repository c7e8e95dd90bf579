/** The mode `--load`: a mixed load for a long time, and what memory, event loop and errors do meanwhile. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { flagOf } from './content/kinds.mjs'
import { RATES } from './measure/mixed.mjs'
import { costOf, memoryOf } from './measure/processes-cost.mjs'
import { here } from './paths.mjs'
import { endChild, stopLater } from './processes.mjs'
import { namedFrame } from './report/cpu-profile.mjs'
import { ADMIN_SECRET, tokensFor } from './servers/access.mjs'
import { startPopulus } from './servers/populus.mjs'

/** The series has so many points, but none is shorter than this, in seconds. */
const POINTS = 120
const SHORTEST = 2

export async function runLoad({ database, options, say }) {
  const { size, minutes, blame } = options
  const content = await database.extended(size)
  const flag = flagOf(await content.copy({ forUs: true }))
  const flags = ['--import', join(here, 'servers/watch-loop.mjs')]
  const settings = { ...ADMIN_SECRET, ...(blame && { BENCH_BLAME: '1' }) }
  const server = await startPopulus({ database: flag, folder: content.folder, flags, settings })
  const tokens = await tokensFor({ server, folder: content.folder, flag })
  const series = await watch({ server, database: database.process, size, minutes, tokens, say })
  const rates = Object.entries(RATES).map(([name, rate]) => `${rate} ${name}`)
  const notes = [
    `requests a second: ${rates.join(', ')}; from a process of their own`,
    'ours: `populus start`, one process, NODE_ENV=production, log level error',
  ]
  return { minutes, series, ...summary(series), notes }
}

async function watch({ server, database, size, minutes, tokens, say }) {
  const clients = fork(join(here, 'measure/mixed-process.mjs'))
  stopLater(() => endChild(clients))
  const ask = message => answerOf(clients, message)
  await answerOf(server.child, 'figures')
  await ask({ job: 'start', url: server.url, size, tokens })
  const begun = Date.now()
  const length = Math.max(SHORTEST, (minutes * 60) / POINTS) * 1000
  const series = []
  let cost = costOf(server, database)
  let told = 0
  for (let point = 1; point * length <= minutes * 60_000; point++) {
    await wait(begun + point * length - Date.now())
    const isLast = (point + 1) * length > minutes * 60_000
    const [loop, asked] = await Promise.all([
      answerOf(server.child, 'figures'),
      ask({ job: isLast ? 'stop' : 'figures' }),
    ])
    const spent = costOf(server, database) - cost
    cost += spent
    const sample = sampleOf({
      server,
      loop,
      asked,
      minute: (Date.now() - begun) / 60_000,
      cpu: (spent * 1000) / length,
    })
    series.push(sample)
    for (const line of [...sample.errors, ...sample.blocks.map(blockLine)]) say(line)
    if (sample.minute - told >= 1) say(progress(sample))
    if (sample.minute - told >= 1) told = sample.minute
  }
  return series
}

async function answerOf(child, message) {
  const answer = once(child, 'message')
  child.send(message)
  return (await answer)[0]
}

function sampleOf({ server, loop, asked, minute, cpu }) {
  const kinds = Object.values(asked.kinds)
  const sum = name => kinds.reduce((total, each) => total + each[name], 0)
  return {
    ...{ minute, cpu, rss: memoryOf(server.pid).rss, heap: loop.memory.heapUsed, outside: loop.memory.external },
    ...{ longest: loop.most, blocks: loop.blocks.map(block => ({ ...block, calls: block.calls?.map(namedCall) })) },
    ...{ done: sum('done'), failed: sum('failed'), skipped: sum('skipped'), kinds: asked.kinds, errors: asked.errors },
  }
}

function namedCall({ share, ...frame }) {
  return `${Math.round(share * 100)} % ${namedFrame(frame)}`
}

function blockLine({ cpu, wall, calls = [] }) {
  return [`the event loop was busy for ${Math.round(cpu)} ms of CPU, ${Math.round(wall)} ms in all`, ...calls].join(
    '\n    ',
  )
}

function progress({ minute, rss, longest, done, failed }) {
  return `${minute.toFixed(1)} min: ${Math.round(rss / 2 ** 20)} MB, longest block ${Math.round(longest)} ms, ${done} requests, ${failed} errors`
}

function summary(series) {
  const mean = part => part.reduce((sum, { rss }) => sum + rss, 0) / part.length
  const quarter = Math.max(1, Math.floor(series.length / 4))
  const sum = name => series.reduce((total, each) => total + each[name], 0)
  return {
    growth: mean(series.slice(-quarter)) / mean(series.slice(-2 * quarter, -quarter)),
    longest: Math.max(...series.map(({ longest }) => longest)),
    blocks: series.reduce((total, { blocks }) => total + blocks.length, 0),
    done: sum('done'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    kinds: Object.keys(RATES).map(name => kindOf(series, name)),
  }
}

/** The p99 is the median of those of all points. */
function kindOf(series, name) {
  const found = series.flatMap(({ kinds }) => kinds[name] ?? [])
  const sum = key => found.reduce((total, each) => total + each[key], 0)
  const middle = key => {
    const sorted = found
      .map(each => each[key])
      .filter(each => each !== undefined)
      .sort((left, right) => left - right)
    return sorted[sorted.length >> 1]
  }
  return {
    name,
    done: sum('done'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    p50: middle('p50'),
    p99: middle('p99'),
  }
}
