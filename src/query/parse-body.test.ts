import { expect, test } from 'vitest'
import { parseBody as parse } from './parse-body.ts'

const bodyDepth = 100
const parseBody = (body: unknown) => parse(body, { bodyDepth })

const MISSING = 'Missing "data" payload in the request body'

test('gives the data of a body', () => {
  expect(parseBody({ data: { title: 'x' }, more: 1 })).toEqual({ data: { title: 'x' } })
})

test.each([undefined, null, 'data', 5, [], {}, { data: null }, { data: 'x' }, { data: 5 }, { data: true }])(
  'refuses a body without data: %j',
  body => {
    expect(() => parseBody(body)).toThrow(MISSING)
  },
)

test('does not find data that every object has', () => {
  expect(() => parseBody(Object.create({ data: {} }))).toThrow(MISSING)
})

test('lets a list pass for an object', () => {
  expect(parseBody({ data: [] })).toEqual({ data: [] })
})

test('drops __proto__ wherever it stands, and keeps all other names', () => {
  const body: unknown = JSON.parse(
    '{"data":{"__proto__":{"admin":true},"extra":[{"__proto__":{"x":1},"constructor":"Ferrari","prototype":1}]}}',
  )
  const { data } = parseBody(body)
  expect(JSON.stringify(data)).toBe('{"extra":[{"constructor":"Ferrari","prototype":1}]}')
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  expect((data as { admin?: unknown }).admin).toBeUndefined()
})

test('refuses what is nested too deep, however deep it is', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)
  expect(() => parseBody({ data: { extra: nested(bodyDepth - 1) } })).not.toThrow()
  expect(() => parseBody({ data: { extra: nested(bodyDepth) } })).toThrow('nested deeper than 100 levels')
  expect(() => parseBody({ data: nested(200_000) })).toThrow('nested deeper than 100 levels')
})
