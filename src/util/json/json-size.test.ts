import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonSize, jsonSize } from './json-size.ts'

test('names and values are counted, texts are not looked into', () => {
  expect(jsonSize('{"a":[1,"b,c"]}')).toEqual({ names: 1, values: 2, levels: 2 })
  expect(jsonSize('{"a\\":\\\\":{"b":[]},"c":"\\"},{"}')).toEqual({ names: 3, values: 2, levels: 3 })
  expect(jsonSize('"no: names, at all"')).toEqual({ names: 0, values: 1, levels: 0 })
})

function sizeOf(value: unknown): JsonSize {
  const items = typeof value === 'object' && value !== null ? Object.values(value) : []
  const names = Array.isArray(value) ? 0 : items.length
  const inside = items.map(sizeOf)
  return {
    names: inside.reduce((sum, each) => sum + each.names, names),
    values: items.length === 0 ? 1 : inside.reduce((sum, each) => sum + each.values, 0),
    levels: Math.max(0, ...inside.map(each => each.levels)) + (typeof value === 'object' && value !== null ? 1 : 0),
  }
}

test('the counts are those of the parsed value', () => {
  const properties = fc.property(fc.json(), text => {
    expect(jsonSize(text)).toEqual(sizeOf(JSON.parse(text)))
  })
  fc.assert(properties)
})
