/**
 * `node bench/uploads.mjs`: how much slower reads are while images are uploaded, as a ratio. Slices without and with uploads take
 * turns, so that any other load on the machine affects both alike.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { describeMachine, loadAverage } from './machine.mjs'
import { createLoad, requestText } from './measure/load.mjs'
import { root } from './paths.mjs'
import { stopAll, stopLater, stopOnSignals } from './processes.mjs'
import { startPopulus } from './servers/populus.mjs'

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '4' },
    megapixels: { type: 'string', default: '12' },
  },
})
const [uploads, seconds, rounds, connections, megapixels] = [
  ...[values.uploads, values.seconds, values.rounds, values.connections, values.megapixels].map(Number),
]

const READS = {
  kept: ['/api/articles?populate=*'],
  fresh: Array.from({ length: 500 }, (_, index) => `/api/articles?populate=author,cover&filters[id][$ne]=${index}`),
}

async function main() {
  stopOnSignals()
  const folder = mkdtempSync(join(tmpdir(), 'populus-bench-uploads-'))
  stopLater(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'examples/blog'), folder, { recursive: true })
  const database = `sqlite:${join(folder, 'content.db')}`
  const server = await startPopulus({ folder, database })
  const token = createToken(folder, database)
  const load = createLoad()
  // This process plays the clients that upload. They would have a processor of their own.
  setPriority(constants.priority.PRIORITY_LOW)
  const image = await photo(megapixels)
  const before = loadAverage()
  const results = {}
  for (const [name, paths] of Object.entries(READS))
    results[name] = await compare({ server, load, token, image, paths })
  console.log(
    JSON.stringify({ machine: describeMachine(), load: { before, after: loadAverage() }, uploads, results }, null, 2),
  )
}

async function compare({ server, load, token, image, paths }) {
  const { url } = server
  const requests = paths.map(path => requestText(url, encodeURI(path)))
  const slice = () => load({ url, requests, connections, seconds, least: 20, seed: 1 })
  const quiet = []
  const busy = []
  let stored = 0
  await slice()
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await slice())
    const running = keepUploading({ url, token, image })
    busy.push(await slice())
    stored += await running.stop()
  }
  const [p50, p99] = ['p50', 'p99'].map(name => ({ quiet: median(quiet, name), busy: median(busy, name) }))
  const ratio = ({ quiet: alone, busy: beside }) => Number((beside / alone).toFixed(2))
  return { uploadsStored: stored, p50: { ...p50, ratio: ratio(p50) }, p99: { ...p99, ratio: ratio(p99) } }
}

/** As many uploads as wanted at the same time, each followed by another. */
function keepUploading({ url, token, image }) {
  let isRunning = true
  let stored = 0
  const one = async () => {
    while (isRunning) {
      const body = new FormData()
      body.append('files', new Blob([image], { type: 'image/jpeg' }), 'photo.jpg')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`an upload was answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      stored += 1
    }
  }
  const all = Promise.all(Array.from({ length: uploads }, one))
  return {
    stop: async () => {
      isRunning = false
      await all
      return stored
    },
  }
}

function createToken(folder, database) {
  const words = ['tokens', 'create', 'bench', '--type', 'full-access', '--folder', folder, '--database', database]
  const said = execFileSync(execPath, [join(root, 'dist/cli/main.js'), ...words], { encoding: 'utf8' })
  const [token] = /[0-9a-f]{64,}/.exec(said) ?? []
  if (token === undefined) throw new Error(`no token in: ${said}`)
  return token
}

/** A picture that is as hard to encode as a photograph. */
async function photo(millions) {
  const width = Math.round(Math.sqrt((millions * 1e6 * 4) / 3))
  const height = Math.round((width * 3) / 4)
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 40 }
  const grain = await sharp({
    create: { width: width >> 3, height: height >> 3, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer()
  return sharp(grain).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer()
}

function median(slices, name) {
  const sorted = slices.map(slice => slice[name]).sort((a, b) => a - b)
  return Number(sorted[Math.floor(sorted.length / 2)].toFixed(2))
}

main()
  .catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
  .finally(stopAll)
