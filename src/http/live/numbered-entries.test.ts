import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedEntries } from './numbered-entries.ts'

const read = (answer: unknown) => numberedEntries(Buffer.from(JSON.stringify(answer)))

test('the bytes of the entries and the rest make the answer', () => {
  const entry = fc.record({ id: fc.nat(), attributes: fc.dictionary(fc.string(), fc.jsonValue()) })
  const property = fc.property(fc.array(entry), fc.jsonValue(), (data, meta) => {
    const found = read({ data, meta })!
    expect(found.entries.map(({ id, bytes }) => [Number(id), JSON.parse(bytes.toString())])).toEqual(
      data.map(each => [each.id, JSON.parse(JSON.stringify(each))]),
    )
    const joined = `{"data":[${found.entries.map(({ bytes }) => bytes).join(',')}]${found.rest}`
    expect(joined).toBe(JSON.stringify({ data, meta }))
  })
  fc.assert(property)
})

test.each([
  ['one entry', { data: { id: 1, attributes: {} }, meta: {} }],
  ['no entry', { data: null, meta: {} }],
  ['a list without ids', { data: [{ group: 'a' }], meta: {} }],
  ['an error', { data: null, error: {} }],
])('%s is no list of entries', (_, answer) => {
  expect(read(answer)).toBeNull()
})

test.each(['', '{"data":[', '{"data":[{"id":1', '{"data":[{"id":1,"a":"'])('half of an answer is none: %s', text => {
  expect(numberedEntries(Buffer.from(text))).toBeNull()
})
