import fc from 'fast-check'
import { expect, it } from 'vitest'
import { movedPlace, textChanges } from './text-changes.ts'

it('names the lines that differ', () => {
  expect(textChanges('a\nb\nc', 'a\nB\nc')).toEqual([{ from: 2, to: 4, insert: 'B\n' }])
  expect(textChanges('a\nb', 'new\na\nb\nend')).toEqual([
    { from: 0, to: 0, insert: 'new\n' },
    { from: 2, to: 3, insert: 'b\nend' },
  ])
  expect(textChanges('same', 'same')).toEqual([])
})

it('makes the one text of the other', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', '\n'), { maxLength: 12 }).map(parts => parts.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      let made = before
      for (const { from, to, insert } of textChanges(before, after).toReversed())
        made = made.slice(0, from) + insert + made.slice(to)
      expect(made).toBe(after)
    }),
  )
})

it('leaves a cursor where it is written', () => {
  const [before, after] = ['one\ntwo\nthree', 'zero\none\ntwo\nthree!']
  const place = before.indexOf('two') + 2
  expect(movedPlace(place, textChanges(before, after))).toBe(after.indexOf('two') + 2)
})
