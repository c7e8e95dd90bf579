/**
 * Preloaded into a server: measures how long its event loop is busy with one thing, by the CPU time of its main thread, so that other work on
 * the machine does not count. Tells its parent when asked. With BENCH_BLAME, it also says what it was busy with.
 */
import { openSync, readSync } from 'node:fs'
import { Session } from 'node:inspector'

/** Milliseconds. Up to so much of a block may be other work. */
const INTERVAL = 5
/** Longer than this is a block, in milliseconds of CPU. */
const LONG = 50
/** A profile is begun anew so often, in milliseconds, to stay small. */
const PROFILE = 5000
const SAMPLING = 1000
/** Of what was going on, the calls that have at least this part of the time. */
const LEAST = 0.5

const cpu = mainThread()
const profiler = process.env.BENCH_BLAME === '1' ? startProfiler() : undefined
let last = { cpu: cpu(), wall: performance.now() }
let found = { most: 0, blocks: [] }

setInterval(() => {
  const now = { cpu: cpu(), wall: performance.now() }
  const spent = now.cpu - last.cpu
  if (spent > found.most) found.most = spent
  if (spent > LONG)
    found.blocks.push({ at: Date.now(), cpu: spent, wall: now.wall - last.wall, calls: profiler?.(spent) })
  // What a profile takes is no block of the server.
  last = spent > LONG && profiler !== undefined ? { cpu: cpu(), wall: performance.now() } : now
}, INTERVAL).unref()

process.on('message', message => {
  if (message !== 'figures') return
  process.send({ ...found, memory: process.memoryUsage() })
  found = { most: 0, blocks: [] }
})
process.channel?.unref()

/** Gives milliseconds of CPU. Where the system does not tell those of a thread, those of the process count. */
function mainThread() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    return () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ')[0]) / 1e6
  } catch {
    return () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
  }
}

/** Gives a function that returns the calls of the last milliseconds, the outermost first. */
function startProfiler() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: SAMPLING })
  const begin = () => session.post('Profiler.start')
  const end = () => {
    let taken
    session.post('Profiler.stop', (_, { profile }) => {
      taken = profile
    })
    begin()
    return taken
  }
  begin()
  setInterval(() => {
    end()
    last = { cpu: cpu(), wall: performance.now() }
  }, PROFILE).unref()
  return milliseconds => callsIn(end(), milliseconds * 1000)
}

function callsIn({ nodes, samples, timeDeltas, endTime, startTime }, microseconds) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map()
  let at = startTime
  let total = 0
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index]
    if (at < endTime - microseconds) continue
    total += timeDeltas[index]
    for (let each = id; each !== undefined; each = parents.get(each))
      times.set(each, (times.get(each) ?? 0) + timeDeltas[index])
  }
  const heavy = [...times].filter(([, time]) => time >= total * LEAST).sort(([left], [right]) => left - right)
  return heavy.map(([id, time]) => ({ ...frames.get(id), share: time / total }))
}
