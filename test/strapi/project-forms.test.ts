/** Bodies that clients send to routes of a Strapi project: what its code sees of them, and which ones are refused. */
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { freshDatabase } from '../support/databases.ts'
import { projectFolder, typeFile } from './adopt/project-folder.ts'

const LIMITS = { bodySize: 1000, formFields: 20, formFiles: 3 }
const LARGEST_FILE = 2000

const FILES = {
  ...typeFile('note', { title: { type: 'string' } }),
  'src/api/echo/routes/echo.js': `module.exports = { routes: [
    { method: 'POST', path: '/echo', handler: 'echo.run', config: { auth: false } } ] }`,
  'src/api/echo/controllers/echo.js': `
const { readFileSync } = require('node:fs')
const shown = file => ({ name: file.name, type: file.type, size: file.size, text: readFileSync(file.path, 'utf8') })
module.exports = {
  run({ request: { body, files = {} } }) {
    const named = Object.entries(files).map(([name, given]) => [name, Array.isArray(given) ? given.map(shown) : shown(given)])
    delete body.deleted
    return { body: Object.entries(body), files: named, polluted: {}.polluted ?? null }
  },
}`,
}

let address: string

beforeAll(async () => {
  const app = await buildTestApp({
    folder: projectFolder(FILES),
    database: await freshDatabase('sqlite'),
    ...{ dialect: 'strapi4', strapi: true, limits: LIMITS, media: { sizeLimit: LARGEST_FILE } },
  })
  address = (await app.listen(0)).address
})

async function send(form: FormData): Promise<unknown> {
  const answer = await fetch(`${address}/api/echo`, { method: 'POST', body: form })
  return { status: answer.status, ...((await answer.json()) as object) }
}

function formOf(parts: readonly (readonly [name: string, value: string | File])[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

const refused = (status: number, name: string, message: string) => ({
  status,
  data: null,
  error: { status, name, message, details: {} },
})

/** The folders of forms that were not there before. */
function newFolders(): () => readonly string[] {
  const all = () => readdirSync(tmpdir()).filter(name => name.startsWith('populus-form-'))
  const before = all()
  return () => all().filter(name => !before.includes(name))
}

test('a name that comes several times has a list, of fields and of files', async () => {
  const form = formOf([
    ['title', 'one'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['tags', 'c'],
    ['deleted', 'x'],
    ['__proto__', 'p'],
    ['__proto__', 'q'],
    ['constructor', 'c'],
    ['cover', new File(['0123'], 'Übersicht.txt', { type: 'text/plain' })],
    ['pages', new File(['1'], '1.txt', { type: 'text/plain' })],
    ['pages', new File([''], '2.txt', { type: 'text/plain' })],
  ])
  expect(await send(form)).toEqual({
    status: 200,
    body: [
      ['title', 'one'],
      ['tags', ['a', 'b', 'c']],
      ['__proto__', ['p', 'q']],
      ['constructor', 'c'],
    ],
    files: [
      ['cover', { name: 'Übersicht.txt', type: 'text/plain', size: 4, text: '0123' }],
      [
        'pages',
        [
          { name: '1.txt', type: 'text/plain', size: 1, text: '1' },
          { name: '2.txt', type: 'text/plain', size: 0, text: '' },
        ],
      ],
    ],
    polluted: null,
  })
})

describe('limits', () => {
  const times = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item)
  const file = (size: number) => new File(['x'.repeat(size)], 'a.txt', { type: 'text/plain' })

  test('as many fields and files as are allowed, with as many bytes', async () => {
    const form = formOf([
      ...times(LIMITS.formFields, ['a', 'x'.repeat(50)] as const),
      ...times(LIMITS.formFiles, ['f', file(LARGEST_FILE)] as const),
    ])
    expect(await send(form)).toMatchObject({ status: 200, body: [['a', times(20, 'x'.repeat(50))]] })
  })

  test.each([
    [
      'too many fields',
      times(LIMITS.formFields + 1, ['a', ''] as const),
      refused(400, 'ValidationError', 'The form has more than 20 fields (setting limits.formFields)'),
    ],
    [
      'too many files',
      times(LIMITS.formFiles + 1, ['a', file(1)] as const),
      refused(400, 'ValidationError', 'The form has more than 3 files (setting limits.formFiles)'),
    ],
    [
      'a field that is too long',
      [['a', 'x'.repeat(1001)] as const],
      refused(413, 'PayloadTooLargeError', 'The body is larger than 1000 bytes (setting limits.bodySize)'),
    ],
    [
      'fields that are too long together',
      times(11, ['a', 'x'.repeat(100)] as const),
      refused(413, 'PayloadTooLargeError', 'The body is larger than 1000 bytes (setting limits.bodySize)'),
    ],
    [
      'a file that is too large',
      [['a', file(LARGEST_FILE + 1)] as const],
      refused(413, 'PayloadTooLargeError', 'a.txt exceeds size limit of 2 KB.'),
    ],
    [
      'a file that is much too large, and others after it',
      [['a', file(3_000_000)] as const, ['b', file(1)] as const, ['c', file(3_000_000)] as const],
      refused(413, 'PayloadTooLargeError', 'a.txt exceeds size limit of 2 KB.'),
    ],
  ])('%s', async (_, parts, answer) => {
    const kept = newFolders()
    expect(await send(formOf(parts))).toEqual(answer)
    await expect.poll(kept).toEqual([])
  })

  test('many fields of one name cost little', async () => {
    const costOf = (fields: number) => {
      const form = formOf(times(fields, ['a', 'x'] as const))
      return cpuTime(async () => expect(await send(form)).toMatchObject({ status: 400 }))
    }
    const some = await costOf(2500)
    expect(await costOf(10_000)).toBeLessThan(some * 8 + 1000)
  })

  test('a body that is no form is refused with an answer, too', async () => {
    const answer = await fetch(`${address}/api/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a: 'x'.repeat(3_000_000) }),
    })
    expect({ status: answer.status, ...((await answer.json()) as object) }).toEqual(
      refused(413, 'PayloadTooLargeError', 'The body is larger than 1000 bytes (setting limits.bodySize)'),
    )
  })
})

describe('forms that cannot be read', () => {
  const raw = async (type: string, body: string) => {
    const answer = await fetch(`${address}/api/echo`, { method: 'POST', headers: { 'content-type': type }, body })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  test.each([
    ['without a boundary', 'multipart/form-data', '', 'Multipart: Boundary not found'],
    ['cut off', 'multipart/form-data; boundary=x', '--x\r\n', 'Unexpected end of form'],
  ])('%s', async (_, type, body, problem) => {
    expect(await raw(type, body)).toEqual(refused(400, 'BadRequestError', `The form cannot be read: ${problem}`))
  })

  test('a client that leaves takes its files with it', async () => {
    const kept = newFolders()
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' }
    const sent = request(`${address}/api/echo`, { method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.write('--x\r\ncontent-disposition: form-data; name="a"; filename="a.txt"\r\n\r\n01234')
    await expect.poll(kept).not.toEqual([])
    sent.destroy()
    await expect.poll(kept).toEqual([])
  })
})
