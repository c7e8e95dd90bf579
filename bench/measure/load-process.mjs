/**
 * Makes the load, in a process of its own: connections that stay open, one request at a time on each. It reads just
 * enough of an answer to know where it ends, so that the fastest server is still slower than what asks.
 */
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { seededPick } from '../content/random.mjs'

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTHS = ['\r\ncontent-length: ', '\r\nContent-Length: '].map(text => Buffer.from(text))
const BUFFER = 256 * 1024

process.on('disconnect', () => process.exit(0))
process.on('message', (/** @type {any} */ job) => {
  runLoad(job).then(
    result => process.send(result),
    error => process.send({ problem: error.message }),
  )
})

/**
 * Runs for the time given, and longer until `least` requests were made; then waits for what is under way. `rate`: so many requests a second at
 * most, each at its time.
 */
async function runLoad({
  host,
  port,
  requests,
  once = false,
  connections,
  seconds,
  least,
  seed,
  patience,
  rate = undefined,
}) {
  const pick = seededPick(seed)
  const messages = requests.map(text => Buffer.from(text))
  const latencies = []
  const statuses = {}
  let bytes = 0
  let sent = 0
  const begin = performance.now()
  const until = begin + seconds * 1000
  const next = () => {
    if (performance.now() >= until && sent >= least) return undefined
    sent++
    if (once) return messages[sent - 1]
    return messages.length === 1 ? messages[0] : messages[pick(messages.length)]
  }
  /** Milliseconds until the request that is next is due. */
  const early = () => (rate === undefined ? 0 : begin + ((sent - 1) * 1000) / rate - performance.now())
  const done = (milliseconds, status, length) => {
    latencies.push(milliseconds)
    statuses[status] = (statuses[status] ?? 0) + 1
    bytes += length
  }
  const opened = Array.from({ length: connections }, () => talk({ host, port, next, early, done }))
  const late = setTimeout(() => {
    for (const { give } of opened) give(new Error(`no end after ${patience} seconds`))
  }, patience * 1000)
  try {
    await Promise.all(opened.map(({ finished }) => finished))
  } finally {
    clearTimeout(late)
    for (const { close } of opened) close()
  }
  const elapsed = (performance.now() - begin) / 1000
  const sorted = Float64Array.from(latencies).sort()
  return {
    requests: sorted.length,
    seconds: elapsed,
    p50: sorted[Math.floor(sorted.length * 0.5)],
    p99: sorted[Math.floor(sorted.length * 0.99)],
    bytes: bytes / sorted.length,
    statuses,
  }
}

/**
 * One connection: asks, reads to the end of the answer, asks again until `next` has nothing more. A server that is busy for longer than it
 * keeps idle connections open closes those that have just been used again; as any client does, it then asks on a new one.
 */
function talk({ host, port, next, early, done }) {
  let started = 0
  let answered = 0
  let message
  let problem
  let status = 0
  let length = 0
  let left = 0
  let header
  let timer
  /** @type {(error: Error) => void} */
  let give = () => undefined
  let socket
  /** @type {Promise<void>} */
  const finished = new Promise((resolve, reject) => {
    give = reject
    const ask = () => {
      message = next()
      if (message === undefined) return resolve()
      const wait = early()
      if (wait > 0) timer = setTimeout(send, wait)
      else send()
    }
    const send = () => {
      started = performance.now()
      socket.write(message)
    }
    const end = () => {
      done(performance.now() - started, status, length)
      answered++
      ask()
    }
    const read = (count, buffer) => {
      if (left > 0) {
        left -= count
        if (left < 0) reject(new Error('an answer was longer than it said'))
        else if (left === 0) end()
        return true
      }
      const part = buffer.subarray(0, count)
      const known = header === undefined ? part : Buffer.concat([header, part])
      const split = known.indexOf(HEADER_END)
      if (split === -1) {
        header = Buffer.from(known)
        return true
      }
      header = undefined
      status = (known[9] - 48) * 100 + (known[10] - 48) * 10 + known[11] - 48
      length = status === 304 || status === 204 ? 0 : contentLength(known, split)
      left = length - (known.length - split - HEADER_END.length)
      if (Number.isNaN(left) || left < 0) reject(new Error('an answer came without its length'))
      else if (left === 0) end()
      return true
    }
    const buffer = Buffer.allocUnsafeSlow(BUFFER)
    const open = begin => {
      socket = connect({ host, port, noDelay: true, onread: { buffer, callback: read } })
      socket.once('connect', begin)
      socket.once('error', error => {
        problem = error
      })
      socket.once('close', lost)
    }
    const lost = () => {
      const wasIdle = answered > 0 && message !== undefined && left === 0 && header === undefined
      if (!wasIdle) return reject(problem ?? new Error('the server closed a connection'))
      answered = 0
      clearTimeout(timer)
      open(() => socket.write(message))
    }
    open(ask)
  })
  return { finished, give, close: () => socket.removeAllListeners('close').destroy() }
}

function contentLength(header, end) {
  for (const name of LENGTHS) {
    const at = header.indexOf(name)
    if (at === -1 || at > end) continue
    let value = 0
    for (let place = at + name.length; header[place] !== 13; place++) value = value * 10 + header[place] - 48
    return value
  }
  return Number.NaN
}
