import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { questionIn, readAccessLog } from './read-access-log.ts'

test.each([
  ['1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /api/a?b=1 HTTP/1.1" 200 2326', 'GET', '/api/a?b=1'],
  ['1.2.3.4 - bob [x] "HEAD /api/a HTTP/2.0" 200 0 "https://x.org/" "curl/8 \\"odd\\""', 'HEAD', '/api/a'],
  ['{"method":"get","url":"/api/a?b=1","status":200}', 'GET', '/api/a?b=1'],
  ['{"request":"GET /api/a HTTP/1.1","status":200}', 'GET', '/api/a'],
  ['{"request":{"method":"GET","uri":"/api/a?x=1#y"}}', 'GET', '/api/a?x=1'],
  ['{"req":{"method":"GET","url":"/api/a"},"level":30}', 'GET', '/api/a'],
  ['{"request_method":"GET","request_uri":"/api/a"}', 'GET', '/api/a'],
  ['{"RequestMethod":"GET","RequestPath":"/api/a"}', 'GET', '/api/a'],
  ['{"httpRequest":{"requestMethod":"GET","requestUrl":"https://x.org/api/a?b=1"}}', 'GET', '/api/a?b=1'],
  ['{"method":"GET","path":"/api/a","query":"b=1"}', 'GET', '/api/a?b=1'],
])('%s', (line, method, path) => {
  expect(questionIn(line)).toEqual({ method, path, from: 'log' })
})

test.each(['', 'nonsense', '{"message":"started"}', '{broken', '"FOO"'])('%s has no request', line => {
  expect(questionIn(line)).toBeNull()
})

test('each request once, the most frequent first, only those that were asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'populus-log-'))
  const file = join(folder, 'access.log')
  const line = (method: string, path: string) => `1.2.3.4 - - [x] "${method} ${path} HTTP/1.1" 200 1`
  const lines = [
    line('GET', '/api/rare'),
    ...Array.from({ length: 3 }, () => line('GET', '/api/often')),
    line('POST', '/api/often'),
    line('GET', '/apis'),
    line('GET', '/admin'),
    'nonsense',
    '',
  ]
  writeFileSync(file, lines.join('\r\n'))
  const read = await readAccessLog({ file, methods: new Set(['GET']), prefix: '/api', limit: 5 })
  rmSync(folder, { recursive: true })
  expect(read.questions.map(({ path }) => path)).toEqual(['/api/often', '/api/rare'])
  expect(read).toMatchObject({ lines: 8, unreadable: 1, passedOver: 3 })
  await expect(
    readAccessLog({ file: join(folder, 'none'), methods: new Set(), prefix: '/api', limit: 5 }),
  ).rejects.toThrow('Cannot read the log')
})
