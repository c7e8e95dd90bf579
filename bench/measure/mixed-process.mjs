/** The clients of `--load`, in a process of their own: each kind of request at its rate, whether or not those before were answered. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { mixedRequests, RATES } from './mixed.mjs'

/** So many of a kind may be under way; a request whose turn it is then is left out, and counted. */
const TOGETHER = 50
/** So many uploads stay before the oldest is deleted. */
const STAYING = 20
/** So many errors are told in words. */
const TOLD = 20
const IMAGE = { width: 1000, height: 750 }

let figures = {}
let errors = []
/** @type {any} */
let work

process.on('disconnect', () => process.exit(0))
process.on('message', async (/** @type {any} */ { job, ...input }) => {
  if (job === 'start') work = await start(input)
  if (job === 'stop') await work.stop()
  process.send(taken())
})

/** What was done since the last time. */
function taken() {
  const kinds = Object.entries(figures).map(([name, { times, failed, skipped }]) => {
    const sorted = times.sort((left, right) => left - right)
    const at = part => sorted[Math.floor(sorted.length * part)]
    return [name, { done: sorted.length, failed, skipped, p50: at(0.5), p99: at(0.99) }]
  })
  const told = errors
  figures = {}
  errors = []
  return { kinds: Object.fromEntries(kinds), errors: told }
}

async function start({ url, size, tokens }) {
  const next = { ...mixedRequests(size), uploads: uploads(await photo()) }
  const kinds = Object.entries(RATES).map(([name, rate]) => {
    const running = { count: 0 }
    const timer = setInterval(() => void run({ url, tokens, name, running }, next[name]), 1000 / rate)
    return { timer, running }
  })
  return {
    /** Waits for what is under way. */
    stop: async () => {
      for (const { timer } of kinds) clearInterval(timer)
      while (kinds.some(({ running }) => running.count > 0)) await wait(50)
    },
  }
}

async function run({ url, tokens, name, running }, next) {
  figures[name] ??= { times: [], failed: 0, skipped: 0 }
  if (running.count >= TOGETHER) {
    figures[name].skipped += 1
    return
  }
  running.count += 1
  const waiting = [next()]
  for (const asked of waiting) {
    const begun = performance.now()
    const problem = await ask({ url, tokens }, asked).then(
      more => void waiting.push(...more),
      error => error,
    )
    // The figures may have been taken since.
    figures[name] ??= { times: [], failed: 0, skipped: 0 }
    figures[name].times.push(performance.now() - begun)
    if (problem === undefined) continue
    figures[name].failed += 1
    if (errors.length < TOLD) errors.push(`${name}: ${asked.method ?? 'GET'} ${asked.path}: ${problem.message}`)
  }
  running.count -= 1
}

/** Gives the requests that follow. */
async function ask({ url, tokens }, { method = 'GET', path, as, body, after }) {
  const isForm = body instanceof FormData
  const headers = {
    ...(as !== undefined && { authorization: `Bearer ${tokens[as] ?? as}` }),
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined || isForm ? body : JSON.stringify(body)
  const response = await fetch(url + path, { method, headers, body: sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`)
  return after?.(JSON.parse(text)) ?? []
}

function uploads(image) {
  const ids = []
  return () => {
    const body = new FormData()
    body.append('files', new Blob([image], { type: 'image/jpeg' }), 'photo.jpg')
    const after = ([file]) => {
      ids.push(file.id)
      return ids.length > STAYING ? [{ method: 'DELETE', path: `/api/upload/files/${ids.shift()}`, as: 'token' }] : []
    }
    return { method: 'POST', path: '/api/upload', as: 'token', body, after }
  }
}

function photo() {
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 }
  return sharp({ create: { ...IMAGE, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
}
