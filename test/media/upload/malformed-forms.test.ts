/** 500 bodies that are almost forms, sent to a server process: it answers none with 5xx, stays alive, and forgets them all. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, startPopulus } from '../../cli/run-populus.ts'
import { query } from '../../content/write/write-app.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../../properties/assert-property.ts'
import { copyOfMediaProject, filesIn } from '../media-app.ts'
import { type MalformedForm, malformedForm } from './malformed-forms.ts'
import { rawUpload, until } from './raw-upload.ts'

const RUNS = 500
/** What the allocator keeps for itself. */
const SLACK = 80 * 1024 * 1024

test(
  `${RUNS} malformed forms: no 5xx, and nothing is left of them`,
  async () => {
    const folder = copyOfMediaProject()
    const filename = join(folder, '.data', 'content.db')
    const server = startPopulus(['start', folder, '--port', '0'])
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const address = await addressOf(server)
    const died = server.finished.then(({ error }) => Promise.reject(new Error(`The server died: ${error}`)))
    died.catch(() => undefined)
    const ask = async (form: MalformedForm) => {
      const status = await Promise.race([send(address, form), died])
      expect(status, `${form.path} ${form.body.subarray(0, 300).toString('latin1')}`).toBeLessThan(500)
    }
    // The first ones load what is loaded once.
    for (const form of fc.sample(malformedForm, 60)) await ask(form)
    const before = memoryOf(server.process.pid!)
    await assertProperty(fc.asyncProperty(malformedForm, ask), RUNS)
    expect(await until(() => filesIn(join(folder, '.data', 'uploads')).length === 0)).toBe(true)
    expect(memoryOf(server.process.pid!) - before).toBeLessThan(SLACK)
    expect((await fetch(`${address}/api/upload/files`)).status).toBe(200)
    expect(server.process.exitCode).toBe(null)
    // Whatever was accepted is complete: as many objects as rows, apart from formats.
    const database = { client: 'sqlite', filename } as const
    const names = (await query(database, 'select hash, ext from files')).map(([hash, ext]) => `${hash}${ext}`)
    expect(filesIn(join(folder, 'public', 'uploads'))).toEqual([...names].sort())
  },
  PROPERTY_TIMEOUT,
)

test('a field with an unknown charset is refused, and the server lives on', async () => {
  const server = startPopulus(['start', copyOfMediaProject(), '--port', '0'])
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const address = await addressOf(server)
  const part =
    '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=none-such\r\n\r\nv\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await fetch(`${address}/api/upload`, { method: 'POST', headers, body: part })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('a field has an unknown charset')
  expect((await fetch(`${address}/api/upload/files`)).status).toBe(200)
})

/** The status, or 0 if there was no answer. */
async function send(address: string, { path, headers, body, ending }: MalformedForm): Promise<number> {
  const upload = await rawUpload(address, { path, headers }).catch(() => undefined)
  // A server that has died is noticed elsewhere.
  if (upload === undefined) return new Promise(() => undefined)
  const isCut = ending !== 'answer'
  void upload.send(isCut ? body.subarray(0, body.length >> 1) : body)
  if (isCut) {
    await new Promise(resolve => setTimeout(resolve, 2))
    if (ending === 'reset') upload.socket.resetAndDestroy()
    else upload.socket.destroySoon()
    return 0
  }
  // What is shorter than it says is ended by the client after a while.
  const patience = setTimeout(() => upload.socket.destroy(), 150)
  const { status } = await upload.answer
  clearTimeout(patience)
  upload.socket.destroy()
  return status
}

/** The memory that a process has, in bytes. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
