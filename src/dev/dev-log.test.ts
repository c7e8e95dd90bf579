import { expect, it } from 'vitest'
import { readableLog } from './dev-log.ts'
import { readablePath, type SeenRequest } from './request-line.ts'

const REQUEST: SeenRequest = {
  method: 'GET',
  path: '/api/articles',
  status: 200,
  milliseconds: 3.1,
  source: 'kept',
  error: undefined,
  hint: undefined,
}

function linesOf(colours: boolean) {
  const lines: string[] = []
  const log = readableLog(
    line => lines.push(line),
    colours,
    () => new Date(2026, 0, 1, 12, 3, 11),
  )
  return { lines, log }
}

it('writes one readable line per request, and the hint under it', () => {
  const { lines, log } = linesOf(false)
  log.request(REQUEST)
  log.request({ ...REQUEST, status: 403, source: undefined, error: 'POP403', hint: 'populus grant public article' })
  expect(lines).toEqual([
    '12:03:11  GET /api/articles  200  3.1 ms  kept',
    '12:03:11  GET /api/articles  403  3.1 ms  POP403',
    '12:03:11    populus grant public article',
  ])
})

it('makes entries of the log readable', () => {
  const { lines, log } = linesOf(true)
  log.write('{"level":50,"msg":"it failed","err":{"stack":"Error: no\\n    at here"}}\n')
  log.write('not JSON\n')
  const grey = '\u001b[90m12:03:11\u001b[39m'
  expect(lines).toEqual([`${grey}  \u001b[31mit failed\nError: no\n    at here\u001b[39m`, `${grey}  not JSON`])
})

it('shows queries with brackets, and neither secrets nor what a terminal would obey', () => {
  expect(readablePath('/api/a?populate%5B0%5D=b&sort=c%2Cd')).toBe('/api/a?populate[0]=b&sort=c,d')
  expect(readablePath('/api/auth/email-confirmation?confirmation=secret')).toBe('/api/auth/email-confirmation?...')
  expect(readablePath('/api/\u001b[31m?x=\u009b')).toBe('/api/?[31m?x=?')
})
