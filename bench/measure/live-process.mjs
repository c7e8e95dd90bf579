/**
 * The clients of live queries, in a process of their own: they hold streams, write at a steady rate, and note when the event of each write
 * reaches each stream. Every write has a mark in the title of its article, so that its events are known.
 */
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const HEAD_END = Buffer.from('\r\n\r\n')
const EVENT = Buffer.from('\nevent: answer\n')
const MARK = Buffer.from('live#')
/** `live#`, six digits and another `#`. */
const MARK_LENGTH = 12
const DIGITS = 6
/** What may be the beginning of a mark at the end of a part. */
const TAIL = Math.max(MARK_LENGTH, EVENT.length) - 1
/** So many connections are being opened at the same time. */
const OPENING = 100
/** How long the last events are waited for after the last write, in milliseconds. */
const PATIENCE = 5000
const BUFFER = 256 * 1024

const shared = Buffer.allocUnsafeSlow(BUFFER)
/** @type {Stream[]} */
let streams = []
/** The writes of a slice: when each was sent, when it was answered, and the time that the server gave it. */
let written = []
/** The mark of the first of them. */
let firstMark = 0
/** Marks and the times when they arrived, in turn. */
let arrived = []
let lost = 0

const jobs = { open, write, close }
process.on('disconnect', () => process.exit(0))
process.on('message', (/** @type {any} */ { job, ...input }) => {
  jobs[job](input).then(
    result => process.send({ result }),
    error => process.send({ problem: error.message }),
  )
})

/** Opens so many streams on these paths, in turn. Each has had its first answer when it ends. */
async function open({ host, port, paths, count }) {
  const begun = performance.now()
  let next = streams.length
  const last = next + count
  const openSome = async () => {
    while (next < last) {
      const stream = new Stream({ host, port }, paths[next % paths.length])
      streams[next++] = stream
      await stream.ready
    }
  }
  await Promise.all(Array.from({ length: Math.min(OPENING, count) }, openSome))
  return { streams: streams.length, seconds: (performance.now() - begun) / 1000 }
}

/**
 * `targets` are `{ id, streams }`: an article, and how many streams show it. Each is written in its turn, at its time, whether or not the
 * write before has been answered.
 */
async function write({ url, rate, seconds, targets }) {
  firstMark += written.length
  written = []
  arrived = []
  lost = 0
  const count = Math.max(1, Math.round(rate * seconds))
  const begun = performance.now()
  const running = []
  for (let index = 0; index < count; index++) {
    await wait(Math.max(0, begun + (index * 1000) / rate - performance.now()))
    running.push(writeOne(url, targets[index % targets.length]))
  }
  await Promise.all(running)
  const expected = written.reduce((sum, each) => sum + each.streams, 0)
  const until = performance.now() + PATIENCE
  while (arrived.length / 2 < expected && performance.now() < until) await wait(50)
  return summary(expected)
}

async function writeOne(url, { id, streams: listening }) {
  const mark = String(firstMark + written.length).padStart(DIGITS, '0')
  const entry = { sent: performance.now(), answered: 0, stamped: 0, streams: listening }
  written.push(entry)
  const response = await fetch(`${url}/api/articles/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { title: `live#${mark}# of article ${id}` } }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`PUT /api/articles/${id}: ${response.status} ${text.slice(0, 300)}`)
  entry.answered = performance.now()
  entry.stamped = Date.parse(JSON.parse(text).data.attributes.updatedAt) - performance.timeOrigin
}

function summary(expected) {
  const [whole, fromCommit] = [[], []]
  for (let at = 0; at < arrived.length; at += 2) {
    const entry = written[arrived[at] - firstMark]
    whole.push(arrived[at + 1] - entry.sent)
    fromCommit.push(arrived[at + 1] - entry.stamped)
  }
  return {
    writes: written.length,
    expected,
    events: whole.length,
    lost,
    write: percentiles(written.map(({ sent, answered }) => answered - sent)),
    whole: percentiles(whole),
    fromCommit: percentiles(fromCommit),
  }
}

/** p1 to p99, then the largest one. */
function percentiles(values) {
  if (values.length === 0) return []
  const sorted = Float64Array.from(values).sort()
  const at = part => Math.max(0, sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)])
  return [...Array.from({ length: 99 }, (_, index) => at((index + 1) / 100)), at(1)].map(
    each => Math.round(each * 100) / 100,
  )
}

async function close() {
  const ended = streams.map(stream => stream.close())
  streams = []
  await Promise.all(ended)
  return {}
}

class Stream {
  #socket
  #tail = Buffer.alloc(0)
  #isReady = false
  #status = 0
  /** The marks that it has shown. */
  #seen = new Set()
  #begun
  #failed

  constructor({ host, port }, path) {
    /** Resolved after the first answer. @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.#begun = resolve
      this.#failed = reject
    })
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer: shared, callback: this.#read } })
    this.#socket.once('connect', () =>
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: text/event-stream\r\n\r\n`),
    )
    this.#socket.once('error', error => this.#failed(error))
    this.#socket.once('close', () => {
      lost += 1
      this.#failed(new Error('the server closed a stream'))
    })
  }

  /** @type {(count: number, buffer: Uint8Array) => boolean} */
  #read = (count, buffer) => {
    const now = performance.now()
    const part = /** @type {Buffer} */ (buffer).subarray(0, count)
    const text = this.#tail.length === 0 ? part : Buffer.concat([this.#tail, part])
    if (this.#status === 0) this.#readHead(text)
    if (!this.#isReady && text.indexOf(EVENT) !== -1) {
      this.#isReady = true
      this.#begun()
    }
    for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + 1)) {
      if (at + MARK_LENGTH > text.length) break
      this.#note(Number(text.toString('latin1', at + MARK.length, at + MARK.length + DIGITS)), now)
    }
    this.#tail = Buffer.from(text.subarray(Math.max(0, text.length - TAIL)))
    return true
  }

  #readHead(text) {
    if (text.indexOf(HEAD_END) === -1 && text.length < 12) return
    this.#status = Number(text.toString('latin1', 9, 12))
    if (this.#status !== 200) this.#failed(new Error(`a stream was answered with ${this.#status}: ${text}`))
  }

  /** Answers also show the marks of earlier writes. */
  #note(mark, now) {
    if (mark < firstMark || this.#seen.has(mark)) return
    this.#seen.add(mark)
    arrived.push(mark, now)
  }

  close() {
    return new Promise(resolve => {
      this.#socket.removeAllListeners('close')
      this.#socket.once('close', resolve)
      this.#socket.destroy()
    })
  }
}
