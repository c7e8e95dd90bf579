import { expect, test } from 'vitest'
import { contentTag } from './cached-body.ts'

const text = JSON.stringify({ data: Array.from({ length: 200 }, (_, id) => ({ id, title: `Title ${id} ä` })) })

test('equal bytes have equal tags, wherever they lie in memory', () => {
  const tag = contentTag(Buffer.from(text))
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  for (let offset = 1; offset < 8; offset += 1) {
    const shifted = Buffer.from(`${' '.repeat(offset)}${text}`).subarray(offset)
    expect(contentTag(shifted)).toBe(tag)
  }
})

test('the tag of some bytes never changes from one version to the next', () => {
  expect(contentTag(Buffer.from('{"data":null,"meta":{}}'))).toBe('W/"8IhUxLyCYvfTZ_GE5yPqMg"')
})

test('any changed, added or removed byte makes another tag', () => {
  const bytes = Buffer.from(text)
  const tags = new Set([contentTag(bytes)])
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    tags.add(contentTag(changed))
  }
  for (let length = 0; length < bytes.length; length += 1) tags.add(contentTag(bytes.subarray(0, length)))
  expect(tags.size).toBe(1 + 2 * bytes.length)
})

test('a change shows in all parts of the tag, so that no second change in the same part takes it back', () => {
  const lanesOf = (body: Buffer) => {
    const lanes = Buffer.from(contentTag(body).slice(3, -1), 'base64url')
    return [0, 4, 8, 12].map(at => lanes.readInt32LE(at))
  }
  const before = lanesOf(Buffer.from(text))
  for (let at = 0; at < 64; at += 1) {
    const changed = Buffer.from(text)
    changed[at]! ^= 1
    for (const [lane, value] of lanesOf(changed).entries()) expect(value).not.toBe(before[lane])
  }
})
