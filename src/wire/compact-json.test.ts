import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteOutput } from './byte-output.ts'
import { writeCompact } from './compact-json.ts'

function compacted(text: string, quoted: boolean): string | null {
  const bytes = Buffer.from(`##${quoted ? JSON.stringify(text) : text}##`)
  const output = new ByteOutput()
  output.ascii('before ')
  const isWritten = writeCompact(output, bytes, { start: 2, end: bytes.length - 2, quoted })
  const written = output.take().toString()
  expect(written.startsWith('before ')).toBe(true)
  if (!isWritten) expect(written).toBe('before ')
  return isWritten ? written.slice('before '.length) : null
}

const usual = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return null
  }
}

test.each([
  '{"name":"thumbnail_a.jpg","width":245,"size":7.32,"path":null,"ok":true}',
  '{ "a" : [ 1 , -2.5 , "x y" , { } , [ ] ] , "b" : false }',
  '["Zürich","日本","\u{1f600}"]',
  '0',
  '""',
])('writes %s as JSON.stringify does', text => {
  expect(compacted(text, false)).toBe(usual(text))
  expect(compacted(text, true)).toBe(usual(text))
})

test.each([
  ...[
    '',
    ' ',
    '{',
    '[1',
    '"a',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '1 2',
    'nul',
    'truex',
    "'a'",
    '-',
    '.5',
    '1.',
  ],
  ...['01', '-0', '1.50', '1e3', '1E3', '0.01', '1234567890123456', '0.0000001', '-0.0', '1.2.3'],
  ...['{"1":1,"0":2}', '{"a":1,"b":2,"a":3}', '"a\\nb"', '"\\u0041"', '"a\\"b"', '[\n1]', '"\t"'],
])('leaves %s to JSON.parse', text => {
  expect(compacted(text, false)).toBeNull()
  expect(compacted(text, true)).toBeNull()
})

const blank = fc.constantFrom('', '', '', ' ', '  ', '\n')
const texts = fc.oneof(
  fc.json(),
  fc.string(),
  fc.jsonValue().map(value => JSON.stringify(value, null, 1)),
)
/** Almost JSON: single characters of it are left out, doubled or exchanged. */
const spoilt = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '0', '.', '-', 'e', ' ', '\\'),
    blank,
  )
  .map(([text, at, put, before]) => {
    const place = at % (text.length + 1)
    return `${text.slice(0, place)}${put}${before}${text.slice(place + (at % 2))}`
  })

test('never writes anything else than JSON.stringify', () => {
  fc.assert(
    fc.property(fc.oneof(texts, spoilt), fc.boolean(), (given, quoted) => {
      // Strings that are no UTF-8 are repaired before.
      const text = Buffer.from(given).toString()
      const made = compacted(text, quoted)
      if (made !== null) expect(made).toBe(usual(text))
    }),
    { numRuns: 3000 },
  )
})
