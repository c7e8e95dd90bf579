/** A large upload takes little memory. A smaller one here; one of 1 GB by `npm run test:long`, which also looks at the memory. */
import { readFileSync, statSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import type { PostgresConfig } from '../../support/databases.ts'
import { copyOfMediaProject, filesIn, mediaDatabase } from '../media-app.ts'
import { BOUNDARY, END, filePart } from './raw-upload.ts'

const MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 60)
const CHUNK = Buffer.alloc(1_000_000, 'x')
/** Far less than the file. */
const MOST_MEMORY = 100 * 1024 * 1024

type Stored = readonly { url: string; size: number }[]

test(`a form of ${MEGABYTES} MB`, () => expectLittleMemory([], '.data', upload), 60_000 + MEGABYTES * 1000)

test(
  `a resumable upload of ${MEGABYTES} MB whose bytes wait in PostgreSQL`,
  async () => {
    const { url } = (await mediaDatabase('postgres')) as PostgresConfig
    await expectLittleMemory(['--database', url], '.tmp', resumableUpload)
  },
  60_000 + MEGABYTES * 1000,
)

/** It arrives, takes less than 100 MiB of memory, and leaves nothing behind. */
async function expectLittleMemory(
  words: readonly string[],
  temporary: string,
  send: (address: string, megabytes: number) => Promise<Stored>,
): Promise<void> {
  const folder = copyOfMediaProject()
  const server = startPopulus(['start', folder, '--port', '0', ...words])
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const address = await addressOf(server)
  const { pid } = server.process
  await send(address, 1)
  const before = memoryOf(pid!, 'VmRSS')
  const peaks: number[] = []
  const watch = setInterval(() => peaks.push(memoryOf(pid!, 'VmRSS')), 50)
  const [file] = await send(address, MEGABYTES)
  clearInterval(watch)
  expect(file).toMatchObject({ size: MEGABYTES * 1000, mime: 'text/plain' })
  expect(statSync(join(folder, 'public', file!.url)).size).toBe(MEGABYTES * 1_000_000)
  const grown = Math.max(...peaks) - before
  if (process.env.UPLOAD_MEGABYTES !== undefined) {
    process.stdout.write(`${MEGABYTES} MB: ${Math.round(grown / 2 ** 20)} MiB more than before\n`)
    expect(grown).toBeLessThan(MOST_MEMORY)
  }
  expect(filesIn(join(folder, temporary, 'uploads'))).toEqual([])
}

/** Sends a text of so many megabytes, as fast as it is taken. */
async function upload(address: string, megabytes: number): Promise<Stored> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const sent = request(`${address}/api/upload`, { method: 'POST', headers })
  const answer = answerTo(sent)
  sent.write(filePart('files', 'large.txt', 'text/plain'))
  await sendText(sent, megabytes)
  sent.end(END)
  return answer
}

/** In one part. */
async function resumableUpload(address: string, megabytes: number): Promise<Stored> {
  const metadata = `filename ${btoa('large.txt')},filetype ${btoa('text/plain')}`
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
  const headers = { ...tus, 'upload-length': String(megabytes * CHUNK.length), 'upload-metadata': metadata }
  const sent = request(`${address}/api/upload/tus`, { method: 'POST', headers })
  const answer = answerTo(sent)
  await sendText(sent, megabytes)
  sent.end()
  return answer
}

function answerTo(sent: ClientRequest): Promise<Stored> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => void text(response).then(body => resolve(JSON.parse(body)), reject))
  })
}

async function sendText(sent: ClientRequest, megabytes: number): Promise<void> {
  for (let count = 0; count < megabytes; count++)
    if (!sent.write(CHUNK)) await new Promise(resolve => sent.once('drain', resolve))
}

function memoryOf(pid: number, name: string): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
