import { expect, test } from 'vitest'
import { parseJsonFile } from './parse-json-file.ts'

test('JSON is parsed, with or without a byte order mark', () => {
  expect(parseJsonFile('{"a": [1, "x", null]}')).toEqual({ a: [1, 'x', null] })
  expect(parseJsonFile('\ufeff{"a": 1}')).toEqual({ a: 1 })
})

test.each([
  ['{\n  "a": x\n}', 'line 2, column 8: unexpected "x"'],
  ['{"a": 1,}', 'line 1, column 9: unexpected "}"'],
  ['{"a" 1}', 'line 1, column 6: unexpected "1"'],
  ["{'a': 1}", 'line 1, column 2: unexpected "\'"'],
  ['{"a": [1, 2}', 'line 1, column 12: unexpected "}"'],
  ['{"a": 1}\n}', 'line 2, column 1: unexpected "}"'],
  ['{"a": 01}', 'line 1, column 8: unexpected "1"'],
  ['{"a": "b\nc"}', 'line 1, column 7: unexpected "\\""'],
  ['{\n  "a": 1, // note\n}', 'line 2, column 11: unexpected "/" (JSON does not allow comments)'],
  ['{"a": 1', 'line 1, column 8: unexpected end of file'],
  ['', 'line 1, column 1: unexpected end of file'],
  ['[,]', 'line 1, column 2: unexpected ","'],
])('%j is refused with the place of the mistake', (text, message) => {
  expect(() => parseJsonFile(text)).toThrow(message)
})

test('deep nesting is no danger', () => {
  expect(() => parseJsonFile('['.repeat(200_000))).toThrow('column 200001: unexpected end of file')
})
