/** A large upload takes little memory. A smaller one here; one of 1 GB by `npm run test:long`, which also looks at the memory. */
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import { copyOfMediaProject, filesIn } from '../media-app.ts'
import { BOUNDARY, END, filePart } from './raw-upload.ts'

const MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 60)
const CHUNK = Buffer.alloc(1_000_000, 'x')
/** Far less than the file. */
const MOST_MEMORY = 100 * 1024 * 1024

test(
  `an upload of ${MEGABYTES} MB arrives, takes less than 100 MiB of memory, and leaves nothing behind`,
  async () => {
    const folder = copyOfMediaProject()
    const server = startPopulus(['start', folder, '--port', '0'])
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const address = await addressOf(server)
    const { pid } = server.process
    await upload(address, 1)
    const before = memoryOf(pid!, 'VmRSS')
    const peaks: number[] = []
    const watch = setInterval(() => peaks.push(memoryOf(pid!, 'VmRSS')), 50)
    const [file] = await upload(address, MEGABYTES)
    clearInterval(watch)
    expect(file).toMatchObject({ size: MEGABYTES * 1000, mime: 'text/plain' })
    expect(statSync(join(folder, 'public', file!.url)).size).toBe(MEGABYTES * 1_000_000)
    const grown = Math.max(...peaks) - before
    if (process.env.UPLOAD_MEGABYTES !== undefined) {
      process.stdout.write(`${MEGABYTES} MB: ${Math.round(grown / 2 ** 20)} MiB more than before\n`)
      expect(grown).toBeLessThan(MOST_MEMORY)
    }
    expect(filesIn(join(folder, '.data', 'uploads'))).toEqual([])
  },
  60_000 + MEGABYTES * 1000,
)

/** Sends a text of so many megabytes, as fast as it is taken. */
async function upload(address: string, megabytes: number): Promise<readonly { url: string; size: number }[]> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const sent = request(`${address}/api/upload`, { method: 'POST', headers })
  const answer = new Promise<readonly { url: string; size: number }[]>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => void text(response).then(body => resolve(JSON.parse(body)), reject))
  })
  sent.write(filePart('files', 'large.txt', 'text/plain'))
  for (let count = 0; count < megabytes; count++)
    if (!sent.write(CHUNK)) await new Promise(resolve => sent.once('drain', resolve))
  sent.end(END)
  return answer
}

function memoryOf(pid: number, name: string): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
