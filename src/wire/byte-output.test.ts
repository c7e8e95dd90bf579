import fc from 'fast-check'
import '../../test/support/fixed-seed.ts'
import { expect, test } from 'vitest'
import { ByteOutput } from './byte-output.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 40, maxLength: 200 }))

test('pieces of any length, one after the other', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), texts => {
      const output = new ByteOutput()
      for (const piece of texts) output.put(Buffer.from(piece))
      expect(output.take()).toEqual(Buffer.from(texts.map(piece => Buffer.from(piece).toString()).join('')))
      expect(output.length).toBe(0)
    }),
  )
})

test('escaped texts are those of JSON.stringify', () => {
  fc.assert(
    fc.property(text, piece => {
      const bytes = Buffer.from(piece)
      const output = new ByteOutput()
      output.copyEscaped(Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')]), 1, bytes.length + 1)
      expect(`"${output.take()}"`).toBe(JSON.stringify(bytes.toString()))
    }),
    { examples: [['"'.repeat(100_000)], ['\u0000\u001f\u007f"\\/\u2028'], ['']] },
  )
})

test('grows, and goes back', () => {
  const output = new ByteOutput()
  const large = Buffer.alloc(3_000_000, 'x')
  output.ascii('ab')
  output.put(large)
  output.cut(1)
  output.byte('c'.charCodeAt(0))
  expect(output.take().toString()).toBe('ac')
})
